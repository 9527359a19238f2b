import "./pair.css";
import { readResourceKey } from "@ome-matrix/contract";
import type { PairState } from "@ome-matrix/matcher";
import { escapeControls } from "@ome-matrix/matcher";
import { type ReactNode, type RefObject, useEffect, useId, useRef } from "react";
import type { View } from "../../api/queries.ts";
import { DoubtNotice } from "../../reasons/doubt-notice.tsx";
import { InheritanceDetail } from "../../reasons/inheritance-detail.tsx";
import { LinkProvider, ModelLink, RuntimeLink } from "../../reasons/links.tsx";
import { NoteList } from "../../reasons/note-list.tsx";
import { PhraseText } from "../../reasons/phrase-text.tsx";
import { ProblemState } from "../../reasons/problem-state.tsx";
import { StateMark } from "../../reasons/state-mark.tsx";
import { wordsOfState } from "../../reasons/state-words.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { CopyTextButton } from "../../ui/copy-text-button.tsx";
import { Disclosure } from "../../ui/disclosure.tsx";
import { showElement } from "../../ui/scroll-to.ts";
import { SectionHeading } from "../../ui/section-heading.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { useMediaQuery } from "../../ui/use-media-query.ts";
import { CheckList } from "./check-list.tsx";
import type { EntriesView, EntryView } from "./entries-view.ts";
import { EntryDetail } from "./entry-detail.tsx";
import type { NamedView } from "./named-view.ts";
import { ObjectsSection } from "./objects-section.tsx";
import type { PairView } from "./pair-view.ts";
import { ScoreSection } from "./score-section.tsx";
import { type PairData, usePair } from "./use-pair.ts";
import { VerdictSection } from "./verdict-section.tsx";

interface PairKeys {
  readonly modelKey: string;
  readonly runtimeKey: string;
}

export interface PairDrawerProps extends PairKeys {
  readonly view: View;
  readonly onClose: () => void;
  readonly onOpenPair: (modelKey: string, runtimeKey: string) => void;
  /** The near misses before and after this one, and where it stands among them: `2 of 5 near`. */
  readonly neighbours?:
    | { readonly previous?: PairKeys | undefined; readonly next?: PairKeys | undefined; readonly position: string }
    | undefined;
  /** Draws what would make the pair match; another feature does that. */
  readonly renderFixes?: ((pair: FixesOf) => ReactNode) | undefined;
  /** Above everything else: what the reader must know about where the pair is seen. */
  readonly notice?: ReactNode;
}

export interface FixesOf extends PairKeys {
  readonly state: PairState;
  /** Its heading carries this. */
  readonly headingId: string;
}

/** Where something can be done: a pair that OME does not pick, of two objects that are read and can meet. */
const fixable: ReadonlySet<PairState> = new Set([
  "candidate",
  "pin-only",
  "near-miss",
  "rejected",
  "disabled",
  "unknown",
]);

const fixesId = "pair-fixes";

const nameOf = (key: string): string => escapeControls(readResourceKey(key)?.name ?? key);

/**
 * Beside the grid it is a dialog that leaves the grid in reach; where it covers the page it is a modal one.
 * The focus moves in when it opens and back to where it was when it closes.
 */
const useDialog = (coversPage: boolean) => {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const opener = useRef<Element | null>(null);
  useEffect(() => {
    opener.current = document.activeElement;
    return () => {
      if (opener.current instanceof HTMLElement && opener.current.isConnected) opener.current.focus();
    };
  }, []);
  useEffect(() => {
    const element = dialog.current;
    if (element === null) return;
    if (coversPage) element.showModal();
    else element.setAttribute("open", "");
    heading.current?.focus({ preventScroll: true });
    // Also where only the window has become narrow: an open dialog cannot become a modal one.
    return () => {
      if (coversPage) element.close();
      else element.removeAttribute("open");
    };
  }, [coversPage]);
  return { dialog, heading };
};

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && /^(INPUT|TEXTAREA|SELECT)$/u.test(target.tagName);

/** Escape closes it from the grid as well, unless something above it is open or a text is being written. */
const useEscape = (dialog: RefObject<HTMLDialogElement | null>, onClose: () => void) => {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.defaultPrevented) return;
      const isInside = event.target instanceof Node && dialog.current?.contains(event.target) === true;
      const isAbove = [...document.querySelectorAll("dialog[open]")].some((other) => other !== dialog.current);
      if (isAbove || (!isInside && isTyping(event.target))) return;
      event.preventDefault();
      onClose();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [dialog, onClose]);
};

const Stepping = ({ neighbours, onOpenPair }: Pick<PairDrawerProps, "neighbours" | "onOpenPair">) => {
  if (neighbours === undefined) return null;
  const { previous, next, position } = neighbours;
  const open = (pair: PairKeys | undefined) => {
    if (pair !== undefined) onOpenPair(pair.modelKey, pair.runtimeKey);
  };
  return (
    <fieldset className="stepping" aria-label="Near misses">
      <IconButton
        icon="chevron-left"
        label="Previous near miss"
        aria-disabled={previous === undefined}
        onClick={() => open(previous)}
      />
      <span aria-live="polite">{position}</span>
      <IconButton
        icon="chevron-right"
        label="Next near miss"
        aria-disabled={next === undefined}
        onClick={() => open(next)}
      />
    </fieldset>
  );
};

interface BodyProps extends Pick<PairDrawerProps, "renderFixes"> {
  readonly data: PairData;
  readonly keys: PairKeys;
}

