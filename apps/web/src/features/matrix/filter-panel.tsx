import "./filter-panel.css";
import { fieldWords } from "../../reasons/reason-words.ts";
import { StateMark } from "../../reasons/state-mark.tsx";
import { Button } from "../../ui/button.tsx";
import { classNames } from "../../ui/class-names.ts";
import { Select } from "../../ui/select.tsx";
import { Switch } from "../../ui/switch.tsx";
import { countScopes, type FilteredMatrix, listCapabilities } from "./filter-view.ts";
import { toFieldBars, toLegend } from "./legend-view.ts";
import type { MatrixData } from "./matrix-data.ts";
import { countFilters, defaultStates, type MatrixSearch, toggled, withoutFilters } from "./url-state.ts";

export interface FilterPanelProps {
  readonly data: MatrixData;
  readonly filtered: FilteredMatrix;
  readonly search: MatrixSearch;
  readonly onSearch: (next: MatrixSearch) => void;
}

const scopeWords = { cluster: "Cluster", namespaced: "Namespaced" } as const;

/** The filters are the legend: every state with its mark, its word and its count. */
export const FilterPanel = ({ data, filtered, search, onSearch }: FilterPanelProps) => {
  const states = search.states ?? defaultStates;
  const capabilities = listCapabilities(data);
  const set = (change: Partial<Record<keyof MatrixSearch, unknown>>) =>
    onSearch({ ...search, ...change } as MatrixSearch);
  return (
    <div className="filter-panel">
      <fieldset>
        <legend>State</legend>
        {countFilters(search) === 0 ? null : (
          <Button look="text" small className="filter-panel__reset" onClick={() => onSearch(withoutFilters(search))}>
            reset
          </Button>
        )}
        {toLegend(filtered.legend).map((item) => (
          <button
            key={item.key}
            type="button"
            aria-pressed={states.includes(item.key)}
            className="filter-item filter-item--state"
            title={item.meaning}
            onClick={() => set({ states: toggled(states, item.key) })}
          >
            <StateMark state={item.state} differences={item.differences} rank={item.rank} size={18} />
            <span>{item.label}</span>
            <span className="filter-item__count">{item.count.toLocaleString("en")}</span>
          </button>
        ))}
      </fieldset>
      {filtered.fields.length === 0 ? null : (
        <fieldset>
          <legend>Failing field, near misses</legend>
          {toFieldBars(filtered.fields).map(({ field, count, share }) => (
            <button
              key={field}
              type="button"
              aria-pressed={search.fields?.includes(field) ?? false}
              className="filter-item filter-item--field"
              onClick={() => set({ fields: toggled(search.fields ?? [], field) })}
            >
              <span className="filter-item__title">{fieldWords[field].title}</span>
              <span className="filter-item__count">{count.toLocaleString("en")}</span>
              <i aria-hidden="true" style={{ width: `${share * 100}%` }} />
            </button>
          ))}
        </fieldset>
      )}
      <fieldset>
        <legend>Scope</legend>
        {countScopes(data).map(({ scope, count }) => (
          <button
            key={scope}
            type="button"
            aria-pressed={search.scope === scope}
            className={classNames("filter-item", "filter-item--field")}
            onClick={() => set({ scope: search.scope === scope ? undefined : scope })}
          >
            <span>{scopeWords[scope]}</span>
            <span className="filter-item__count">{count.toLocaleString("en")}</span>
          </button>
        ))}
      </fieldset>
      {capabilities.length === 0 ? null : (
        <div className="filter-panel__line">
          <Select
            label="Capability"
            prefix="Capability"
            value={search.capability ?? ""}
            options={[
              { value: "", label: "any" },
              ...capabilities.map(({ capability, count }) => ({
                value: capability,
                label: `${capability.toLowerCase().replaceAll("_", " ")} (${count})`,
              })),
            ]}
            onChange={(value) => set({ capability: value === "" ? undefined : value })}
          />
        </div>
      )}
      <div className="filter-panel__line">
        <Switch
          label="Only problems"
          checked={search.problems === true}
          onChange={(checked) => set({ problems: checked ? true : undefined })}
        />
      </div>
    </div>
  );
};
