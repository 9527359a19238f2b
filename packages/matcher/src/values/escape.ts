/**
 * The shown form of a text that may hold anything: control and bidirectional characters, line separators and lone
 * surrogates as escapes (`\n`, `\u202e`), all else as it is. One line in, one line out.
 */
export function escapeControls(text: string): string {
  return text.replace(
    unsafe,
    (character) => short.get(character) ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

// Controls, lone surrogates, Arabic letter mark, directional marks, embeddings and isolates, line and paragraph
// separator, byte order mark.
const unsafe = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu;

const short = new Map([
  ["\n", "\\n"],
  ["\r", "\\r"],
  ["\t", "\\t"],
]);