const Body = ({ data, keys, renderFixes }: BodyProps) => {
  const { pair, explanation, problem, retry } = data;
  if (problem !== undefined) return <ProblemState problem={problem} onRetry={retry} pair={keys} />;
  if (pair === undefined || explanation === undefined) return <Skeleton label="Reading the pair" lines={8} />;
  const hasFixes = renderFixes !== undefined && fixable.has(pair.state);
  return (
    <>
      <VerdictSection verdict={pair.verdict} />
      <DoubtNotice subject="pair" shown={[explanation.model.kind, explanation.runtime.kind]} />
      {hasFixes ? (
        <Button look="text" className="drawer__show-fixes" onClick={() => showElement(fixesId)}>
          Show the fixes
        </Button>
      ) : null}
      {pair.checks.length === 0 ? null : (
        <section className="drawer__section" aria-labelledby="pair-checks">
          <SectionHeading
            id="pair-checks"
            note={
              <>
                in OME’s order; it stops at the first that fails. Seen from <PhraseText sentence={pair.seenFrom} />
              </>
            }
          >
            Checks
          </SectionHeading>
          <CheckList checks={pair.checks} />
          <NoteList notes={pair.checkNotes} />
        </section>
      )}
      <Entries entry={pair.entry} otherEntries={pair.otherEntries} />
      {pair.named === undefined ? null : <Named {...pair.named} />}
      {pair.score === undefined ? null : <ScoreSection score={pair.score} />}
      {hasFixes ? (
        <section id={fixesId} className="drawer__section drawer__fixes" tabIndex={-1} aria-label="Fixes">
          {renderFixes({
            modelKey: explanation.model.key,
            runtimeKey: explanation.runtime.key,
            state: pair.state,
            headingId: "pair-fixes-heading",
          })}
        </section>
      ) : null}
      <ObjectsSection explanation={explanation} />
    </>
  );
};

const FoldedEntry = ({ entry }: { readonly entry: EntryView }) => (
  <Disclosure
    className="disclosure--fold drawer__entry"
    summary={
      <span>
        <strong>{entry.title}</strong> <PhraseText sentence={entry.summary} />
      </span>
    }
  >
    <EntryDetail entry={entry} />
  </Disclosure>
);

const Entries = ({ entry, otherEntries }: EntriesView) =>
  entry === undefined ? null : (
    <section className="drawer__section" aria-labelledby="pair-entries">
      <SectionHeading id="pair-entries" note={<PhraseText sentence={entry.summary} />}>
        {entry.title}
      </SectionHeading>
      <EntryDetail entry={entry} />
      {otherEntries.map((other) => (
        <FoldedEntry key={other.index} entry={other} />
      ))}
    </section>
  );

const Named = ({ inheritance, entries: { entry, otherEntries } }: NamedView) => (
  <section className="drawer__section" aria-labelledby="pair-named">
    <SectionHeading id="pair-named" note="root first; each is laid over the one above">
      When an InferenceService names it
    </SectionHeading>
    <InheritanceDetail inheritance={inheritance} />
    {(entry === undefined ? [] : [entry, ...otherEntries]).map((one) => (
      <FoldedEntry key={one.index} entry={one} />
    ))}
  </section>
);

const StateLine = ({ pair }: { readonly pair: PairView }) => {
  const words = wordsOfState(pair.state, pair.differences);
  return (
    <>
      <span style={{ color: words.textColor }}>{pair.stateText}</span> · {pair.kinds}
    </>
  );
};

/** One cell, explained: the verdict, the evidence, the objects. */
export const PairDrawer = (props: PairDrawerProps) => {
  const { modelKey, runtimeKey, view, onClose, onOpenPair, neighbours, renderFixes, notice } = props;
  const coversPage = useMediaQuery("(max-width: 760px)");
  const { dialog, heading } = useDialog(coversPage);
  useEscape(dialog, onClose);
  const titleId = useId();
  const data = usePair(modelKey, runtimeKey, view);
  const { pair, explanation } = data;
  return (
    <LinkProvider view={view} onOpenPair={onOpenPair}>
      <dialog
        ref={dialog}
        className="drawer"
        aria-labelledby={titleId}
        onCancel={(event) => {
          event.preventDefault();
          onClose();
        }}
      >
        <div className="drawer__head">
          <span className="drawer__mark">
            {pair === undefined ? null : (
              <StateMark state={pair.state} differences={pair.differences} rank={pair.rank} size={22} />
            )}
          </span>
          <h2 id={titleId} ref={heading} tabIndex={-1} className="drawer__title">
            <ModelLink modelKey={explanation?.model.key ?? modelKey}>
              <bdi>{nameOf(modelKey)}</bdi>
            </ModelLink>{" "}
            <span className="drawer__times">×</span>{" "}
            <RuntimeLink runtimeKey={explanation?.runtime.key ?? runtimeKey}>
              <bdi>{nameOf(runtimeKey)}</bdi>
            </RuntimeLink>
          </h2>
          <IconButton icon="close" label="Close" onClick={onClose} className="drawer__close" />
          <p className="drawer__kinds">{pair === undefined ? null : <StateLine pair={pair} />}</p>
          <div className="drawer__tools">
            <Stepping neighbours={neighbours} onOpenPair={onOpenPair} />
            <CopyTextButton text={() => window.location.href}>Copy link</CopyTextButton>
          </div>
        </div>
        <div className="drawer__body" key={`${modelKey} ${runtimeKey}`}>
          {notice}
          <Body data={data} keys={{ modelKey, runtimeKey }} renderFixes={renderFixes} />
        </div>
      </dialog>
    </LinkProvider>
  );
};
