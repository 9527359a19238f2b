import { screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { toCluster } from "../testing/matrix-fixture.ts";
import { renderApp, toProblemResponse } from "../testing/render.tsx";
import { type AddressedSide, readObjectAddress } from "./object-address.ts";

describe("the address of an object", () => {
  it.each<readonly [AddressedSide, string, string | undefined]>([
    ["model", "ClusterBaseModel/a", "ClusterBaseModel/a"],
    ["model", "ClusterBaseModel/a/", "ClusterBaseModel/a"],
    ["model", "BaseModel/studio/a", "BaseModel/studio/a"],
    ["model", "a", "a"],
    ["model", "", undefined],
    ["model", "/", undefined],
    ["model", "BaseModel/a", undefined],
    ["model", "ClusterBaseModel/studio/a", undefined],
    ["model", "ClusterServingRuntime/a", undefined],
    ["model", "ClusterBaseModel//a", undefined],
    ["model", "BaseModel/studio/a/b", undefined],
    ["runtime", "ClusterServingRuntime/r", "ClusterServingRuntime/r"],
    ["runtime", "ServingRuntime/studio/r", "ServingRuntime/studio/r"],
    ["runtime", "ClusterBaseModel/a", undefined],
    ["service", "InferenceService/studio/write", "InferenceService/studio/write"],
    ["service", "studio/write", "InferenceService/studio/write"],
    ["service", "studio/write/", "InferenceService/studio/write"],
    ["service", "InferenceService/write", undefined],
    ["service", "write", undefined],
    ["service", "studio//write", undefined],
    ["service", "InferenceServices/studio/write", undefined],
    ["service", "a%ZZ/b", undefined],
  ])("%s %s", (side, rest, expected) => {
    expect(readObjectAddress(side, rest)).toBe(expected);
  });

  it.each([
    [
      "/services/InferenceService/write",
      "This address names no InferenceService",
      "/services/InferenceService/NAMESPACE/NAME",
    ],
    ["/services/write", "This address names no InferenceService", "/services/InferenceService/NAMESPACE/NAME"],
    ["/models/", "This address names no model", "/models/ClusterBaseModel/NAME"],
    ["/models/BaseModel/a", "This address names no model", "/models/BaseModel/NAMESPACE/NAME"],
    ["/runtimes/ClusterBaseModel/a", "This address names no runtime", "/runtimes/ClusterServingRuntime/NAME"],
  ])("is told where %s is none", async (url, title, form) => {
    renderApp(url, { "/api/cluster": toCluster() });
    const told = (await screen.findByText(title)).closest(".page-state")?.textContent ?? "";
    expect(told).toContain(form);
    expect(told).not.toContain("/api/");
  });

  it("leads to the service where only the kind is left out", async () => {
    renderApp("/services/studio/write", {
      "/api/cluster": toCluster(),
      "/api/services/studio/write": toProblemResponse({
        status: 404,
        code: "service-not-found",
        detail: 'There is no InferenceService "write" in the namespace "studio"',
      }),
    });
    expect(await screen.findByText(/There is no InferenceService "write" in the namespace "studio"/)).toBeTruthy();
  });
});
