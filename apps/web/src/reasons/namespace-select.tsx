import "./namespace-select.css";
import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useState } from "react";
import { clusterQuery } from "../api/queries.ts";
import { Button } from "../ui/button.tsx";
import { Select } from "../ui/select.tsx";
import { canBeTyped, otherNamespace, withCurrent } from "./namespace-view.ts";

export interface NamespaceSelectProps {
  /** Its accessible name. */
  readonly label: string;
  readonly namespace: string | undefined;
  readonly onChange: (namespace: string | undefined) => void;
  /** What it says where no namespace is chosen. */
  readonly everyWord?: string;
  readonly prefix?: string;
}

/** From which namespace the page looks. Where namespaces cannot be listed, one that is not in the list can be typed in. */
export const NamespaceSelect = ({
  label,
  namespace,
  onChange,
  everyWord = "all namespaces",
  prefix,
}: NamespaceSelectProps) => {
  const cluster = useQuery(clusterQuery());
  const [isTyped, setIsTyped] = useState(false);
  if (isTyped) {
    return (
      <NamespaceField
        label={label}
        onClose={() => setIsTyped(false)}
        onChange={(name) => {
          setIsTyped(false);
          onChange(name);
        }}
      />
    );
  }
  return (
    <Select
      strong
      label={label}
      {...(prefix === undefined ? {} : { prefix })}
      value={namespace ?? ""}
      options={[
        { value: "", label: everyWord },
        ...withCurrent(cluster.data?.namespaces ?? [], namespace),
        ...(canBeTyped(cluster.data) ? [{ value: otherNamespace, label: "another namespace…" }] : []),
      ]}
      onChange={(value) => {
        if (value === otherNamespace) setIsTyped(true);
        else onChange(value === "" ? undefined : value);
      }}
    />
  );
};

const NamespaceField = ({
  label,
  onChange,
  onClose,
}: Pick<NamespaceSelectProps, "label"> & {
  readonly onChange: (namespace: string) => void;
  readonly onClose: () => void;
}) => {
  const [text, setText] = useState("");
  const leave = (event: KeyboardEvent): void => {
    if (event.key !== "Escape") return;
    // Nothing else on the page closes with it.
    event.stopPropagation();
    onClose();
  };
  return (
    <form
      className="namespace-field"
      onSubmit={(event) => {
        event.preventDefault();
        const name = text.trim();
        if (name === "") onClose();
        else onChange(name);
      }}
    >
      <input
        // Whoever chose to type goes on typing.
        ref={(input) => input?.focus()}
        aria-label={label}
        placeholder="name of a namespace"
        value={text}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={leave}
      />
      <Button type="submit">Look from there</Button>
    </form>
  );
};
