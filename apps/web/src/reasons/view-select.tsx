import "./view-select.css";
import { useQuery } from "@tanstack/react-query";
import { clusterQuery, servicesQuery, type View } from "../api/queries.ts";
import { Select, type SelectOption } from "../ui/select.tsx";
import { shownValue } from "./phrase.ts";

const toOption = (name: string): SelectOption => ({ value: name, label: shownValue(name) });

/** What the address names stays a choice, also when the cluster does not know it (any more). */
const withCurrent = (names: readonly string[], current: string | undefined): readonly string[] =>
  current === undefined || names.includes(current) ? names : [...names, current];

export interface ViewSelectProps {
  readonly view: View;
  readonly onChange: (view: View) => void;
}

/** A sentence that says from where the page looks, and lets it be changed. */
export const ViewSelect = ({ view, onChange }: ViewSelectProps) => {
  const { namespace, service } = view;
  const cluster = useQuery(clusterQuery());
  const services = useQuery({ ...servicesQuery({ namespace }), enabled: namespace !== undefined });
  const serviceNames = (services.data?.services ?? [])
    .filter((known) => known.namespace === namespace)
    .map((known) => known.name);
  return (
    <div className="view-select">
      <span className="view-select__part">
        Seen from
        <Select
          label="Seen from namespace"
          strong
          value={namespace ?? ""}
          options={[
            { value: "", label: "all namespaces" },
            ...withCurrent(cluster.data?.namespaces ?? [], namespace).map(toOption),
          ]}
          onChange={(name) => onChange(name === "" ? {} : { namespace: name })}
        />
      </span>
      <span className="view-select__part">
        for
        <Select
          label="for InferenceService"
          value={service ?? ""}
          disabled={namespace === undefined}
          options={[
            { value: "", label: "any InferenceService" },
            ...(namespace === undefined ? [] : withCurrent(serviceNames, service).map(toOption)),
          ]}
          onChange={(name) => onChange(name === "" ? { namespace } : { namespace, service: name })}
        />
      </span>
    </div>
  );
};
