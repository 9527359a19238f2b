import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { explainPairQuery, type View } from "../../api/queries.ts";
import { PhraseText } from "../../reasons/phrase-text.tsx";
import { StateMark } from "../../reasons/state-mark.tsx";
import { Key } from "../../ui/key.tsx";
import { SkeletonBar } from "../../ui/skeleton.tsx";
import { toCardView } from "./card-view.ts";
import { cellAt, type MatrixData } from "./matrix-data.ts";
import type { Pair } from "./matrix-view.ts";

export interface CellCardProps {
  readonly id: string;
  readonly pair: Pair;
  readonly data: MatrixData;
  readonly view: View;
  /** Of the cell, in the frame's coordinates. */
  readonly x: number;
  readonly y: number;
  readonly frame: { readonly width: number; readonly height: number };
}

const cardWidth = 328;
const mostHeight = 216;
const cell = 28;
const delay = 150;

/** The card beside a cell, above or below its row and never over it. */
const Card = ({ id, pair, data, view, x, y, frame }: CellCardProps) => {
  const model = data.modelIndex.get(pair.modelKey) ?? -1;
  const runtime = data.runtimeIndex.get(pair.runtimeKey) ?? -1;
  const facts = cellAt(data, model, runtime);
  const wantsMore = toCardView(data, model, runtime, facts, undefined).hasMore;
  const explanation = useQuery({ ...explainPairQuery(pair.modelKey, pair.runtimeKey, view), enabled: wantsMore });
  const card = toCardView(data, model, runtime, facts, explanation.data);
  const left = Math.max(8, Math.min(x - 60, frame.width - cardWidth - 8));
  const isBelow = y + cell + 6 + mostHeight < frame.height || y < mostHeight;
  return (
    <div
      id={id}
      role="tooltip"
      className="cell-card"
      style={isBelow ? { left, top: y + cell + 6 } : { left, bottom: frame.height - y + 6 }}
    >
      <div className="cell-card__title">
        <StateMark
          state={facts.state}
          differences={facts.state === "near-miss" ? facts.number : undefined}
          rank={facts.state === "candidate" ? facts.number : undefined}
        />
        <strong>{card.title}</strong>
      </div>
      <div className="cell-card__names">
        <bdi>{card.model}</bdi> × <bdi>{card.runtime}</bdi>
      </div>
      {card.points.length === 0 ? null : (
        <dl className="cell-card__points">
          {card.points.map((point) => (
            <div key={point.id}>
              <dt>
                <PhraseText sentence={point.title} />
              </dt>
              <dd>{point.brief === undefined ? <SkeletonBar width={120} /> : <PhraseText sentence={point.brief} />}</dd>
            </div>
          ))}
        </dl>
      )}
      {card.more > 0 ? <div className="cell-card__more">and {card.more} more</div> : null}
      {card.sentence === undefined ? null : (
        <div>
          <PhraseText sentence={card.sentence} />
        </div>
      )}
      <div className="cell-card__keys">
        <Key>Enter</Key> explain and fix <Key>[</Key>
        <Key>]</Key> next near miss
      </div>
    </div>
  );
};

/** Waits a moment, so that a pointer that only passes leaves no trail of cards. */
export const CellCard = (props: CellCardProps) => {
  const key = `${props.pair.modelKey} ${props.pair.runtimeKey}`;
  const [shown, setShown] = useState<string | undefined>(undefined);
  useEffect(() => {
    const timer = setTimeout(() => setShown(key), delay);
    return () => clearTimeout(timer);
  }, [key]);
  return shown === key ? <Card {...props} /> : null;
};
