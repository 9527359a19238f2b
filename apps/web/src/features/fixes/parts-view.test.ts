import type { EffectResponse, FixResponse } from "@ome-matrix/contract";
import { describe, expect, it } from "vitest";
import { plainText } from "../../reasons/phrase.ts";
import { fixExample, targetExample } from "../../testing/fixes.ts";
import { mainCommand, toForms } from "./commands-view.ts";
import { toHunks } from "./diff-view.ts";
import { toEdits } from "./edits-view.ts";
import { toEffectLines } from "./effect-view.ts";
import { toPreviewBand } from "./preview-band-view.ts";

const runtime = targetExample("ClusterServingRuntime", "srt");
const model = targetExample("ClusterBaseModel", "writer");

const commandsOf = (name: string, lowest = "1.8"): FixResponse["changes"][number]["commands"] => {
  const set = (verb: string) => ({
    bash: `${verb} ${name}`,
    bashDryRun: `${verb} ${name} dry`,
    powershell: `ps ${verb} ${name}`,
    powershellDryRun: `ps ${verb} ${name} dry`,
  });
  return {
    forward: set("do"),
    undo: set("undo"),
    fragment: `name: ${name}\n`,
    lowestKubectl: {
      forward: { bash: lowest, bashDryRun: "1.18", powershell: "1.20", powershellDryRun: "1.21" },
      undo: { bash: "1.19", bashDryRun: "1.19", powershell: "1.22", powershellDryRun: "1.23" },
    },
  };
};
const change = (target: typeof model, lowest?: string) => ({
  target,
  patch: { type: "merge" as const, body: {} },
  undo: { type: "merge" as const, body: {} },
  yamlBefore: "",
  yamlAfter: "",
  commands: commandsOf(target.name, lowest),
});

describe("the forms of a command", () => {
  const fix = fixExample({ changes: [change(model), change(runtime, "1.10")] });
  const textOf = (form: string, index = 0) => toForms(fix).find((other) => other.form === form)?.texts[index]?.text;
  it("do both changes, and stop when the first fails", () => expect(mainCommand(fix)).toBe("do writer &&\ndo srt"));
  it("undo in the reverse order", () => expect(textOf("undo")).toBe("undo srt &&\nundo writer"));
  it("have PowerShell lines for the dry run as well", () =>
    expect(textOf("dry-run", 1)).toBe("ps do writer dry\nps do srt dry"));
  it("give one manifest a change", () => expect(textOf("gitops")).toBe("name: writer\n---\nname: srt\n"));
  it("name the lowest kubectl that knows all of it, each form by itself", () =>
    expect(toForms(fix).map(({ texts }) => texts.map(({ lowest }) => lowest))).toEqual([
      ["1.10"],
      ["1.20"],
      ["1.18", "1.21"],
      ["1.19", "1.22"],
      [undefined],
    ]));
  it("are none when there is nothing to patch", () => expect(toForms(fixExample())).toEqual([]));
});

describe("single values of a change", () => {
  it("know what was there, below the entry", () => {
    const path = "/spec/supportedModelFormats/2/modelFramework/version";
    expect(
      toEdits(
        {
          ...change(runtime),
          patch: { type: "json", operations: [{ op: "add", path, value: "2" }] },
          undo: { type: "json", operations: [{ op: "add", path, value: "1" }] },
        },
        undefined,
      ),
    ).toEqual([{ side: "runtime", path: "modelFramework.version", entry: 3, before: "1", after: "2" }]);
  });
  it("tell a removal", () => {
    const patch = { type: "merge" as const, body: { spec: { quantization: null } } };
    expect(toEdits({ ...change(model), patch }, undefined)).toEqual([
      { side: "model", path: "quantization", entry: undefined, before: undefined, after: undefined },
    ]);
  });
  it("unescape what a pointer escapes", () => {
    const path = "/spec/engineConfig/annotations/ome.io~1deploymentMode";
    const patch = { type: "json" as const, operations: [{ op: "remove" as const, path }] };
    expect(toEdits({ ...change(runtime), patch }, undefined)[0]?.path).toBe(
      "engineConfig.annotations.ome.io/deploymentMode",
    );
  });
});

