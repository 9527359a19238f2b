/** Search parameters as people write them: `?states=selected,candidate&model=ClusterBaseModel/llama`, no JSON and no quotes. */

export const parseSearch = (text: string): Record<string, unknown> => Object.fromEntries(new URLSearchParams(text));

const toText = (value: unknown): string | undefined => {
  if (typeof value === "string") return value;
  if (typeof value === "number" || value === true) return String(value);
  return Array.isArray(value) && value.length > 0 ? value.map(String).join(",") : undefined;
};

export const stringifySearch = (search: Readonly<Record<string, unknown>>): string => {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    const text = toText(value);
    if (text !== undefined && text !== "") parameters.set(name, text);
  }
  // Both are allowed in a query; resource keys and lists stay readable.
  const text = parameters.toString().replaceAll("%2F", "/").replaceAll("%2C", ",");
  return text === "" ? "" : `?${text}`;
};
