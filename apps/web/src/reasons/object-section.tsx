import type { ModelSummary } from "@ome-matrix/contract";
import { DetailSection } from "../ui/detail-page.tsx";
import { Disclosure } from "../ui/disclosure.tsx";
import { ObjectYaml } from "./object-yaml.tsx";

export interface ObjectSectionProps {
  readonly id: string;
  readonly what: "model" | "runtime" | "InferenceService";
  readonly yaml: string;
  readonly managedBy: ModelSummary["managedBy"];
}

/** The object itself, folded away. */
export const ObjectSection = ({ id, what, yaml, managedBy }: ObjectSectionProps) => (
  <DetailSection id={id} heading="Object" note="the fields that matter here">
    <Disclosure className="disclosure--fold" summary={`The ${what} as YAML`}>
      <ObjectYaml what={what} yaml={yaml} managedBy={managedBy} />
    </Disclosure>
  </DetailSection>
);
