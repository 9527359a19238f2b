import "./mark.css";
import { classNames } from "./class-names.ts";
import { type MarkShape, markShapes, numberedShapes } from "./mark-shapes.ts";

const fills = { ink: "currentColor", ground: "var(--sel-fg)", soft: "var(--near-soft)" } as const;

export interface MarkProps {
  readonly shape: MarkShape;
  /** A rank or a count; drawn inside the shapes that have room for it. */
  readonly number?: number | undefined;
  /** A CSS colour such as `var(--pin)`; the surrounding text's colour when absent. */
  readonly color?: string | undefined;
  /** The number's colour, where it must be darker than the edge. */
  readonly numberColor?: string | undefined;
  /** Edge of the square in pixels. */
  readonly size?: number | undefined;
  /** What it says to those who do not see it; absent where a word stands beside it. */
  readonly label?: string | undefined;
  readonly className?: string | undefined;
}

/** One of the marks, 20 px unless told otherwise; the number is text, so that it survives forced colours. */
export const Mark = ({ shape, number, color, numberColor, size = 20, label, className }: MarkProps) => {
  const described = label === undefined ? { "aria-hidden": true } : { role: "img", "aria-label": label };
  return (
    <span
      {...described}
      className={classNames("mark", shape === "diamond-dashed" && "mark--thin", className)}
      style={{ color, width: size, height: size }}
    >
      <svg viewBox="0 0 20 20" width={size} height={size} aria-hidden="true" focusable="false">
        {markShapes[shape].map((stroke) => (
          <path
            key={stroke.path}
            d={stroke.path}
            fill={stroke.fill === undefined ? "none" : fills[stroke.fill]}
            stroke={stroke.width === undefined ? "none" : "currentColor"}
            strokeWidth={stroke.width}
            strokeDasharray={stroke.dash?.join(" ")}
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        ))}
      </svg>
      {number !== undefined && numberedShapes.includes(shape) ? (
        <b style={{ color: numberColor, fontSize: number > 9 ? 9 : undefined }}>{number > 99 ? "…" : number}</b>
      ) : null}
    </span>
  );
};
