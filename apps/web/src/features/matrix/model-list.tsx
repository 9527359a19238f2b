import "./model-list.css";
import { Link } from "@tanstack/react-router";
import { useLayoutEffect, useMemo, useRef, useState } from "react";
import { toModelPage } from "../../api/links.ts";
import type { View } from "../../api/queries.ts";
import { StateMark } from "../../reasons/state-mark.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Tag } from "../../ui/tag.tsx";
import { type Coverage, type FilteredMatrix, isInStrength, isNotJudged } from "./filter-view.ts";
import { toGeometry } from "./geometry-view.ts";
import type { MatrixData } from "./matrix-data.ts";
import { type Layout, type Pair, sayFolded } from "./matrix-view.ts";
import { bandHeight, linesBetween, toLineTops } from "./model-lines-view.ts";
import { pairKey, sayPreviewed } from "./preview-view.ts";
import { listMarks, sayBand, toRowView } from "./row-view.ts";

export interface ModelListProps {
  readonly data: MatrixData;
  readonly coverage: Coverage;
  readonly filtered: FilteredMatrix;
  readonly layout: Layout;
  readonly view: View;
  readonly isFiltered: boolean;
  /** In a preview: what changed pairs are now, by `pairKey`. */
  readonly was?: ReadonlyMap<string, string> | undefined;
  /** The model to scroll to when it changes. */
  readonly reveal?: string | undefined;
  readonly onOpen: (pair: Pair) => void;
  readonly onToggleUnfolded: (axis: "models" | "runtimes") => void;
}

/** What fits beside a word of verdict. */
const mostMarks = 6;

/** The matrix on a phone: no shrunken grid, but each model with its marks, the best first, and a word of verdict. */
export const ModelList = ({ data, coverage, filtered, layout, view, ...rest }: ModelListProps) => {
  const scroller = useRef<HTMLDivElement>(null);
  const geometry = useMemo(() => toGeometry(layout.models, layout.runtimes), [layout]);
  const tops = useMemo(
    () =>
      toLineTops(geometry, (row) => {
        const model = data.models[data.modelIndex.get(layout.models.keys[row] ?? "") ?? -1];
        // What is wrong with an unreadable one takes two lines.
        return model === undefined || !isNotJudged(model) || model.problems.length > 0;
      }),
    [geometry, data, layout],
  );
  const [lines, setLines] = useState(() => linesBetween(tops, 0, 1_000));
  const measure = () => {
    const element = scroller.current;
    if (element === null) return;
    const next = linesBetween(tops, element.scrollTop, element.scrollTop + (element.clientHeight || 1_000));
    setLines((before) => (before.from === next.from && before.to === next.to ? before : next));
  };
  useLayoutEffect(measure, [tops]);
  const { reveal } = rest;
  const revealed = useRef<string | undefined>(undefined);
  useLayoutEffect(() => {
    if (revealed.current === reveal) return;
    const row = reveal === undefined ? -1 : layout.models.keys.indexOf(reveal);
    const line = geometry.lines.findIndex((entry) => entry.kind === "row" && entry.row === row);
    if (reveal !== undefined && line < 0) return;
    revealed.current = reveal;
    if (line >= 0) scroller.current?.scrollTo({ top: Math.max(0, (tops[line] ?? 0) - bandHeight) });
  });
  const isShown = (cell: number) =>
    isInStrength(filtered.strength, data.states[cell] ?? 0, data.numbers[cell] ?? 0, data.fields[cell] ?? 0);
  const isPreviewed = (modelKey: string, runtimeKey: string) => rest.was?.has(pairKey(modelKey, runtimeKey)) === true;
  const sayWas = (modelKey: string, runtimeKey: string) => sayPreviewed(rest.was, modelKey, runtimeKey);
  const folded = sayFolded(layout.models, "models", rest.isFiltered);
  return (
    <div ref={scroller} className="model-list" onScroll={measure}>
      <div className="model-list__sizer" style={{ height: tops[geometry.lines.length] }}>
        {geometry.lines.slice(lines.from, lines.to).map((line, offset) => {
          const group = layout.models.groups[line.group];
          const place = { top: tops[lines.from + offset] ?? 0 };
          if (line.kind === "band") {
            return group === undefined ? null : (
              <h2 key={`band ${group.label}`} className="model-list__band" style={place}>
                <b>{group.label}</b>
                <small>{sayBand(data, coverage, group, layout.runtimes)}</small>
              </h2>
            );
          }
          const key = layout.models.keys[line.row] ?? "";
          const row = toRowView(data, coverage, key, key, view.namespace);
          const marks = row.counts === undefined ? [] : listMarks(data, key, layout.runtimes, isShown);
          return (
            <article
              key={key}
              className="model-list__model"
              style={{ ...place, height: (tops[lines.from + offset + 1] ?? 0) - place.top }}
              aria-label={row.name}
            >
              <div className="model-list__line">
                <Link {...toModelPage(key, view)}>
                  <bdi>{row.name}</bdi>
                </Link>
                {row.tags.map((tag) => (
                  <Tag key={tag.text} title={tag.title}>
                    {tag.text}
                  </Tag>
                ))}
                <span className="model-list__facts">
                  {row.size}
                  {row.size === undefined || row.version === undefined ? "" : " · "}
                  <code>{row.version}</code>
                </span>
              </div>
              <div className="model-list__line model-list__line--marks">
                {row.sentence === undefined ? null : (
                  <span className="model-list__sentence">
                    <Icon name="warning" /> {row.sentence}
                  </span>
                )}
                <div className="model-list__marks">
                  {marks.slice(0, mostMarks).map((mark) => (
                    <button
                      key={mark.runtimeKey}
                      type="button"
                      className={isPreviewed(key, mark.runtimeKey) ? "model-list__previewed" : undefined}
                      aria-label={`${mark.label}${sayWas(key, mark.runtimeKey)}`}
                      onClick={() => rest.onOpen({ modelKey: key, runtimeKey: mark.runtimeKey })}
                    >
                      <StateMark
                        state={mark.state}
                        differences={mark.state === "near-miss" ? mark.number : undefined}
                        rank={mark.state === "candidate" ? mark.number : undefined}
                      />
                    </button>
                  ))}
                  {marks.length > mostMarks ? <small>+{marks.length - mostMarks}</small> : null}
                </div>
                {row.sentence === undefined ? (
                  <span className={`model-list__verdict grid-verdict--${row.verdict.tone}`} title={row.verdict.title}>
                    <span className="grid-dim">{row.verdict.prefix}</span>
                    {row.verdict.text}
                  </span>
                ) : null}
              </div>
            </article>
          );
        })}
      </div>
      {folded === undefined && !layout.models.unfolded ? null : (
        <div className="model-list__fold">
          {folded ?? "All models are shown"}
          <button type="button" onClick={() => rest.onToggleUnfolded("models")}>
            {layout.models.unfolded ? "fold" : "show"}
          </button>
        </div>
      )}
    </div>
  );
};
