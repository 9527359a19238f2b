import type { DocumentOptions, ParseOptions, ScalarTag, SchemaOptions } from "yaml";

// kubectl reads YAML with a library that is neither 1.1 nor 1.2: `yes` and `y` are true, `1:30` and dates are strings,
// `017` and `0o17` are octal. Manifests are read the same way, so these tags replace those of the yaml library.

const nullTag: ScalarTag = {
  tag: "tag:yaml.org,2002:null",
  default: true,
  test: /^(?:~|null|Null|NULL)?$/,
  identify: (value) => value === null,
  resolve: () => null,
  stringify: () => "null",
};

const trueTag: ScalarTag = {
  tag: "tag:yaml.org,2002:bool",
  default: true,
  test: /^(?:y|Y|yes|Yes|YES|true|True|TRUE|on|On|ON)$/,
  identify: (value) => value === true,
  resolve: () => true,
  stringify: () => "true",
};

const falseTag: ScalarTag = {
  tag: "tag:yaml.org,2002:bool",
  default: true,
  test: /^(?:n|N|no|No|NO|false|False|FALSE|off|Off|OFF)$/,
  identify: (value) => value === false,
  resolve: () => false,
  stringify: () => "false",
};

const integerTag: ScalarTag = {
  tag: "tag:yaml.org,2002:int",
  default: true,
  test: /^[-+]?(?:0[xX]_*[0-9a-fA-F][0-9a-fA-F_]*|0[bB]_*[01][01_]*|0[oO]?_*[0-7][0-7_]*|0_*|[1-9][0-9_]*)$/,
  identify: (value) => typeof value === "number" && Number.isInteger(value),
  resolve: readInteger,
  stringify: ({ value }) => String(value),
};

const floatTag: ScalarTag = {
  tag: "tag:yaml.org,2002:float",
  default: true,
  test: /^[-+]?(?:\._*[0-9][0-9_]*|[0-9][0-9_]*(?:\.[0-9_]*)?)(?:[eE][-+]?_*[0-9][0-9_]*)?$/,
  identify: (value) => typeof value === "number",
  resolve: (source) => Number(source.replaceAll("_", "")),
  stringify: ({ value }) => String(value),
};

const binaryTag: ScalarTag = {
  tag: "tag:yaml.org,2002:binary",
  identify: () => false,
  resolve: (source) => Buffer.from(source, "base64").toString("utf8"),
};

function readInteger(source: string): number {
  const negative = source.startsWith("-");
  const digits = source.replace(/^[-+]/, "").replaceAll("_", "");
  const octal = /^0[0-7]+$/.test(digits) ? `0o${digits.slice(1)}` : digits;
  const value = Number(octal);
  return negative && value !== 0 ? -value : value;
}

/** How a manifest, or a YAML body, is read. */
export const yamlOptions: ParseOptions & DocumentOptions & SchemaOptions = {
  version: "1.2",
  schema: "failsafe",
  merge: true,
  customTags: (tags) => [...tags, nullTag, trueTag, falseTag, integerTag, floatTag, binaryTag],
  resolveKnownTags: false,
  // The last of two equal keys counts, as with kubectl; the reader of manifests reports them itself.
  uniqueKeys: false,
  prettyErrors: false,
  logLevel: "silent",
};