describe("the difference of two objects", () => {
  const before = ["spec:", "  a: 1", "  b: 2", "  c: 3", "  d: 4", "  range:", "    max: 4b", "  z: 9", ""].join("\n");
  it("shows the changed lines with three around them, and where they are", () => {
    const [hunk, ...others] = toHunks(before, before.replace("4b", "4B"));
    expect(others).toEqual([]);
    expect(hunk?.within).toBe("spec.range");
    expect(
      hunk?.lines.map(({ kind, text }) => `${kind === "same" ? " " : kind === "added" ? "+" : "-"}${text}`),
    ).toEqual(["   c: 3", "   d: 4", "   range:", "-    max: 4b", "+    max: 4B", "   z: 9"]);
  });
  it("names the list of an appended entry", () => {
    const list = "spec:\n  formats:\n    - name: a\n      version: 1\n";
    expect(toHunks(list, `${list}    - name: b\n`).map(({ within }) => within)).toEqual(["spec.formats"]);
  });
  it("keeps distant changes apart", () => {
    const lines = Array.from({ length: 30 }, (_, index) => `k${index}: 0`);
    const after = lines.with(1, "k1: 1").with(28, "k28: 1");
    expect(toHunks(lines.join("\n"), after.join("\n"))).toHaveLength(2);
  });
  it("is empty when nothing changes", () => expect(toHunks(before, before)).toEqual([]));
});

describe("an effect", () => {
  const writer = { kind: "ClusterBaseModel", name: "writer", key: "ClusterBaseModel/writer" } as const;
  const srt = { kind: "ClusterServingRuntime", name: "srt", key: "ClusterServingRuntime/srt" } as const;
  const old = { kind: "ClusterServingRuntime", name: "old", key: "ClusterServingRuntime/old" } as const;
  const effect: EffectResponse = {
    revision: 1,
    gained: 1,
    lost: 0,
    pairs: [{ model: writer, runtime: srt, before: "none", after: "automatic" }],
    pairsTotal: 1,
    winners: [{ model: writer, before: old, after: srt, namespaces: ["studio"], everywhereElse: false }],
    ties: [],
    services: [
      {
        service: {
          kind: "InferenceService",
          name: "posters",
          namespace: "vision",
          key: "InferenceService/vision/posters",
        },
        model: writer,
        before: { code: "nothing-selected" },
        after: { code: "selected", runtime: srt },
      },
    ],
  };
  const say = (of: EffectResponse) =>
    toEffectLines(of).map(({ label, texts }) => `${label}: ${texts.map(plainText).join(" | ")}`);
  it("is a short list", () =>
    expect(say(effect)).toEqual([
      "Gains: 1 pair: writer × srt",
      "Loses: none",
      "OME’s choice: picks srt instead of old for writer in studio",
      "Services: vision/posters, now without a runtime, gets srt",
    ]));
  it("links to the cells", () =>
    expect(toEffectLines(effect)[0]?.texts[0]).toContainEqual({
      part: "link",
      text: "writer × srt",
      modelKey: writer.key,
      runtimeKey: srt.key,
    }));
  it("counts what it does not list", () => {
    const pairs = Array.from(
      { length: 9 },
      () => ({ model: writer, runtime: srt, before: "automatic", after: "none" }) as const,
    );
    expect(say({ ...effect, lost: 40, pairs })[1]).toMatch(/^Loses: 40 pairs: writer × srt .*and 34 more$/);
  });
  it("tells what automatic selection starts to reach", () => {
    const pairs = [{ model: writer, runtime: srt, before: "named", after: "automatic" } as const];
    expect(say({ ...effect, gained: 0, pairs })[2]).toBe("Now automatic: writer × srt");
  });
});

describe("the band above a preview", () => {
  const ready = {
    name: {},
    state: "ready" as const,
    fix: fixExample({ changes: [change(model)] }),
    problem: undefined,
  };
  it("says that nothing is applied, what would be, and what changes", () => {
    const band = toPreviewBand(ready, { cells: 1, counts: [{ label: "Selected", before: 1, after: 2 }] });
    expect([band.lead, plainText(band.text), band.counts, band.command]).toEqual([
      "Preview: not applied.",
      "One change to ClusterBaseModel writer.",
      "1 cell changes: Selected 1 → 2",
      "do writer",
    ]);
  });
  it("says what a fix rests on that is only offered with a pasted file", () => {
    const band = toPreviewBand({ ...ready, name: { evidence: "{}" } }, undefined);
    expect(plainText(band.text)).toBe(
      "One change to ClusterBaseModel writer. It rests on a pasted model_index.json, which the address holds.",
    );
  });
  it("says that nothing is seen of it from here", () =>
    expect(toPreviewBand(ready, { cells: 0, counts: [] }).counts).toBe("No cell changes as seen from here."));
  it("says that the link no longer fits", () =>
    expect(toPreviewBand({ ...ready, state: "gone" }, undefined).lead).toBe("This preview no longer fits."));
});
