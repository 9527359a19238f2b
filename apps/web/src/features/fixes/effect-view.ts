/** What a fix changes elsewhere, as a short list whose names lead to the cells. */
import type { EffectResponse, ModelName, RuntimeName } from "@ome-matrix/contract";
import { escapeControls } from "@ome-matrix/matcher";
import { named } from "../../reasons/fix-words.ts";
import { counted, listed, type Part, type Phrase, pairLink, phrase } from "../../reasons/phrase.ts";

export interface EffectLine {
  readonly label: string;
  readonly texts: readonly Phrase[];
  readonly tone: "plain" | "attention";
}

const shownFirst = 6;

const withRest = (items: readonly Phrase[], total = items.length): readonly Phrase[] => {
  const rest = total - Math.min(items.length, shownFirst);
  return rest > 0 ? [...items.slice(0, shownFirst), phrase`and ${rest.toLocaleString("en")} more`] : items;
};

/** A link to the cell, under both names. */
const cell = (model: ModelName, runtime: RuntimeName): Part => ({
  part: "link",
  text: `${escapeControls(model.name)} × ${escapeControls(runtime.name)}`,
  modelKey: model.key,
  runtimeKey: runtime.key,
});

type Where = Pick<EffectResponse["winners"][number], "namespaces" | "everywhereElse">;

/** Nothing, where it holds in all namespaces. */
const where = ({ namespaces, everywhereElse }: Where): Phrase => {
  if (everywhereElse) return phrase``;
  if (namespaces.length === 0) return phrase``;
  const shown = namespaces.slice(0, 3).map((name) => named(name));
  return phrase` in ${listed(namespaces.length > 3 ? [...shown, `${namespaces.length - 3} more`] : shown)}`;
};

type Pair = EffectResponse["pairs"][number];

const isGain = ({ before, after }: Pair): boolean => before === "none" && after !== "none";
const isLoss = ({ before, after }: Pair): boolean => before !== "none" && after === "none";

const pairs = (label: string, count: number, list: readonly Pair[], tone: EffectLine["tone"]): EffectLine => {
  if (count === 0) return { label, texts: [phrase`none`], tone: "plain" };
  const cells = list.map(({ model, runtime, after }) =>
    after === "named" ? phrase`${cell(model, runtime)}, by naming it only` : phrase`${cell(model, runtime)}`,
  );
  const [first, ...others] = withRest(cells, count);
  return {
    label,
    texts: [phrase`${counted(count, "pair")}: ${first ?? ""}`, ...others],
    tone,
  };
};

/** Neither gained nor lost: automatic selection starts or stops to reach what matches anyway. */
const reachChanges = (list: readonly Pair[]): readonly EffectLine[] => {
  const now = list.filter(({ before, after }) => before === "named" && after === "automatic");
  const noLonger = list.filter(({ before, after }) => before === "automatic" && after === "named");
  const line = (label: string, changed: readonly Pair[], tone: EffectLine["tone"]): readonly EffectLine[] =>
    changed.length === 0
      ? []
      : [{ label, texts: withRest(changed.map(({ model, runtime }) => phrase`${cell(model, runtime)}`)), tone }];
  return [...line("Now automatic", now, "plain"), ...line("Only by name", noLonger, "attention")];
};

const winners = ({ winners: changes }: EffectResponse): EffectLine => {
  if (changes.length === 0) return { label: "OME’s choice", texts: [phrase`stays for every model`], tone: "plain" };
  const texts = changes.map(({ model, before, after, ...there }) => {
    const name = named(model.name);
    if (after === undefined)
      return phrase`none any more for ${name}${where(there)}${before === undefined ? "" : phrase`; it was ${pairLink(model, before)}`}`;
    return before === undefined
      ? phrase`picks ${pairLink(model, after)} for ${name}${where(there)}, which has none now`
      : phrase`picks ${pairLink(model, after)} instead of ${pairLink(model, before)} for ${name}${where(there)}`;
  });
  return { label: "OME’s choice", texts: withRest(texts), tone: "plain" };
};

const ties = ({ ties: list }: EffectResponse): readonly EffectLine[] =>
  list.length === 0
    ? []
    : [
        {
          label: "Ties",
          texts: withRest(
            list.map(
              ({ model, runtimes, ...there }) =>
                phrase`${listed(runtimes.map((runtime) => pairLink(model, runtime)))} are equal for ${named(model.name)}${where(there)}; the name decides`,
            ),
          ),
          tone: "attention",
        },
      ];

type Service = EffectResponse["services"][number];
type Outcome = Service["after"];

const runtimeOf = ({ runtime }: Outcome, { model }: Service): Phrase =>
  runtime === undefined
    ? phrase`its runtime`
    : model === undefined
      ? phrase`${named(runtime.name)}`
      : phrase`${pairLink(model, runtime)}`;

const outcomes: { readonly [Code in Outcome["code"]]: (outcome: Outcome, service: Service) => Phrase } = {
  "no-service": () => phrase`is not there`,
  "service-unreadable": () => phrase`cannot be read`,
  "model-not-found": () => phrase`names a model that does not exist`,
  "model-unreadable": () => phrase`has a model that cannot be read`,
  "model-disabled": () => phrase`has a model that is disabled`,
  "model-elsewhere": () => phrase`has a model whose files are in another namespace`,
  "model-sharded": () => phrase`has a Sharded model, which cannot be served`,
  "no-model": () => phrase`names neither a model nor a runtime`,
  selected: (outcome, service) => phrase`gets ${runtimeOf(outcome, service)}`,
  "nothing-selected": () => phrase`gets no runtime`,
  "runtime-not-found": () => phrase`names a runtime that does not exist`,
  declares: (outcome, service) => phrase`names ${runtimeOf(outcome, service)}, which declares its model`,
  "does-not-declare": (outcome, service) =>
    phrase`names ${runtimeOf(outcome, service)}, which does not declare its model`,
  "named-without-model": (outcome, service) => phrase`names ${runtimeOf(outcome, service)} and no model`,
  "runtime-disabled": (outcome, service) => phrase`names ${runtimeOf(outcome, service)}, which is disabled`,
  "runtime-unreadable": (outcome, service) => phrase`needs ${runtimeOf(outcome, service)}, which cannot be read`,
  "inheritance-broken": (outcome, service) => phrase`names ${runtimeOf(outcome, service)}, whose inheritance is broken`,
  "model-without-format": () => phrase`has a model without a format`,
};

const services = (effect: EffectResponse): EffectLine => {
  if (effect.services.length === 0) return { label: "Services", texts: [phrase`none changes`], tone: "plain" };
  const texts = effect.services.map((service) => {
    const name = named(`${service.service.namespace}/${service.service.name}`);
    const after = outcomes[service.after.code](service.after, service);
    const was =
      service.before.code === "selected" ? phrase` instead of ${runtimeOf(service.before, service)}` : phrase``;
    const now = service.before.code === "nothing-selected" ? phrase`, now without a runtime,` : phrase``;
    return phrase`${name}${now} ${after}${service.after.code === "selected" ? was : ""}`;
  });
  return { label: "Services", texts: withRest(texts), tone: "plain" };
};

export const toEffectLines = (effect: EffectResponse): readonly EffectLine[] => [
  pairs("Gains", effect.gained, effect.pairs.filter(isGain), "plain"),
  pairs("Loses", effect.lost, effect.pairs.filter(isLoss), "attention"),
  ...reachChanges(effect.pairs),
  winners(effect),
  ...ties(effect),
  services(effect),
];
