/** One pair -> OME's checks in its order, each with what it found. */
import type { GateReportResponse, PairExplanation, Reason, VerdictResponse } from "@ome-matrix/contract";
import type { Gate } from "@ome-matrix/matcher";
import { closestOf, sayRange, toGateDifference } from "../../reasons/differences.ts";
import { code, countInWords, listed, type Phrase, phrase, value } from "../../reasons/phrase.ts";
import { gateWords, reasonWords } from "../../reasons/reason-words.ts";
import { entryTitle } from "./score-view.ts";

export interface CheckView {
  readonly gate: Gate;
  readonly number: number;
  readonly title: string;
  readonly meaning: Phrase;
  readonly outcome: "passed" | "failed" | "not-reached";
  readonly detail: Phrase;
  /** What the reason means, of the check that stopped OME. */
  readonly why: Phrase | undefined;
}

/** What a gate says when it holds, and when it cannot be asked. */
const passedDetail = (gate: Gate, explanation: PairExplanation, verdict: VerdictResponse): Phrase => {
  const { model, runtime, service } = explanation;
  switch (gate) {
    case "disabled":
      return phrase`the runtime is enabled`;
    case "accelerator-class": {
      if (service === undefined) return phrase`no InferenceService chosen`;
      const names = [...new Set(service.acceleratorClasses.map((named) => named.name))];
      if (names.length === 0) return phrase`${value(service.name)} names no class`;
      const all = listed(names.map(value));
      return service.model === undefined ? phrase`${all} not checked` : phrase`${all} in the runtime’s list`;
    }
    case "deployment-mode":
      return service === undefined
        ? phrase`no InferenceService chosen`
        : phrase`nothing that ${value(service.name)} asks for differs`;
    case "formats":
      return verdict.matchedEntry === undefined
        ? phrase`an entry matches`
        : phrase`entry ${verdict.matchedEntry + 1} of ${verdict.entries.length} matches`;
    case "size": {
      if (runtime.sizeRange === undefined) return phrase`the runtime sets no size range`;
      if (model.size === undefined) return phrase`the model states no size`;
      const { min, max } = runtime.sizeRange;
      const within = min === undefined || max === undefined ? "" : "within ";
      return phrase`${value(model.size)} is ${within}${sayRange(min, max)}`;
    }
    case "auto-select": {
      const enabled = runtime.entries.findIndex((entry) => entry.autoSelect === true);
      return phrase`${enabled < 0 ? "an entry" : entryTitle(enabled)} sets ${code("autoSelect: true")}`;
    }
    case "score":
      return phrase`the score is ${String(verdict.score.score)}`;
  }
};

const failedDetail = (reason: Reason, verdict: VerdictResponse): Phrase => {
  switch (reason.code) {
    case "model/no-format":
      return phrase`the model has no format`;
    case "runtime/disabled":
      return phrase`${code("spec.disabled")} is ${code("true")}`;
    case "accelerator-class/not-supported":
    case "deployment-mode/differs":
    case "size/outside-range":
      return toGateDifference(reason)?.brief ?? [];
    case "formats/none-defined":
      return phrase`the runtime has no entries`;
    case "formats/no-entry-matches": {
      const closest = closestOf(verdict);
      if (closest === undefined) return phrase`no entry matches`;
      const which =
        verdict.entries.length === 1
          ? phrase`its only entry`
          : phrase`the closest, entry ${closest.index + 1} of ${verdict.entries.length},`;
      return phrase`no entry matches; ${which} differs in ${countInWords(closest.differences)} ${closest.differences === 1 ? "field" : "fields"}`;
    }
    case "auto-select/not-enabled":
      return phrase`no entry sets ${code("autoSelect: true")}`;
    case "auto-select/not-on-matching-entry":
      return phrase`the matching entry is not enabled; the score is ${String(verdict.score.score)}`;
    case "score/not-positive":
      return phrase`the score is ${String(verdict.score.score)}`;
  }
};

const toCheck = (
  report: GateReportResponse,
  number: number,
  explanation: PairExplanation,
  verdict: VerdictResponse,
): CheckView => {
  const said =
    report.failure === undefined
      ? passedDetail(report.gate, explanation, verdict)
      : failedDetail(report.failure, verdict);
  const cannotSay = phrase`cannot be asked: no entry matches`;
  const detail =
    report.outcome !== "not-reached"
      ? said
      : report.holds === undefined
        ? cannotSay
        : report.holds
          ? phrase`would pass: ${said}`
          : phrase`would fail: ${said}`;
  const why =
    report.outcome === "failed" && report.failure !== undefined ? reasonWords[report.failure.code].meaning : undefined;
  return { gate: report.gate, number, ...gateWords[report.gate], outcome: report.outcome, detail, why };
};

export const toChecks = (explanation: PairExplanation, verdict: VerdictResponse): readonly CheckView[] =>
  verdict.gates.map((report, index) => toCheck(report, index + 1, explanation, verdict));
