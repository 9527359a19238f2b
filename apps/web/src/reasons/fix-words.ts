/**
 * Words for fixes: what is changed and why, what it claims, what was verified. Complete by type, as reason-words.ts.
 * Warnings and refusals have files of their own.
 */
import type { FixResponse } from "@ome-matrix/contract";
import type { ClaimCode, FixCode, FixRisk } from "@ome-matrix/matcher";
import { escapeControls } from "@ome-matrix/matcher";
import { fieldLabel } from "./field-label.ts";
import { capitalized, code, listed, type Part, type Phrase, phrase, shownValue, strong, value } from "./phrase.ts";

/** One value that a fix changes. */
export interface EditFact {
  readonly side: "model" | "runtime" | "service";
  /** Below the model's `spec` or the entry, as in a mismatch; else below `spec`, or the whole path. */
  readonly path: string;
  /** Of the runtime's list, counted from 1; set where the value belongs to one. */
  readonly entry: number | undefined;
  readonly before: string | undefined;
  /** Absent: removed. */
  readonly after: string | undefined;
}

export interface FixFacts {
  readonly model: string;
  readonly runtime: string;
  /** `namespace/name`, when the pair is seen from an InferenceService. */
  readonly service: string | undefined;
  /** The entry that is changed or asked, counted from 1. */
  readonly entry: number | undefined;
  readonly edits: readonly EditFact[];
  /** An entry of its own takes the place of those that the runtime inherits. */
  readonly hidesInherited: boolean;
}

export const named = (name: string): Part => strong(escapeControls(name));

/** What an object's state is called where a sentence speaks of it. */
const entryOf = (facts: FixFacts): Phrase =>
  facts.entry === undefined ? phrase`the entry` : phrase`entry ${facts.entry}`;

const startsWith = (prefix: string) => (edit: EditFact) => edit.path === prefix || edit.path.startsWith(`${prefix}.`);
const ofSide = (side: EditFact["side"], { edits }: FixFacts) => edits.filter((edit) => edit.side === side);
const isPipeline = startsWith("diffusionPipeline");
const isRange = startsWith("modelSizeRange");
const labelsOf = (edits: readonly EditFact[]): Phrase =>
  listed([...new Set(edits.map(({ path }) => fieldLabel(path)))]);
/** Name and version of one thing are that thing. */
const filledOf = (edits: readonly EditFact[]): Phrase => {
  const paths = new Set(edits.map(({ path }) => path));
  const isWhole = (key: string) => paths.has(`${key}.name`) && paths.has(`${key}.version`);
  const whole: Readonly<Record<string, string>> = { modelFormat: "format", modelFramework: "framework" };
  const labels = edits.map(({ path }) => {
    const [key = ""] = path.split(".");
    const label = whole[key];
    return label !== undefined && isWhole(key) ? label : fieldLabel(path);
  });
  return listed([...new Set(labels)]);
};
const serviceOf = ({ service }: FixFacts): Phrase =>
  service === undefined ? phrase`the InferenceService` : phrase`InferenceService ${named(service)}`;

/** `class QwenImagePipeline and a diffusers transformer`. */
export const sayPipeline = (edits: readonly Pick<EditFact, "path" | "after">[]): Phrase => {
  const parts = new Map<string, { library?: string; type?: string }>();
  const said: Phrase[] = [];
  for (const { path, after } of edits) {
    if (after === undefined) continue;
    if (path === "diffusionPipeline.className") {
      said.push(phrase`class ${value(after)}`);
      continue;
    }
    const [, component, leaf] =
      /^diffusionPipeline\.(?:additionalComponents\.)?(.+)\.(library|type)$/su.exec(path) ?? [];
    if (component === undefined) said.push(phrase`${fieldLabel(path)} ${value(after)}`);
    else parts.set(component, { ...parts.get(component), [leaf === "type" ? "type" : "library"]: after });
  }
  for (const [component, { library, type }] of parts) {
    const name = shownValue(component);
    if (library === undefined) said.push(phrase`${name} ${value(type ?? "")}`);
    else if (type === undefined) said.push(phrase`a ${value(library)} ${name}`);
    else said.push(phrase`${name} ${value(type)} of ${value(library)}`);
  }
  return listed(said);
};

const correction = (edits: readonly EditFact[]): Phrase =>
  listed(
    edits.map(({ before, after }) =>
      after === undefined
        ? phrase`a value cannot be read`
        : phrase`OME cannot read ${value(before ?? "")}; it can only mean ${value(after)}`,
    ),
  );

const bounds: Readonly<Record<string, string>> = {
  "modelSizeRange.min": "lower bound",
  "modelSizeRange.max": "upper bound",
};

