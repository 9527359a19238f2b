import { escapeControls } from "@ome-matrix/matcher";
import { Document, visit } from "yaml";

/** Line breaks and tabs are what a block of text is made of; everything else that is escaped could mislead the eye. */
const isUnsafe = (text: string): boolean => {
  const line = text.replaceAll(/[\n\t]/g, "");
  return escapeControls(line) !== line;
};

/** A Map is a map like any other: the tags of YAML 1.1 for those of JavaScript are none that Kubernetes takes. */
const foreignTags: ReadonlySet<string> = new Set(["tag:yaml.org,2002:omap", "tag:yaml.org,2002:set"]);

/**
 * An object as YAML that can be shown and pasted. YAML 1.1 is what kubectl reads, so a text such as `yes` is quoted; control
 * and bidirectional characters become escapes, inside quotes, so that they are read back as what they are.
 */
export const toYaml = (value: unknown): string => {
  const document = new Document(value, {
    version: "1.1",
    customTags: (tags) => tags.filter((tag) => typeof tag === "string" || !foreignTags.has(tag.tag)),
  });
  visit(document, {
    Scalar(_key, node) {
      if (typeof node.value === "string" && isUnsafe(node.value)) node.type = "QUOTE_DOUBLE";
    },
  });
  return document.toString({ lineWidth: 0, directives: false }).replaceAll(/[^\n\t]+/g, escapeControls);
};
