/** The order of two texts as bytes of UTF-8, which is that of their code points: OME's order of names (spec 3.3). */
export function compareByBytes(one: string, other: string): number {
  const length = Math.min(one.length, other.length);
  for (let at = 0; at < length; at++) {
    const difference = one.charCodeAt(at) - other.charCodeAt(at);
    if (difference === 0) continue;
    // Halves of surrogate pairs stand for code points above all others, yet U+E000 to U+FFFF have larger code units.
    const oneIsSurrogate = isSurrogate(one.charCodeAt(at));
    const otherIsSurrogate = isSurrogate(other.charCodeAt(at));
    return oneIsSurrogate === otherIsSurrogate ? difference : oneIsSurrogate ? 1 : -1;
  }
  return one.length - other.length;
}

function isSurrogate(codeUnit: number): boolean {
  return codeUnit >= 0xd800 && codeUnit <= 0xdfff;
}
