import "./state-chips.css";
import { StateMark } from "../../reasons/state-mark.tsx";
import type { FilteredMatrix } from "./filter-view.ts";
import { toLegend } from "./legend-view.ts";
import { defaultStates, type MatrixSearch, toggled } from "./url-state.ts";

export interface StateChipsProps {
  readonly filtered: FilteredMatrix;
  readonly search: MatrixSearch;
  readonly onSearch: (next: MatrixSearch) => void;
}

/** The legend in one line that scrolls sideways: the filter of a narrow screen. */
export const StateChips = ({ filtered, search, onSearch }: StateChipsProps) => {
  const states = search.states ?? defaultStates;
  return (
    <fieldset className="state-chips" aria-label="State">
      {toLegend(filtered.legend).map((item) => (
        <button
          key={item.key}
          type="button"
          aria-pressed={states.includes(item.key)}
          aria-label={`${item.label}: ${item.count.toLocaleString("en")}`}
          onClick={() => onSearch({ ...search, states: toggled(states, item.key) })}
        >
          <StateMark state={item.state} differences={item.differences} rank={item.rank} />
          {item.count.toLocaleString("en")}
        </button>
      ))}
    </fieldset>
  );
};
