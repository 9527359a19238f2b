import { Link } from "@tanstack/react-router";
import { useId } from "react";
import type { toPreview } from "../../api/links.ts";
import { plainText, shownText } from "../../reasons/phrase.ts";
import { PhraseText } from "../../reasons/phrase-text.tsx";
import { CodeBlock } from "../../ui/code-block.tsx";
import { Icon } from "../../ui/icon.tsx";
import { CommandTabs } from "./command-tabs.tsx";
import type { Form } from "./commands-view.ts";
import { DiffTable } from "./diff-table.tsx";
import { EffectList } from "./effect-list.tsx";
import { FixLine } from "./fix-line.tsx";
import type { ChangeView, FixCardView } from "./fixes-view.ts";

export interface FixCardProps {
  readonly card: FixCardView;
  readonly number: number;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  readonly form: Form;
  readonly onForm: (form: Form) => void;
  /** Where the preview leads; absent where there is nothing to apply. */
  readonly preview: ReturnType<typeof toPreview> | "too-long" | undefined;
  /** So that a link inside the list finds the card. */
  readonly anchor: string;
}

const Change = ({
  change,
  count,
  index,
}: {
  readonly change: ChangeView;
  readonly count: number;
  readonly index: number;
}) => (
  <>
    {count === 1 ? null : (
      <p className="fix__step">
        Change {index + 1} of {count}
      </p>
    )}
    <DiffTable object={`${change.kind} ${change.name}`} hunks={change.hunks} />
    {change.refused === undefined ? null : (
      <FixLine icon="lock" tone="attention">
        <PhraseText sentence={change.refused} />
      </FixLine>
    )}
  </>
);

const Claims = ({ card }: { readonly card: FixCardView }) => (
  <>
    {card.confirmed === undefined ? null : (
      <p className="fix__text">
        <strong>Claims, confirmed by your file:</strong> <PhraseText sentence={card.confirmed} />.
      </p>
    )}
    {card.claims === undefined ? null : (
      <p className="fix__text">
        <strong>Claims, unverified:</strong> <PhraseText sentence={card.claims} />. Nothing here can test that.
      </p>
    )}
  </>
);

const Body = ({ card, form, onForm, preview }: FixCardProps) => (
  <>
    <FixLine icon="check" tone="pass">
      <strong>Verified:</strong> <PhraseText sentence={card.verified} />.
    </FixLine>
    <p className="fix__text">
      {card.why.map((sentence) => (
        <span key={plainText(sentence)}>
          <PhraseText sentence={sentence} />{" "}
        </span>
      ))}
    </p>
    <Claims card={card} />
    {card.changes.map((change, index) => (
      <Change key={change.key} change={change} count={card.changes.length} index={index} />
    ))}
    {card.forms.length === 0 ? null : <CommandTabs forms={card.forms} form={form} onForm={onForm} />}
    {card.manifest === undefined ? null : (
      <CodeBlock text={card.manifest} copyLabel="Copy the manifest">
        {shownText(card.manifest)}
      </CodeBlock>
    )}
    {card.warnings.length === 0 ? null : (
      <ul className="fix__warnings" aria-label="What to mind">
        {card.warnings.map((warning) => (
          <FixLine key={plainText(warning)} as="li" icon="warning" tone="attention">
            <PhraseText sentence={warning} />
          </FixLine>
        ))}
      </ul>
    )}
    {card.body === undefined ? null : <EffectList body={card.body} />}
    <Preview preview={preview} />
  </>
);

const Preview = ({ preview }: Pick<FixCardProps, "preview">) => {
  if (preview === undefined) return null;
  if (preview === "too-long") {
    return (
      <p className="fix__quiet">
        There is no preview of this fix: it rests on the pasted file, and that is too long for an address.
      </p>
    );
  }
  return (
    <p>
      <Link {...preview} className="button button--plain fix__preview">
        Preview in the matrix
      </Link>
    </p>
  );
};

/** One fix: a line while folded, the whole proof when open. */
export const FixCard = (props: FixCardProps) => {
  const { card, number, isOpen, onToggle, anchor } = props;
  const bodyId = useId();
  return (
    <article className="fix" aria-labelledby={anchor}>
      <h3 className="fix__head">
        <button type="button" id={anchor} aria-expanded={isOpen} aria-controls={bodyId} onClick={onToggle}>
          <span className="fix__number" aria-hidden="true">
            {number}
          </span>
          <span className="fix__title">
            <span>
              <PhraseText sentence={card.title} />
            </span>
            {isOpen ? null : (
              <span className="fix__cost">
                {card.value === undefined ? null : (
                  <span className="fix__values">
                    {card.value.before === undefined ? null : (
                      <del>
                        <bdi>{card.value.before}</bdi>
                      </del>
                    )}
                    {card.value.after === undefined ? null : (
                      <ins>
                        <bdi>{card.value.after}</bdi>
                      </ins>
                    )}
                  </span>
                )}
                {card.cost}
              </span>
            )}
          </span>
          <span className="fix__arrow">
            <Icon name={isOpen ? "chevron-down" : "chevron-right"} size={14} />
          </span>
        </button>
      </h3>
      <div id={bodyId} className="fix__body" hidden={!isOpen}>
        {isOpen ? <Body {...props} /> : null}
      </div>
    </article>
  );
};
