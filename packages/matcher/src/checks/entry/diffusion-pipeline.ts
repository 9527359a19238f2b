import type { FieldComparison, Mismatch } from "../../reasons.ts";
import { type DiffusionComponent, type DiffusionPipeline, pipelineComponents } from "../../resources.ts";
import { type EntryCheck, nothingToSay, toComparison, toMismatch } from "../check.ts";

const field = "pipeline";
const root = "diffusionPipeline";

/**
 * What the entry leaves out is not compared; what it sets must be on the model (spec 2.8). In OME's order:
 * 1. a pipeline at all; 2. the class; 3. the five components; 4. the additional components, by ascending key.
 * OME stops at the first mismatch. This check goes on, and marks the first one.
 */
export const diffusionPipeline: EntryCheck = (model, entry) => {
  const asked = entry.diffusionPipeline;
  const recorded = model.spec.diffusionPipeline;
  if (asked === undefined && recorded === undefined) return nothingToSay;
  const fields: FieldComparison[] = [];
  const mismatches: Mismatch[] = [];
  const report: Report = (values) => {
    mismatches.push(toMismatch({ ...values, field, namedByOme: mismatches.length === 0 }));
  };
  if (asked !== undefined && recorded === undefined) {
    report({ code: "pipeline/missing-on-model", path: root });
    fields.push(toComparison({ path: root, field }, "differs"));
  }
  const comparable = asked !== undefined && recorded !== undefined;

  const className = {
    path: `${root}.className`,
    field,
    model: recorded?.className,
    runtime: asked?.className,
  } as const;
  let ofAnotherKind = false;
  if (className.runtime !== undefined && comparable && className.model !== className.runtime) {
    ofAnotherKind = className.model !== undefined;
    report({ ...className, code: ofAnotherKind ? "pipeline-class/differs" : "pipeline-class/missing-on-model" });
    fields.push(toComparison(className, "differs"));
  } else if (className.model !== undefined || className.runtime !== undefined) {
    fields.push(toComparison(className, outcomeOf(className.runtime === undefined, comparable)));
  }

  for (const name of pipelineComponents) {
    compareComponent({
      name,
      path: `${root}.${name}`,
      recorded: recorded?.[name],
      asked: asked?.[name],
      comparable,
      report,
      fields,
    });
  }
  compareAdditional(asked, recorded, comparable, report, fields);
  return { mismatches, fields, ofAnotherKind };
};

type Report = (values: Omit<Parameters<typeof toMismatch>[0], "field" | "namedByOme">) => void;

function outcomeOf(notAsked: boolean, comparable: boolean): FieldComparison["outcome"] {
  if (notAsked) return "not-asked";
  return comparable ? "same" : "not-compared";
}

/** The entry only compares what it sets, and `""` is the same as unset here. */
function compareComponent(component: {
  readonly name: string;
  readonly path: string;
  readonly recorded: DiffusionComponent | undefined;
  readonly asked: DiffusionComponent | undefined;
  readonly comparable: boolean;
  readonly report: Report;
  readonly fields: FieldComparison[];
}): void {
  const { name, path, recorded, asked, comparable, report, fields } = component;
  if (asked === undefined && recorded === undefined) return;
  const isMissing = asked !== undefined && recorded === undefined && comparable;
  if (isMissing) report({ code: "pipeline-component/missing-on-model", path, component: name });
  const asksForPresenceOnly = asked !== undefined && !asked.library && !asked.type;
  if (isMissing || asksForPresenceOnly) {
    fields.push(toComparison({ path, field }, isMissing ? "differs" : outcomeOf(false, comparable)));
  }
  for (const part of ["library", "type"] as const) {
    const values = { path: `${path}.${part}`, field, model: recorded?.[part], runtime: asked?.[part] } as const;
    if (values.model === undefined && values.runtime === undefined) continue;
    const canCompare = comparable && recorded !== undefined;
    if (canCompare && textDiffers(values.runtime, values.model)) {
      report({ ...values, code: `pipeline-${part}/differs`, component: name });
      fields.push(toComparison(values, "differs"));
    } else {
      fields.push(toComparison(values, outcomeOf(!values.runtime, canCompare)));
    }
  }
}

/** Components of the model that an entry does not ask for are shown up to this number: there may be thousands. */
const unaskedShown = 100;

function compareAdditional(
  asked: DiffusionPipeline | undefined,
  recorded: DiffusionPipeline | undefined,
  comparable: boolean,
  report: Report,
  fields: FieldComparison[],
): void {
  const askedComponents = asked?.additionalComponents ?? new Map<string, DiffusionComponent>();
  const recordedComponents = recorded?.additionalComponents ?? new Map<string, DiffusionComponent>();
  for (const name of [...askedComponents.keys()].sort()) {
    const path = `${root}.additionalComponents.${name}`;
    const component = recordedComponents.get(name);
    if (comparable && component === undefined) {
      // With none at all on the model OME has one sentence for all keys; each is still a point of its own.
      const code =
        recordedComponents.size === 0
          ? "additional-components/missing-on-model"
          : "additional-component/missing-on-model";
      report({ code, path, component: name });
      fields.push(toComparison({ path, field }, "differs"));
    }
    const isKnownMissing = comparable && component === undefined;
    compareComponent({
      name,
      path,
      recorded: component,
      asked: isKnownMissing ? withoutPresence(askedComponents.get(name)) : askedComponents.get(name),
      comparable: comparable && !isKnownMissing,
      report,
      fields,
    });
  }
  let shown = 0;
  for (const [name, component] of recordedComponents) {
    if (shown >= unaskedShown) break;
    if (askedComponents.has(name)) continue;
    shown++;
    const path = `${root}.additionalComponents.${name}`;
    compareComponent({ name, path, recorded: component, asked: undefined, comparable, report, fields });
  }
}

/** A component that asks for presence only has had its row when it is missing. */
function withoutPresence(component: DiffusionComponent | undefined): DiffusionComponent | undefined {
  return component?.library || component?.type ? component : undefined;
}

/**
 * How many points of a pipeline differ, by the same rules and without a report: for many pairs at once.
 * A missing pipeline is one point, the class one, and each component one, whatever differs about it (design, section 3).
 */
export function countPipelineDifferences(
  asked: DiffusionPipeline | undefined,
  recorded: DiffusionPipeline | undefined,
): { readonly differences: number; readonly ofAnotherKind: boolean } {
  if (asked === undefined) return { differences: 0, ofAnotherKind: false };
  if (recorded === undefined) return { differences: 1, ofAnotherKind: false };
  const classDiffers = asked.className !== undefined && asked.className !== recorded.className;
  let differences = classDiffers ? 1 : 0;
  for (const name of pipelineComponents) {
    if (componentDiffers(asked[name], recorded[name])) differences++;
  }
  for (const [name, component] of asked.additionalComponents ?? []) {
    if (componentDiffers(component, recorded.additionalComponents?.get(name))) differences++;
  }
  return { differences, ofAnotherKind: classDiffers && recorded.className !== undefined };
}

function componentDiffers(asked: DiffusionComponent | undefined, recorded: DiffusionComponent | undefined): boolean {
  if (asked === undefined) return false;
  if (recorded === undefined) return true;
  return textDiffers(asked.library, recorded.library) || textDiffers(asked.type, recorded.type);
}

function textDiffers(asked: string | undefined, recorded: string | undefined): boolean {
  return asked ? asked !== (recorded ?? "") : false;
}
