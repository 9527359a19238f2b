/**
 * A sentence as data: plain words, values that OME or a shell reads (drawn in mono), and links.
 * Views build it, tests read it with `plainText`, `PhraseText` draws it.
 */
import { escapeControls } from "@ome-matrix/matcher";

export type Part =
  | string
  | { readonly part: "code"; readonly text: string }
  | { readonly part: "strong"; readonly text: string }
  /** To a model's page, a runtime's page, or with both keys to the pair. */
  | { readonly part: "link"; readonly text: string; readonly modelKey?: string; readonly runtimeKey?: string }
  /** To an InferenceService's page. */
  | { readonly part: "service"; readonly text: string; readonly serviceKey: string };
export type Phrase = readonly Part[];

/** Words OME's API or a shell reads, as they are: a field, a keyword. */
export const code = (text: string): Part => ({ part: "code", text });

export const strong = (text: string): Part => ({ part: "strong", text });

/** What is invisible at the edge of a value decides as much as what is visible, so such a value is quoted. */
const needsQuotes = /^$|^\s|\s$/;

/** A value as written in an object, made visible: `""` for the empty text, control characters escaped. */
export const shownValue = (text: string): string => {
  const shown = escapeControls(text);
  return needsQuotes.test(text) ? `"${shown}"` : shown;
};

/** A text of several lines, made visible: what would reorder or hide parts of it is shown as escapes. */
export const shownText = (text: string): string => text.split("\n").map(escapeControls).join("\n");

/** A value as written in an object, in mono. */
export const value = (text: string): Part => code(shownValue(text));

export const modelLink = (model: { readonly name: string; readonly key: string }): Part => ({
  part: "link",
  text: escapeControls(model.name),
  modelKey: model.key,
});

export const runtimeLink = (runtime: { readonly name: string; readonly key: string }): Part => ({
  part: "link",
  text: escapeControls(runtime.name),
  runtimeKey: runtime.key,
});

export const serviceLink = (service: { readonly name: string; readonly key: string }): Part => ({
  part: "service",
  text: escapeControls(service.name),
  serviceKey: service.key,
});

/** A link to the pair, under the runtime's name. */
export const pairLink = (
  model: { readonly key: string },
  runtime: { readonly name: string; readonly key: string },
): Part => ({ part: "link", text: escapeControls(runtime.name), modelKey: model.key, runtimeKey: runtime.key });

export type Inserted = Part | Phrase | number;

const isPhrase = (inserted: Inserted): inserted is Phrase => Array.isArray(inserted);

/** phrase`The entry asks for ${value("1.0.0")}.` */
export const phrase = (texts: TemplateStringsArray, ...inserted: readonly Inserted[]): Phrase =>
  texts
    .flatMap((text, index): readonly Part[] => {
      const next = inserted[index];
      if (next === undefined) return [text];
      if (isPhrase(next)) return [text, ...next];
      return [text, typeof next === "number" ? String(next) : next];
    })
    .filter((part) => part !== "");

/** The words alone, for tests and for names that a screen reader speaks. */
export const plainText = (sentence: Phrase): string =>
  sentence.map((part) => (typeof part === "string" ? part : part.text)).join("");

/** `a`, `a and b`, `a, b and c`. */
export const listed = (items: readonly Inserted[], conjunction = "and"): Phrase =>
  items.flatMap((item, index): readonly Part[] => {
    const separator = index === 0 ? [] : [index === items.length - 1 ? ` ${conjunction} ` : ", "];
    if (isPhrase(item)) return [...separator, ...item];
    return [...separator, typeof item === "number" ? String(item) : item];
  });

const words = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"] as const;

/** Small counts in words, as prose has them. */
export const countInWords = (count: number): string => words[count] ?? String(count);

/** Ends in one full stop, whatever it ended in. */
export const withFullStop = (text: string): string => text.replace(/[.\s]*$/u, ".");

export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** `1 runtime`, `2 runtimes`. */
export const counted = (count: number, singular: string, plural = `${singular}s`): string =>
  `${count.toLocaleString("en")} ${count === 1 ? singular : plural}`;
