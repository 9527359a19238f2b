import "./view-select.css";
import { useQuery } from "@tanstack/react-query";
import { servicesQuery, type View } from "../api/queries.ts";
import { Select } from "../ui/select.tsx";
import { NamespaceSelect } from "./namespace-select.tsx";
import { withCurrent } from "./namespace-view.ts";

export interface ViewSelectProps {
  readonly view: View;
  readonly onChange: (view: View) => void;
}

/** A sentence that says from where the page looks, and lets it be changed. */
export const ViewSelect = ({ view, onChange }: ViewSelectProps) => {
  const { namespace, service } = view;
  const services = useQuery({ ...servicesQuery({ namespace }), enabled: namespace !== undefined });
  const serviceNames = (services.data?.services ?? [])
    .filter((known) => known.namespace === namespace)
    .map((known) => known.name);
  return (
    <div className="view-select">
      <span className="view-select__part">
        Seen from
        <NamespaceSelect
          label="Seen from namespace"
          namespace={namespace}
          onChange={(name) => onChange(name === undefined ? {} : { namespace: name })}
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
            ...(namespace === undefined ? [] : withCurrent(serviceNames, service)),
          ]}
          onChange={(name) => onChange(name === "" ? { namespace } : { namespace, service: name })}
        />
      </span>
    </div>
  );
};
