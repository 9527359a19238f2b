import "./toolbar.css";
import type { ReactNode } from "react";
import { NamespaceSelect } from "../../reasons/namespace-select.tsx";
import { Segments } from "../../ui/segments.tsx";
import { Select } from "../../ui/select.tsx";
import { type MatrixSearch, type Order, orders } from "./url-state.ts";

export interface ToolbarProps {
  readonly search: MatrixSearch;
  readonly services: readonly { readonly name: string; readonly asks: string }[];
  readonly counts: string;
  readonly onSearch: (next: MatrixSearch) => void;
  /** The button that opens the filters where there is no room for the panel. */
  readonly filterButton: ReactNode;
}

const orderWords: Readonly<Record<Order, string>> = {
  related: "architecture, size",
  name: "name",
  age: "newest first",
  coverage: "coverage",
};

const withoutService = ({ service: _service, ...rest }: MatrixSearch): MatrixSearch => rest;

/** From which namespace; another one has other services. */
export const SeenFrom = ({ search, onSearch }: Pick<ToolbarProps, "search" | "onSearch">) => (
  <NamespaceSelect
    label="Namespace"
    namespace={search.namespace}
    onChange={(namespace) => {
      const { namespace: _namespace, ...rest } = withoutService(search);
      onSearch(namespace === undefined ? rest : { ...rest, namespace });
    }}
  />
);

/** Whose accelerator classes and deployment modes apply; only within a namespace. */
export const ServiceSelect = ({
  search,
  services,
  onSearch,
}: Pick<ToolbarProps, "search" | "services" | "onSearch">) => (
  <Select
    label="InferenceService"
    value={search.service ?? ""}
    options={[
      { value: "", label: "any InferenceService" },
      ...services.map(({ name, asks }) => ({ value: name, label: asks === "" ? name : `${name}: ${asks}` })),
    ]}
    onChange={(value) => onSearch(value === "" ? withoutService(search) : { ...search, service: value })}
  />
);

/** The matrix, which is a list on narrow screens, or its pairs one by one. */
export const ShowAs = ({
  search,
  matrixLabel,
  onSearch,
}: Pick<ToolbarProps, "search" | "onSearch"> & { readonly matrixLabel: "Grid" | "List" }) => (
  <Segments
    label="Show as"
    value={search.show ?? "grid"}
    options={[
      { value: "grid", label: matrixLabel },
      { value: "pairs", label: "Pairs" },
    ]}
    onChange={(value) => {
      const { show: _show, ...rest } = search;
      onSearch(value === "pairs" ? { ...rest, show: "pairs" } : rest);
    }}
  />
);

/** Reads as a sentence: seen from a namespace, for a service. The namespace is a question, not a filter. */
export const Toolbar = ({ search, services, counts, onSearch, filterButton }: ToolbarProps) => (
  <div className="toolbar">
    <span className="toolbar__word">Seen from</span>
    <SeenFrom search={search} onSearch={onSearch} />
    {search.namespace === undefined ? null : (
      <>
        <span className="toolbar__word">for</span>
        <ServiceSelect search={search} services={services} onSearch={onSearch} />
      </>
    )}
    <span className="toolbar__rule" aria-hidden="true" />
    <Select
      label="Order"
      prefix="Order"
      value={search.order ?? "related"}
      options={orders.map((order) => ({ value: order, label: orderWords[order] }))}
      onChange={(value) => {
        const { order: _order, ...rest } = search;
        const order = orders.find((candidate) => candidate === value);
        onSearch(order === undefined || order === "related" ? rest : { ...rest, order });
      }}
    />
    {filterButton}
    <span className="toolbar__counts" role="status">
      {counts}
    </span>
    <ShowAs search={search} matrixLabel="Grid" onSearch={onSearch} />
  </div>
);