const sayRangeEdits = (facts: FixFacts): Phrase => {
  const range = phrase`of ${named(facts.runtime)}’s size range`;
  return listed(
    ofSide("runtime", facts)
      .filter(isRange)
      .map(({ path, after }) =>
        after === undefined
          ? phrase`drop the ${bounds[path] ?? "bounds"} ${range}`
          : phrase`set the ${bounds[path] ?? "bounds"} ${range} to ${value(after)}`,
      ),
  );
};

const entryEdits = (facts: FixFacts): readonly EditFact[] =>
  ofSide("runtime", facts).filter(({ entry, path }) => entry !== undefined && path !== "name");

/** Entries that get a name besides what is changed; undefined where none does. */
export const sayOwnNames = (facts: FixFacts): Phrase | undefined => {
  const entries = ofSide("runtime", facts).flatMap(({ entry, path }) => (path === "name" && entry ? [entry] : []));
  if (entries.length === 0) return undefined;
  const which = entries.length === 1 ? phrase`Entry` : phrase`Entries`;
  const get = entries.length === 1 ? "gets a name of its own" : "get names of their own";
  return phrase`${which} ${listed(entries.map((entry) => phrase`${entry}`))} ${get}, since the webhook refuses different priorities under one name.`;
};

const sayEntryEdits = (facts: FixFacts): Phrase =>
  listed(
    entryEdits(facts).map(({ path, after }) =>
      after === undefined ? phrase`drop its ${fieldLabel(path)}` : phrase`${fieldLabel(path)} becomes ${value(after)}`,
    ),
  );

const firstAfter = (facts: FixFacts, path: string): string | undefined =>
  facts.edits.find((edit) => edit.path === path)?.after;

interface FixSentences {
  /** What is done, without a full stop; begins with a small letter, so that two can be joined. */
  readonly title: (facts: FixFacts) => Phrase;
  /** Why that helps, in one sentence. */
  readonly why: (facts: FixFacts) => Phrase;
}

