import "./diff-table.css";
import { escapeControls } from "@ome-matrix/matcher";
import type { DiffHunk, DiffLine } from "./diff-view.ts";

const signs = {
  same: { sign: "", word: "" },
  added: { sign: "+", word: "added" },
  removed: { sign: "−", word: "removed" },
} as const;

const Line = ({ line }: { readonly line: DiffLine }) => (
  <tr className={`diff__line diff__line--${line.kind}`}>
    <td className="diff__sign">
      <span aria-hidden="true">{signs[line.kind].sign}</span>
      <span className="sr-only">{signs[line.kind].word}</span>
    </td>
    <td className="diff__text">
      <bdi>{escapeControls(line.text)}</bdi>
    </td>
  </tr>
);

export interface DiffTableProps {
  /** `ClusterBaseModel qwen-image-pvc`. */
  readonly object: string;
  readonly hunks: readonly DiffHunk[];
}

/** The lines that a change adds and removes, told apart by sign and word and not by colour alone. */
export const DiffTable = ({ object, hunks }: DiffTableProps) => (
  <div className="diff">
    <table className="diff__table">
      <caption className="sr-only">What changes in {object}</caption>
      <colgroup>
        <col className="diff__signs" />
        <col />
      </colgroup>
      {hunks.map((hunk) => (
        <tbody key={hunk.lines[0]?.id}>
          <tr className="diff__head">
            <th scope="rowgroup" colSpan={2}>
              <bdi>
                # {object}
                {hunk.within === "" ? "" : `, ${escapeControls(hunk.within)}`}
              </bdi>
            </th>
          </tr>
          {hunk.lines.map((line) => (
            <Line key={line.id} line={line} />
          ))}
        </tbody>
      ))}
    </table>
  </div>
);
