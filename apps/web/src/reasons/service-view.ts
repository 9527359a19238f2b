/** InferenceServices in a list: what each asks for, and how it fares. */
import type { ServiceSummary } from "@ome-matrix/contract";
import { escapeControls } from "@ome-matrix/matcher";
import { type Phrase, phrase, value } from "./phrase.ts";

export interface ServiceView {
  readonly key: string;
  readonly namespace: string;
  readonly name: string;
  /** `namespace/name`, as shown. */
  readonly title: string;
  readonly model: Phrase;
  readonly runtime: Phrase;
  readonly asks: string;
  readonly conditions: readonly {
    readonly text: string;
    readonly detail: string;
    readonly tone: "pass" | "fail" | "none";
  }[];
}

const toneOf = (status: string): "pass" | "fail" | "none" => {
  if (status === "True") return "pass";
  return status === "False" ? "fail" : "none";
};

/** The two conditions that tell whether a runtime was found and whether it serves (spec 1). */
const shownConditions = ["Ready", "RuntimeReady"] as const;

export const toServiceView = (service: ServiceSummary): ServiceView => ({
  key: service.key,
  namespace: service.namespace,
  name: service.name,
  title: escapeControls(`${service.namespace}/${service.name}`),
  model: service.model?.name === undefined ? phrase`none` : phrase`${value(service.model.name)}`,
  runtime: service.runtime?.name === undefined ? phrase`automatic` : phrase`names ${value(service.runtime.name)}`,
  asks: escapeControls(service.asks),
  conditions: service.conditions
    .filter((condition) => shownConditions.some((type) => type === condition.type))
    .map((condition) => ({
      text: escapeControls(`${condition.type} ${condition.status}`),
      detail: escapeControls(condition.reason ?? ""),
      tone: toneOf(condition.status),
    })),
});