export const fixWords: { readonly [Code in FixCode]: FixSentences } = {
  "model/fill-field": {
    title: (facts) => {
      const edits = ofSide("model", facts);
      return edits.every(isPipeline)
        ? phrase`record the pipeline on ${named(facts.model)}`
        : phrase`fill in the ${filledOf(edits)} of ${named(facts.model)}`;
    },
    why: (facts) => {
      const edits = ofSide("model", facts);
      const pipeline = edits.filter(isPipeline);
      const others = edits.filter((edit) => !isPipeline(edit));
      const asked = [
        ...(pipeline.length === 0 ? [] : [sayPipeline(pipeline)]),
        ...others.map(({ path, after }) => phrase`${fieldLabel(path)} ${value(after ?? "")}`),
      ];
      return phrase`${capitalized(facts.entry === undefined ? "the entry" : `entry ${facts.entry}`)} asks for ${listed(asked)}, and the model states none.`;
    },
  },
  "model/record-pipeline": {
    title: ({ model }) => phrase`record the whole pipeline on ${named(model)}`,
    why: () => phrase`It is what OME would record from the ${code("model_index.json")} you pasted.`,
  },
  "model/correct-value": {
    title: (facts) => phrase`correct the ${labelsOf(ofSide("model", facts))} of ${named(facts.model)}`,
    why: (facts) => phrase`${correction(ofSide("model", facts))}.`,
  },
  "runtime/correct-value": {
    title: (facts) => phrase`correct the ${labelsOf(correctedOn(facts))} of ${named(facts.runtime)}`,
    why: (facts) => phrase`${correction(correctedOn(facts))}.`,
  },
  "runtime/auto-select": {
    title: ({ runtime }) => phrase`let OME pick ${named(runtime)} by itself`,
    why: (facts) => phrase`${capitalizedEntry(facts)} matches the model; only ${code("autoSelect: true")} is missing.`,
  },
  "runtime/append-entry": {
    title: ({ model, runtime }) => phrase`append an entry for ${named(model)} to ${named(runtime)}`,
    why: (facts) =>
      facts.hidesInherited
        ? phrase`Adds a first entry of its own with the model’s values. It takes the place of all entries that the runtime inherits, for InferenceServices that name it.`
        : phrase`Adds ${entryOf(facts)} with the model’s own values. What matches today still matches.`,
  },
  "service/model-kind": {
    title: (facts) => phrase`correct the kind of the model on ${serviceOf(facts)}`,
    why: () =>
      phrase`The InferenceService asks for a model of another kind than the one that its name means, and so gets no workload.`,
  },
  "service/name-runtime": {
    title: (facts) =>
      facts.service === undefined
        ? phrase`name ${named(facts.runtime)} in an InferenceService`
        : phrase`name ${named(facts.runtime)} on ${serviceOf(facts)}`,
    why: () => phrase`A named runtime is taken as it is: OME does not rank it, and its checks only warn.`,
  },
  "service/accelerator-class": {
    title: (facts) => {
      const [edit] = ofSide("service", facts);
      return edit?.after === undefined
        ? phrase`take the accelerator class off ${serviceOf(facts)}`
        : phrase`ask for accelerator class ${value(edit.after)} on ${serviceOf(facts)}`;
    },
    why: (facts) => {
      const before = ofSide("service", facts)[0]?.before;
      return before === undefined
        ? phrase`The runtime does not list the class that the InferenceService asks for.`
        : phrase`The runtime does not list ${value(before)}, which the InferenceService asks for.`;
    },
  },
  "service/deployment-mode": {
    title: (facts) => {
      const after = ofSide("service", facts).find((edit) => edit.after !== undefined)?.after;
      return after === undefined
        ? phrase`leave the deployment mode of ${serviceOf(facts)} open`
        : phrase`ask for deployment mode ${value(after)} on ${serviceOf(facts)}`;
    },
    why: () => phrase`The runtime is made for one deployment mode, and the InferenceService asks for another.`,
  },
  "model/enable": {
    title: ({ model }) => phrase`enable the model ${named(model)}`,
    why: () =>
      phrase`OME refuses every InferenceService with a disabled model. Ask whoever disabled it before you enable it.`,
  },
  "model/distribute-per-node": {
    title: ({ model }) => phrase`set the distribution of ${named(model)} to ${code("PerNode")}`,
    why: () => phrase`OME cannot serve sharded models yet, so every entry refuses them.`,
  },
  "model/clear-field": {
    title: (facts) => phrase`remove the ${labelsOf(ofSide("model", facts))} from ${named(facts.model)}`,
    why: (facts) =>
      phrase`${capitalizedEntry(facts)} asks for none. OME never reads this model’s files, so it stays removed.`,
  },
  "runtime/size-range": {
    title: sayRangeEdits,
    why: () => phrase`The model’s size lies outside the range.`,
  },
  "runtime/accelerator-class": {
    title: (facts) => phrase`list the accelerator class on ${named(facts.runtime)}`,
    why: () => phrase`The InferenceService asks for a class that the runtime does not list.`,
  },
  "runtime/deployment-mode": {
    title: (facts) => {
      const after = ofSide("runtime", facts).find((edit) => edit.after !== undefined)?.after;
      return after === undefined
        ? phrase`leave the deployment mode of ${named(facts.runtime)} open`
        : phrase`set the deployment mode of ${named(facts.runtime)} to ${value(after)}`;
    },
    why: () => phrase`The InferenceService asks for another deployment mode than the runtime is made for.`,
  },
  "runtime/enable": {
    title: ({ runtime }) => phrase`enable ${named(runtime)}`,
    why: () => phrase`OME passes over a disabled runtime before it looks at anything else.`,
  },
  "runtime/weight": {
    title: (facts) => phrase`give ${entryOf(facts)} of ${named(facts.runtime)} weights of 1`,
    why: () => phrase`Its weights keep the score at 0 or below, and OME only picks a runtime with a score above 0.`,
  },
  "runtime/priority": {
    title: (facts) => {
      const priority = firstAfter(facts, "priority");
      return priority === undefined
        ? phrase`make ${named(facts.runtime)} win`
        : phrase`make ${named(facts.runtime)} win with priority ${priority}`;
    },
    why: (facts) =>
      phrase`The smallest priority of ${entryOf(facts)} with which OME picks this runtime instead of the one it picks now.`,
  },
  "runtime/change-entry": {
    title: (facts) => phrase`change ${entryOf(facts)} of ${named(facts.runtime)}: ${sayEntryEdits(facts)}`,
    why: (facts) =>
      entryEdits(facts).every(({ after }) => after === undefined)
        ? phrase`The entry then no longer asks for it, of no model.`
        : phrase`The entry then asks for what this model states. Models that match it today may be lost.`,
  },
};

function correctedOn(facts: FixFacts): readonly EditFact[] {
  const ofRuntime = ofSide("runtime", facts);
  const corrected = ofRuntime.filter((edit) => isRange(edit) || /^model(Format|Framework)[.]version$/u.test(edit.path));
  return corrected.length === 0 ? ofRuntime : corrected;
}

function capitalizedEntry(facts: FixFacts): string {
  return facts.entry === undefined ? "The entry" : `Entry ${facts.entry}`;
}

/** What a fix of this kind costs, in a few words for a folded line. */
export const fixRiskWords: { readonly [Risk in FixRisk]: string } = {
  "fill-model": "fills in what OME left empty",
  "correct-value": "corrects what cannot be read",
  "enable-auto-select": "other services may get the runtime, too",
  "append-entry": "nothing that matches today is lost",
  "change-service": "changes this one InferenceService only",
  "change-model": "replaces or removes a value of the model",
  "change-runtime": "other models may gain or lose the runtime",
};

