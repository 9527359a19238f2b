import "./select.css";
import { classNames } from "./class-names.ts";

export interface SelectOption {
  readonly value: string;
  readonly label: string;
}

export interface SelectProps {
  /** Its accessible name; the visible words around it usually say the same. */
  readonly label: string;
  readonly value: string;
  readonly options: readonly SelectOption[];
  readonly onChange: (value: string) => void;
  /** A quiet word in front of the value, inside the control. */
  readonly prefix?: string;
  readonly strong?: boolean;
  readonly disabled?: boolean;
}

/** The browser's own select in the look of a button: every keyboard, screen reader and phone knows it. */
export const Select = ({ label, value, options, onChange, prefix, strong = false, disabled = false }: SelectProps) => (
  <span className={classNames("select", strong && "select--strong", disabled && "select--disabled")}>
    {prefix === undefined ? null : <span className="select__prefix">{prefix}</span>}
    <select aria-label={label} value={value} disabled={disabled} onChange={(event) => onChange(event.target.value)}>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  </span>
);
