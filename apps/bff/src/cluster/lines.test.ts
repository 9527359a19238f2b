import { describe, expect, it } from "vitest";
import { readLines } from "./lines.ts";

const read = async (chunks: readonly (string | Uint8Array)[]): Promise<{ lines: string[]; heard: number }> => {
  async function* stream(): AsyncGenerator<Uint8Array> {
    for (const chunk of chunks) yield typeof chunk === "string" ? new TextEncoder().encode(chunk) : chunk;
  }
  const lines: string[] = [];
  let heard = 0;
  const hear = (): void => {
    heard += 1;
  };
  for await (const line of readLines(stream(), hear)) lines.push(line);
  return { lines, heard };
};

describe("the lines of a stream", () => {
  const euro = new TextEncoder().encode("€\n");
  const rows: readonly { readonly chunks: readonly (string | Uint8Array)[]; readonly lines: readonly string[] }[] = [
    { chunks: [], lines: [] },
    { chunks: ["a\nb\n"], lines: ["a", "b"] },
    { chunks: ["a", "b", "\nc\n"], lines: ["ab", "c"] },
    { chunks: ["a\n", "b"], lines: ["a"] },
    { chunks: ["a\n\nb\n"], lines: ["a", "", "b"] },
    { chunks: ["a", "\n", "b\nc\nd", "e\n"], lines: ["a", "b", "c", "de"] },
    { chunks: [euro.subarray(0, 1), euro.subarray(1, 2), euro.subarray(2)], lines: ["€"] },
  ];
  for (const { chunks, lines } of rows) {
    it(`${JSON.stringify(chunks.map(String))} -> ${JSON.stringify(lines)}`, async () => {
      expect(await read(chunks)).toEqual({ lines, heard: chunks.length });
    });
  }

  it("end with one that has no end", async () => {
    const mebibyte = "x".repeat(1024 * 1024);
    await expect(read(Array.from({ length: 40 }, () => mebibyte))).rejects.toThrow("a line without end");
  });
});
