import { describe, expect, it } from "vitest";
import { plainText } from "../../reasons/phrase.ts";
import { baseEntry, pairExample } from "../../testing/explanations.ts";
import { toMatrix, toModel, toRuntime } from "../../testing/matrix-fixture.ts";
import { toCardView } from "./card-view.ts";
import { cellAt, toMatrixData } from "./matrix-data.ts";

const data = toMatrixData(
  toMatrix(
    [toModel({ name: "writer" })],
    [
      toRuntime({ name: "other" }),
      toRuntime({ name: "bare", entries: [] }),
      toRuntime({ name: "child", entries: [], inheritsFrom: "base" }),
      toRuntime({ name: "near" }),
      toRuntime({ name: "first" }),
    ],
    [["rejected", "rejected", "rejected", "near-miss 1 framework-version", "selected"]],
  ),
);

const cardOf = (runtime: number, explanation?: ReturnType<typeof pairExample>) => {
  const card = toCardView(data, 0, runtime, cellAt(data, 0, runtime), explanation);
  const points = card.points.map(({ title, brief }) => `${plainText(title)}: ${plainText(brief ?? ["…"])}`);
  return [card.title, ...points, plainText(card.sentence ?? [])].join(" | ");
};

describe("the card of a cell", () => {
  it("says of a rejected pair whether there was anything to compare with", () => {
    expect(cardOf(0)).toBe("Rejected | Made for another kind of model.");
    expect(cardOf(1)).toBe("Rejected | The runtime has no entries of its own.");
  });

  it("asks about a runtime that inherits, and says what comes of naming it", () => {
    const [bare, child] = [1, 2].map((runtime) => toCardView(data, 0, runtime, cellAt(data, 0, runtime), undefined));
    expect([bare?.hasMore, child?.hasMore]).toEqual([false, true]);
    const named = pairExample({
      runtimes: [
        { name: "child", spec: { disabled: false, supportedModelFormats: [] }, summary: { inheritsFrom: "base" } },
        { name: "base", spec: { disabled: true } },
      ],
    });
    expect(cardOf(2, named)).toBe(
      "Rejected | The runtime has no entries of its own. Named in an InferenceService, it declares the model with what it inherits.",
    );
  });

  it("says in what a near miss differs, with both values as soon as they are known", () => {
    const older = { ...baseEntry, modelFramework: { ...baseEntry.modelFramework, version: "4.33.1" } };
    expect(cardOf(3)).toBe("1 off: framework version | framework version: … | ");
    expect(cardOf(3, pairExample({ runtimes: [{ spec: { supportedModelFormats: [older] } }] }))).toBe(
      "1 off: framework version | framework version: 4.45.0, entry asks for 4.33.1 | Without that, OME could pick it by itself.",
    );
  });

  it("tells the score and the rank of what is picked", () => {
    expect(cardOf(4, pairExample({ runtimes: [{ spec: {} }] }))).toBe("Selected | Score 2, rank 1 of 1.");
  });
});
