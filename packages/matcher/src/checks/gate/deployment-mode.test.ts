import { expect, test } from "vitest";
import { baseModel, runtimeWith, serviceWith } from "../../../test/base.ts";
import { toSubject } from "../check.ts";
import { deploymentMode } from "./deployment-mode.ts";

const differs = (component: string, runtime: string, requested: string) => ({
  code: "deployment-mode/differs",
  component,
  runtime,
  requested,
});

test.each([
  { name: "no service", service: undefined, modes: { engine: "MultiNode" }, expected: undefined },
  { name: "neither declares", service: serviceWith(), modes: {}, expected: undefined },
  { name: "only the runtime", service: serviceWith(), modes: { engine: "MultiNode" }, expected: undefined },
  { name: "only the service", service: serviceWith({ deploymentMode: "OMENative" }), modes: {}, expected: undefined },
  {
    name: "equal",
    service: serviceWith({ deploymentMode: "OMENative" }),
    modes: { engine: "OMENative" },
    expected: undefined,
  },
  {
    name: "different",
    service: serviceWith({ deploymentMode: "OMENative" }),
    modes: { engine: "MultiNode" },
    expected: differs("engine", "MultiNode", "OMENative"),
  },
  {
    name: "the annotation goes first",
    service: serviceWith({ deploymentMode: "OMENative", deploymentModes: { engine: "RawDeployment" } }),
    modes: { engine: "OMENative" },
    expected: differs("engine", "OMENative", "RawDeployment"),
  },
  {
    name: "a misspelled annotation counts as none",
    service: serviceWith({ deploymentMode: "OMENative", deploymentModes: { engine: "rawdeployment" } }),
    modes: { engine: "MultiNode" },
    expected: differs("engine", "MultiNode", "OMENative"),
  },
  {
    name: "also on the runtime",
    service: serviceWith({ deploymentMode: "OMENative" }),
    modes: { engine: "Multinode" },
    expected: undefined,
  },
  {
    name: "a mode of older versions counts as none",
    service: serviceWith({ deploymentMode: "OMENative" }),
    modes: { engine: "Serverless" },
    expected: undefined,
  },
  {
    name: "engine before decoder",
    service: serviceWith({ deploymentMode: "OMENative", hasDecoder: true }),
    modes: { engine: "MultiNode", decoder: "RawDeployment" },
    expected: differs("engine", "MultiNode", "OMENative"),
  },
  {
    name: "decoder",
    service: serviceWith({ deploymentMode: "OMENative", hasDecoder: true }),
    modes: { engine: "OMENative", decoder: "RawDeployment" },
    expected: differs("decoder", "RawDeployment", "OMENative"),
  },
  {
    name: "no decoder in the service",
    service: serviceWith({ deploymentMode: "OMENative" }),
    modes: { decoder: "RawDeployment" },
    expected: undefined,
  },
])("$name", ({ service, modes, expected }) => {
  expect(deploymentMode(toSubject(baseModel), runtimeWith({ deploymentModes: modes }), service)).toEqual(expected);
});
