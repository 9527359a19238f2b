import type { PairExplanation } from "@ome-matrix/contract";
import { Tabs } from "radix-ui";
import { managedByWords } from "../../reasons/managed-by-words.ts";
import { ObjectYaml } from "../../reasons/object-yaml.tsx";
import { Disclosure } from "../../ui/disclosure.tsx";
import { SectionHeading } from "../../ui/section-heading.tsx";
import { Tag } from "../../ui/tag.tsx";

const Managers = ({ managedBy }: { readonly managedBy: PairExplanation["model"]["managedBy"] }) =>
  managedBy.map((manager) => <Tag key={manager}>{managedByWords[manager].title}</Tag>);

/** Both objects as YAML, folded away. */
export const ObjectsSection = ({ explanation }: { readonly explanation: PairExplanation }) => {
  const { model, runtime } = explanation;
  return (
    <section className="drawer__section" aria-labelledby="pair-objects">
      <SectionHeading id="pair-objects" note="the fields that matter here">
        Objects
      </SectionHeading>
      <Disclosure className="disclosure--fold" summary="Both as YAML">
        <Tabs.Root defaultValue="model" className="tabs">
          <Tabs.List className="tabs__list" aria-label="Object">
            <Tabs.Trigger value="model" className="tabs__tab">
              Model <Managers managedBy={model.managedBy} />
            </Tabs.Trigger>
            <Tabs.Trigger value="runtime" className="tabs__tab">
              Runtime <Managers managedBy={runtime.managedBy} />
            </Tabs.Trigger>
          </Tabs.List>
          <Tabs.Content value="model">
            <ObjectYaml what="model" yaml={explanation.modelYaml} managedBy={model.managedBy} />
          </Tabs.Content>
          <Tabs.Content value="runtime">
            <ObjectYaml what="runtime" yaml={explanation.runtimeYaml} managedBy={runtime.managedBy} />
          </Tabs.Content>
        </Tabs.Root>
      </Disclosure>
      <p className="drawer__quiet">What OME selects is not a promise that the model loads.</p>
    </section>
  );
};
