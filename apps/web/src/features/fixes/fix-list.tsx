import { useId, useState } from "react";
import { toPreview } from "../../api/links.ts";
import type { View } from "../../api/queries.ts";
import { plainText } from "../../reasons/phrase.ts";
import { PhraseText } from "../../reasons/phrase-text.tsx";
import { Button } from "../../ui/button.tsx";
import { Disclosure } from "../../ui/disclosure.tsx";
import type { Form } from "./commands-view.ts";
import { FixCard, type FixCardProps } from "./fix-card.tsx";
import { FixLine } from "./fix-line.tsx";
import type { FixCardView, FixesView, RefusalView } from "./fixes-view.ts";
import type { Previews } from "./use-fixes.ts";

export interface FixListProps {
  readonly fixes: FixesView;
  readonly pair: { readonly modelKey: string; readonly runtimeKey: string };
  readonly view: View;
  readonly previews: Previews;
  /** Without it all cards are folded at first. */
  readonly firstIsOpen: boolean;
}

/** Enough to see why; the rest on request. */
const shownRefusals = 3;

const Refusal = ({ refusal, onShow }: { readonly refusal: RefusalView; readonly onShow: (id: string) => void }) => (
  <li>
    <span className="refusals__what">
      <PhraseText sentence={refusal.what} />.
    </span>{" "}
    <PhraseText sentence={refusal.why} />
    {refusal.fixes.length === 0 && refusal.others === undefined ? null : (
      <span className="refusals__instead">
        {" "}
        Instead:{" "}
        {refusal.fixes.map(({ id, number, title }, index) => (
          <span key={id}>
            {index === 0 ? "" : ", or "}
            <Button
              look="text"
              small
              className="refusals__fix"
              title={plainText(title)}
              aria-label={`fix ${number}: ${plainText(title)}`}
              onClick={() => onShow(id)}
            >
              fix {number}
            </Button>
          </span>
        ))}
        {refusal.fixes.length > 0 && refusal.others !== undefined ? ", or " : ""}
        {refusal.others === undefined ? null : <PhraseText sentence={refusal.others} />}.
      </span>
    )}
  </li>
);

interface RefusalsProps {
  readonly refusals: readonly RefusalView[];
  readonly onShow: (id: string) => void;
}

const RefusalItems = ({ refusals, onShow }: RefusalsProps) => (
  <ul className="refusals__list">
    {refusals.map((refusal) => (
      <Refusal key={`${plainText(refusal.what)} ${plainText(refusal.why)}`} refusal={refusal} onShow={onShow} />
    ))}
  </ul>
);

const Refusals = ({ refusals, onShow }: RefusalsProps) => {
  const id = useId();
  if (refusals.length === 0) return null;
  const more = refusals.slice(shownRefusals);
  return (
    <section className="refusals" aria-labelledby={id}>
      <h3 id={id}>Not offered, and why</h3>
      <RefusalItems refusals={refusals.slice(0, shownRefusals)} onShow={onShow} />
      {more.length === 0 ? null : (
        <Disclosure summary={`${more.length} more`}>
          <RefusalItems refusals={more} onShow={onShow} />
        </Disclosure>
      )}
    </section>
  );
};

const Malformed = ({ malformed }: Pick<FixesView, "malformed">) =>
  malformed.map((sentence) => (
    <FixLine key={plainText(sentence)} icon="warning" tone="attention">
      <PhraseText sentence={sentence} />
    </FixLine>
  ));

/** Where a preview leads; nowhere for what needs evidence that no address can hold. */
const toCardPreview = (
  { id, body }: FixCardView,
  { pair, view, previews }: Pick<FixListProps, "pair" | "view" | "previews">,
): FixCardProps["preview"] => {
  if (body === undefined) return undefined;
  const isPlain = previews.plain.has(id);
  if (!isPlain && previews.evidence === "too-long") return "too-long";
  const evidence = isPlain || previews.evidence === "too-long" ? undefined : previews.evidence?.text;
  return toPreview({ ...pair, fixId: id, evidence }, view);
};

/** The fixes of a pair, least risk first: the first open, the others one line each with what they cost. */
export const FixList = ({ fixes, pair, view, previews, firstIsOpen }: FixListProps) => {
  const listId = useId();
  const [form, setForm] = useState<Form>("bash");
  // What the reader opened or closed, by the fix's name: a list that is fetched again stays as it is.
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map());
  const isOpen = (id: string, index: number) => toggled.get(id) ?? (firstIsOpen && index === 0);
  const set = (id: string, open: boolean) => setToggled(new Map(toggled).set(id, open));
  const anchorOf = (index: number) => `${listId}-${index}`;
  const show = (id: string) => {
    set(id, true);
    document.getElementById(anchorOf(fixes.cards.findIndex((card) => card.id === id)))?.focus();
  };
  return (
    <div className="fixes">
      <Malformed malformed={fixes.malformed} />
      {fixes.cards.map((card, index) => (
        <FixCard
          key={card.id}
          card={card}
          number={index + 1}
          anchor={anchorOf(index)}
          isOpen={isOpen(card.id, index)}
          onToggle={() => set(card.id, !isOpen(card.id, index))}
          form={form}
          onForm={setForm}
          preview={toCardPreview(card, { pair, view, previews })}
        />
      ))}
      {fixes.settled === undefined ? null : (
        <FixLine icon="check" tone="pass">
          <PhraseText sentence={fixes.settled} /> There is nothing to change.
        </FixLine>
      )}
      {fixes.cards.length > 0 || fixes.settled !== undefined ? null : (
        <p className="fix__quiet">No honest change of these objects makes OME serve the model with this runtime.</p>
      )}
      <Refusals refusals={fixes.refusals} onShow={show} />
    </div>
  );
};
