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

// C0, DEL and C1, Arabic letter mark, marks and embeddings, line and paragraph separator, isolates, byte order mark, halves of pairs.
const unsafe =
  /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/gu;

const short = new Map([
  ["\n", "\\n"],
  ["\r", "\\r"],
  ["\t", "\\t"],
]);