type Claim = FixResponse["claims"][number];

/** What claims of one kind say together; goes after "claims that". */
export const claimWords: { readonly [Code in ClaimCode]: (claims: readonly Claim[]) => Phrase } = {
  "runtime-loads-model": (claims) => {
    if (claims.some(({ path }) => path === "")) return phrase`the runtime’s image can load this model`;
    return phrase`the runtime’s image can load models ${listed(
      claims.map(({ path, value: text }) =>
        text === undefined
          ? phrase`whatever their ${fieldLabel(path)}`
          : phrase`with ${fieldLabel(path)} ${value(text)}`,
      ),
    )}`;
  },
  "files-say": (claims) => {
    const stated = claims.filter((claim) => claim.value !== undefined);
    const absent = claims.filter((claim) => claim.value === undefined);
    const says = phrase`the model’s files say ${listed(
      stated.map(({ path, value: text }) => phrase`${fieldLabel(path)} ${value(text ?? "")}`),
    )}`;
    const states = phrase`the model’s files state no ${listed(
      absent.map(({ path }) => fieldLabel(path)),
      "or",
    )}`;
    return listed([...(stated.length === 0 ? [] : [says]), ...(absent.length === 0 ? [] : [states])]);
  },
  "runtime-carries-size": (claims) => phrase`a model of ${valuesOf(claims)} runs on this runtime`,
  "runtime-runs-on-class": (claims) => phrase`the runtime runs on accelerator class ${valuesOf(claims)}`,
  "runtime-runs-in-mode": (claims) => phrase`the runtime works in deployment mode ${valuesOf(claims)}`,
  "service-does-without": (claims) => phrase`the InferenceService can do without ${valuesOf(claims)}`,
  "node-holds-model": () => phrase`every node has room for the whole model`,
};

function valuesOf(claims: readonly Claim[]): Phrase {
  return listed([...new Set(claims.flatMap((claim) => claim.value ?? []))].map(value));
}

type Verified = FixResponse["verified"];

/** After "would not be selected automatically": what is still in the way. */
export const remainsWords: { readonly [Code in NonNullable<Verified["remains"]>]: Phrase } = {
  "auto-select/not-enabled": phrase`no entry sets ${code("autoSelect: true")}`,
  "auto-select/not-on-matching-entry": phrase`the matching entry does not set ${code("autoSelect: true")}`,
  "score/not-positive": phrase`the score is not above 0`,
};

const matched = ({ entry, score }: Verified): Phrase =>
  phrase`${entry === undefined ? "matches" : `matches entry ${entry + 1}`}, score ${String(score)}`;

const ranked = ({ rank, of }: Verified): string =>
  rank === undefined ? "" : of === undefined ? `, rank ${rank}` : `, rank ${rank} of ${of}`;

/** After "Verified:", without the full stop. */
export const sayVerified = (verified: Verified): Phrase => {
  const said = verified.matches
    ? outcomeWords[verified.outcome](verified)
    : verified.outcome === "named"
      ? outcomeWords.named(verified)
      : phrase`enabled, and this runtime still does not match it`;
  return verified.modelDisabled === true
    ? phrase`${said}; but the model is disabled, and OME refuses every InferenceService with it`
    : said;
};

const outcomeWords: { readonly [Outcome in Verified["outcome"]]: (verified: Verified) => Phrase } = {
  selected: (verified) => phrase`${matched(verified)}${ranked(verified)}, selected automatically`,
  candidate: (verified) => phrase`${matched(verified)}${ranked(verified)}, would not be selected automatically`,
  "pin-only": (verified) =>
    phrase`${matched(verified)}, would not be selected automatically${
      verified.remains === undefined ? "" : phrase`: ${remainsWords[verified.remains]}`
    }`,
  named: (verified) =>
    verified.matches
      ? phrase`named, and the runtime declares the model${verified.entry === undefined ? "" : ` in entry ${verified.entry + 1}`}`
      : phrase`named, but the runtime does not declare the model: OME warns and goes on`,
};

type RefusedName = NonNullable<FixResponse["changes"][number]["refused"]>;

/** Why there is no command. */
export const refusedNameWords: { readonly [Code in RefusedName]: Phrase } = {
  "name-refused": phrase`No command: the API would refuse an object of this name, so there is none to patch in a cluster.`,
  "namespace-refused": phrase`No command: the API would refuse a namespace of this name, so there is no such object in a cluster.`,
  "namespace-missing": phrase`No command: objects of this kind live in a namespace, and this one names none.`,
};
