import { chmod, mkdir, mkdtemp, realpath, rename, rm, symlink, unlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { afterEach, describe, expect, onTestFinished, test } from "vitest";
import { eventually } from "../../test/eventually.ts";
import { systemClock } from "../clock.ts";
import { at, type JsonObject } from "../json.ts";
import { createRegistry } from "../registry.ts";
import { createStore } from "../store.ts";
import { type Folder, followFolder } from "./folder.ts";

const cleanups: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function newFolder(files: Readonly<Record<string, string | Uint8Array>> = {}): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "manifests-")));
  cleanups.push(() => rm(folder, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) await write(folder, name, content);
  return folder;
}

async function write(folder: string, name: string, content: string | Uint8Array): Promise<void> {
  await mkdir(dirname(join(folder, name)), { recursive: true });
  await writeFile(join(folder, name), content);
}

function model(name: string, vendor = "acme", labels = ""): string {
  return `apiVersion: ome.io/v1beta1\nkind: ClusterBaseModel\nmetadata: {name: ${name}${labels}}\nspec:\n  vendor: ${vendor}\n  storage: {storageUri: x}\n`;
}

interface Opened {
  readonly folder: Folder;
  /** `name=vendor`, in order. */
  readonly models: () => readonly string[];
  /** `warning duplicate-object a.yaml:1`, in order. */
  readonly reports: () => readonly string[];
  readonly patch: (name: string, patch: JsonObject) => void;
  readonly remove: (name: string) => void;
  readonly namespaces: () => readonly string[];
  /** How often anything has changed. */
  readonly revision: () => number;
}

async function open(paths: readonly string[], follow = false): Promise<Opened> {
  const store = createStore({ firstRevision: 0, historyLimit: 1000 });
  const registry = createRegistry(store, systemClock);
  const folder = await followFolder(paths, registry, follow);
  cleanups.push(() => folder.close());
  const kind = { plural: "clusterbasemodels" };
  const { kinds } = await import("../kinds.ts");
  const modelKind = kinds.find(({ plural }) => plural === kind.plural);
  if (modelKind === undefined) throw new Error("no kind of models");
  const options = { dryRun: false, fieldValidation: "Warn" } as const;
  return {
    folder,
    models: () =>
      store.list(kind.plural).map(({ key, object }) => `${key.slice(1)}=${String(at(object, "spec", "vendor"))}`),
    namespaces: () => store.list("namespaces").map(({ key }) => key.slice(1)),
    reports: () =>
      folder
        .reports()
        .map(({ level, code, file, line }) => `${level} ${code} ${file}${line === undefined ? "" : `:${line}`}`),
    patch: (name, body) => void registry.patch(modelKind, "", name, { type: "merge", body }, options),
    remove: (name) => void registry.remove(modelKind, "", name, {}, false),
    revision: store.revision,
  };
}

describe("finding", () => {
  test("takes yaml, yml and json, in sub-folders too, and nothing hidden", async () => {
    const folder = await newFolder({
      "a.yaml": model("a"),
      "b.yml": model("b"),
      "sub/deep/c.YAML": model("c"),
      "d.json": JSON.stringify({
        apiVersion: "ome.io/v1beta1",
        kind: "ClusterBaseModel",
        metadata: { name: "d" },
        spec: { vendor: "v", storage: { storageUri: "x" } },
      }),
      "notes.txt": "not: a: manifest",
      ".hidden.yaml": model("hidden"),
      ".git/x.yaml": model("git"),
      "a.yaml~": model("backup"),
    });
    const { models, reports } = await open([folder]);
    expect(models()).toEqual(["a=acme", "b=acme", "c=acme", "d=v"]);
    expect(reports()).toEqual([]);
  });

  test("a kustomization is known by its name", async () => {
    const folder = await newFolder({ "sub/kustomization.yaml": "resources: [a.yaml]\n", "a.yaml": model("a") });
    expect((await open([folder])).reports()).toEqual(["info other-kinds sub/kustomization.yaml"]);
  });

  test("a folder that does not exist is an error at the start", async () => {
    await expect(open(["/nowhere/at/all"])).rejects.toThrow(
      "The folder of manifests /nowhere/at/all does not exist. Check the path",
    );
  });

  test("a single file", async () => {
    const folder = await newFolder({ "a.yaml": model("a"), "b.yaml": model("b") });
    expect((await open([join(folder, "b.yaml")])).models()).toEqual(["b=acme"]);
  });

  test("binary, huge and unreadable files are reported and the rest is served", async () => {
    const folder = await newFolder({
      "a.yaml": model("a"),
      "binary.yaml": new Uint8Array([0x61, 0x3a, 0xff, 0xfe, 0x00]),
      "zero.yaml": "a: \0",
      "utf16.yaml": Buffer.from("\uFEFFa: b", "utf16le"),
      "huge.yaml": Buffer.alloc(17 * 1024 * 1024, 0x23),
    });
    const { models, reports } = await open([folder]);
    expect(models()).toEqual(["a=acme"]);
    expect(reports()).toEqual([
      "error binary-file binary.yaml",
      "error large-file huge.yaml",
      "error binary-file utf16.yaml",
      "error binary-file zero.yaml",
    ]);
  });

  test("links inside are followed once, links outside are refused, loops end", async () => {
    const outside = await newFolder({ "secret.yaml": model("secret") });
    const folder = await newFolder({ "sub/a.yaml": model("a"), ".data/b.yaml": model("b") });
    await symlink(join(folder, "sub"), join(folder, "again"));
    await symlink(folder, join(folder, "sub", "loop"));
    await symlink("sub/a.yaml", join(folder, "0-link.yaml"));
    await symlink(".data", join(folder, "data"));
    await symlink("../.data/loop", join(folder, ".data", "loop"));
    await symlink(outside, join(folder, "outside"));
    await symlink(join(outside, "secret.yaml"), join(folder, "secret.yaml"));
    await symlink("nothing.yaml", join(folder, "broken.yaml"));
    const { models, reports } = await open([folder]);
    expect(models()).toEqual(["a=acme", "b=acme"]);
    expect(reports()).toEqual([
      "error unreadable-file broken.yaml",
      "error unreadable-file data/loop",
      "error link-outside outside",
      "error link-outside secret.yaml",
    ]);
  });
});

describe("several folders", () => {
  test("of the same name are told apart by the folders above them", async () => {
    const folder = await newFolder({
      "ra/x/f.yaml": model("m", "first"),
      "rb/x/f.yaml": model("m", "second"),
      "y/f.yaml": "kind: [",
      "z.yaml": model("z"),
    });
    const { folder: opened, reports } = await open(["ra/x", "rb/x", "y", "z.yaml"].map((name) => join(folder, name)));
    expect(reports()).toEqual(["warning duplicate-object ra/x/f.yaml:1", "error yaml-syntax y/f.yaml:1"]);
    expect(opened.reports()[0]?.message).toContain("is stated here and in rb/x/f.yaml, line 1;");
    const { folder: files } = await open([join(folder, "ra/x/f.yaml"), join(folder, "rb/x/f.yaml")]);
    expect(files.reports()[0]).toMatchObject({ file: "ra/x/f.yaml", code: "duplicate-object" });
  });

  test("that are the same, or lie in one another, are read once", async () => {
    const folder = await newFolder({
      "x/a.yaml": model("a"),
      "x/sub/b.yaml": model("b", "sub"),
      "x/sub/wrong.yaml": "kind: [",
      "x/z.yaml": model("b", "z"),
    });
    await symlink("x", join(folder, "link"));
    await symlink("nothing", join(folder, "x", "broken.yaml"));
    const x = join(folder, "x");
    const wrong = ["error unreadable-file x/broken.yaml", "error yaml-syntax x/sub/wrong.yaml:1"];
    const twice = await open([x, `${x}/`, join(folder, "y", "..", "x")]);
    expect(twice.models()).toEqual(["a=acme", "b=z"]);
    expect(twice.reports()).toEqual([
      "error unreadable-file broken.yaml",
      "warning duplicate-object sub/b.yaml:1",
      "error yaml-syntax sub/wrong.yaml:1",
    ]);
    const linked = await open([join(folder, "link"), x]);
    expect(linked.reports()).toEqual([wrong[0], "warning duplicate-object x/sub/b.yaml:1", wrong[1]]);
    // What is named last is applied last, as if by one command after the other.
    const nested = await open([x, join(x, "sub"), join(x, "a.yaml")]);
    expect(nested.models()).toEqual(["a=acme", "b=sub"]);
    expect(nested.reports()).toEqual([
      "error yaml-syntax sub/wrong.yaml:1",
      "error unreadable-file x/broken.yaml",
      "warning duplicate-object x/z.yaml:1",
    ]);
  });
});

test("of one file at most a hundred reports are given, and the number of the others", async () => {
  const folder = await newFolder({ "a.yaml": "kind: [\n---\n".repeat(150), "b.yaml": model("b") });
  const { folder: opened, models } = await open([folder]);
  expect(models()).toEqual(["b=acme"]);
  expect(opened.reports()).toHaveLength(101);
  expect(opened.reports().filter(({ code }) => code === "more-reports")).toMatchObject([
    { level: "warning", message: "50 more reports on this file are left out. Deal with the others first." },
  ]);
});

describe("the same object twice", () => {
  test("the later path in byte order wins, and both files are named", async () => {
    const folder = await newFolder({
      "B.yaml": model("x", "upper"),
      "a.yaml": model("x", "lower"),
      "a/z.yaml": `# first\n${model("x", "sub")}`,
    });
    const { models, folder: opened } = await open([folder]);
    expect(models()).toEqual(["x=sub"]);
    expect(opened.reports()).toEqual([
      {
        level: "warning",
        code: "duplicate-object",
        file: "B.yaml",
        line: 1,
        message: 'ClusterBaseModel "x" is stated here and in a.yaml, line 1; the later one counts. Remove one of them.',
      },
      {
        level: "warning",
        code: "duplicate-object",
        file: "a.yaml",
        line: 1,
        message:
          'ClusterBaseModel "x" is stated here and in a/z.yaml, line 2; the later one counts. Remove one of them.',
      },
    ]);
  });

  test("of two folders the later one given wins", async () => {
    const first = await newFolder({ "z.yaml": model("x", "first") });
    const second = await newFolder({ "a.yaml": model("x", "second") });
    const { models, reports } = await open([first, second]);
    expect(models()).toEqual(["x=second"]);
    expect(reports()).toEqual([`warning duplicate-object ${basename(first)}/z.yaml:1`]);
    expect((await open([second, first])).models()).toEqual(["x=first"]);
  });

  test("in one file", async () => {
    const folder = await newFolder({ "a.yaml": `${model("x", "one")}---\n${model("x", "two")}` });
    const { models, reports } = await open([folder]);
    expect(models()).toEqual(["x=two"]);
    expect(reports()).toEqual(["warning duplicate-object a.yaml:1"]);
  });
});

describe("following", () => {
  test("files that are added, changed and removed", async () => {
    const folder = await newFolder({ "a.yaml": model("a") });
    const { models } = await open([folder], true);
    await write(folder, "sub/b.yaml", model("b"));
    await eventually(models).toEqual(["a=acme", "b=acme"]);
    await write(folder, "a.yaml", model("a", "changed"));
    await eventually(models).toEqual(["a=changed", "b=acme"]);
    await rm(join(folder, "sub"), { recursive: true });
    await eventually(models).toEqual(["a=changed"]);
  });

  test("an editor that writes a new file and renames it over the old one", async () => {
    const folder = await newFolder({ "a.yaml": model("a", "v0") });
    const { models, revision } = await open([folder], true);
    const before = revision();
    for (let round = 1; round <= 5; round++) {
      await write(folder, ".a.yaml.swp", model("a", `v${round}`));
      await rename(join(folder, ".a.yaml.swp"), join(folder, "a.yaml"));
      await eventually(models).toEqual([`a=v${round}`]);
    }
    // Never removed and added again.
    expect(revision()).toBe(before + 5);
  });

  test("a file that is moved in from elsewhere, over the old one", async () => {
    const elsewhere = await newFolder();
    const folder = await newFolder({ "sub/a.yaml": model("a", "v0") });
    const { models } = await open([folder], true);
    for (let round = 1; round <= 5; round++) {
      await write(elsewhere, "next.yaml", model("a", `v${round}`));
      await rename(join(elsewhere, "next.yaml"), join(folder, "sub", "a.yaml"));
      await eventually(models).toEqual([`a=v${round}`]);
    }
  });

  test("a single file that is renamed over", async () => {
    const folder = await newFolder({ "a.yaml": model("a", "v0"), "b.yaml": model("b") });
    const { models } = await open([join(folder, "a.yaml")], true);
    for (let round = 1; round <= 3; round++) {
      await write(folder, "next", model("a", `v${round}`));
      await rename(join(folder, "next"), join(folder, "a.yaml"));
      await eventually(models).toEqual([`a=v${round}`]);
    }
  });

  test("the other file's object comes back when the winner's file goes", async () => {
    const folder = await newFolder({ "a.yaml": model("x", "first"), "b.yaml": model("x", "second") });
    const { models, reports } = await open([folder], true);
    expect(models()).toEqual(["x=second"]);
    await unlink(join(folder, "b.yaml"));
    await eventually(models).toEqual(["x=first"]);
    await eventually(reports).toEqual([]);
  });

  test("a mistake keeps what the file said before, until it is corrected", async () => {
    const folder = await newFolder({ "a.yaml": `${model("a")}---\n${model("b")}` });
    const { models, reports, folder: opened } = await open([folder], true);
    await write(folder, "a.yaml", `${model("a", "changed")}---\nkind: [`);
    await eventually(models).toEqual(["a=changed", "b=acme"]);
    await eventually(reports).toEqual(["error yaml-syntax a.yaml:8"]);
    expect(opened.reports()[0]?.message).toContain("the cluster keeps what the file said before");
    await write(folder, "a.yaml", model("a", "1.0"));
    await eventually(reports).toEqual(["error refused-object a.yaml:5"]);
    // The file no longer states b, and what it says of a is refused.
    expect(models()).toEqual(["a=changed"]);
    await write(folder, "a.yaml", model("a", "good"));
    await eventually(models).toEqual(["a=good"]);
    await eventually(reports).toEqual([]);
  });

  test("listeners get every new state of the reports", async () => {
    const folder = await newFolder({ "a.yaml": model("a") });
    const { folder: opened } = await open([folder], true);
    const heard: number[] = [];
    const unsubscribe = opened.onReports((reports) => heard.push(reports.length));
    await write(folder, "b.yaml", "kind: [");
    await eventually(() => heard).toEqual([1]);
    await write(folder, "b.yaml", model("b"));
    await eventually(() => heard).toEqual([1, 0]);
    unsubscribe();
  });

  test("what kubectl wrote stays until its document changes", async () => {
    const folder = await newFolder({ "a.yaml": `${model("a")}---\n${model("b")}`, "c.yaml": model("c") });
    const { models, patch, remove } = await open([folder], true);
    patch("a", { spec: { vendor: "kubectl" } });
    patch("b", { spec: { vendor: "kubectl" } });
    remove("c");
    // Another document of the same file, a comment, and the order of members change nothing about a and c.
    await write(
      folder,
      "a.yaml",
      `# words\n${model("a").replace("vendor: acme\n  storage: {storageUri: x}", "storage: {storageUri: x}\n  vendor: acme")}---\n${model("b", "file")}`,
    );
    await write(folder, "c.yaml", `${model("c")}# words\n`);
    await eventually(models).toEqual(["a=kubectl", "b=file"]);
    await write(folder, "c.yaml", model("c", "file"));
    await eventually(models).toEqual(["a=kubectl", "b=file", "c=file"]);
  });

  test("an object keeps its uid and its age over changes of its file", async () => {
    const folder = await newFolder({ "a.yaml": model("a") });
    const store = createStore({ firstRevision: 0, historyLimit: 100 });
    const opened = await followFolder([folder], createRegistry(store, systemClock), true);
    cleanups.push(() => opened.close());
    const read = () => store.get("clusterbasemodels", "/a");
    const before = read();
    await write(folder, "a.yaml", model("a", "v2", ", labels: {x: red}"));
    await eventually(() => at(read(), "spec", "vendor")).toBe("v2");
    expect(at(read(), "metadata", "uid")).toBe(at(before, "metadata", "uid"));
    expect(at(read(), "metadata", "labels")).toEqual({ x: "red" });
    expect(at(read(), "metadata", "generation")).toBe(2);
  });

  test("namespaces come with what is in them, and a stated one goes once it is empty", async () => {
    const inStudio = model("a")
      .replace("ClusterBaseModel", "BaseModel")
      .replace("{name: a}", "{name: a, namespace: studio}");
    const stated = "apiVersion: v1\nkind: Namespace\nmetadata: {name: NAME}\n";
    const folder = await newFolder({
      "a.yaml": inStudio,
      "ns.yaml": stated.replace("NAME", "empty"),
      "studio.yaml": stated.replace("NAME", "studio"),
    });
    const { namespaces } = await open([folder], true);
    expect(namespaces()).toEqual(["empty", "studio"]);
    await unlink(join(folder, "ns.yaml"));
    await unlink(join(folder, "studio.yaml"));
    await eventually(namespaces).toEqual(["studio"]);
  });
});

describe("a folder that goes and comes back", () => {
  const followed = async (root: string, given = root) => {
    await write(root, "a.yaml", model("a"));
    await write(root, "sub/b.yaml", model("b"));
    const opened = await open([given], true);
    return {
      ...opened,
      /** Everything stays, and somebody says so. */
      away: async () => {
        await eventually(opened.reports).toEqual(["error not-there ."]);
        expect(opened.folder.reports()[0]?.message).toBe(
          `${given} is not there any more. The cluster keeps what it said before, until it is back and read again.`,
        );
        expect(opened.models()).toEqual(["a=acme", "b=acme"]);
      },
      /** Old and new files, at the top and below, are followed as ever. */
      back: async () => {
        await write(given, "a.yaml", model("a", "changed"));
        await eventually(opened.models).toEqual(["a=changed", "b=acme"]);
        await eventually(opened.reports).toEqual([]);
        await write(given, "sub/b.yaml", model("b", "changed"));
        await eventually(opened.models).toEqual(["a=changed", "b=changed"]);
        await write(given, "c.yaml", model("c"));
        await eventually(opened.models).toEqual(["a=changed", "b=changed", "c=acme"]);
        await rm(join(given, "sub"), { recursive: true });
        await eventually(opened.models).toEqual(["a=changed", "c=acme"]);
      },
    };
  };

  test("moved away and back", async () => {
    const base = await newFolder();
    const fo = join(base, "fo");
    const { away, back, revision } = await followed(fo);
    const before = revision();
    await rename(fo, join(base, "fo.x"));
    await away();
    await rename(join(base, "fo.x"), fo);
    await back();
    // Four changes of its files, and none by being away.
    expect(revision()).toBe(before + 4);
  });

  test("moved away and back at once", async () => {
    const base = await newFolder();
    const fo = join(base, "fo");
    const { back } = await followed(fo);
    await rename(fo, join(base, "fo.x"));
    await rename(join(base, "fo.x"), fo);
    await back();
  });

  test("moved away with the folder above it", async () => {
    const base = await newFolder();
    const { away, back } = await followed(join(base, "up", "fo"));
    await rename(join(base, "up"), join(base, "up.x"));
    await away();
    await rename(join(base, "up.x"), join(base, "up"));
    await back();
  });

  test("removed and made anew", async () => {
    const base = await newFolder({ "copy/a.yaml": model("a"), "copy/sub/b.yaml": model("b") });
    const fo = join(base, "fo");
    const { away, back, models } = await followed(fo);
    await rename(fo, join(base, "old"));
    await away();
    await rename(join(base, "copy"), fo);
    await back();
    await rm(fo, { recursive: true });
    await write(fo, "d.yaml", model("d"));
    await eventually(models).toEqual(["d=acme"]);
  });

  test("reached through a link that is switched", async () => {
    const base = await newFolder({
      "v2/a.yaml": model("a", "v2"),
      "v2/c.yaml": model("c", "v2"),
      "v3/a.yaml": "kind: [",
      "v4/a.yaml": model("a"),
      "v4/sub/b.yaml": model("b"),
    });
    const current = join(base, "current");
    const switchTo = async (version: string): Promise<void> => {
      await symlink(version, join(base, "next"));
      await rename(join(base, "next"), current);
    };
    await mkdir(join(base, "v1"));
    await symlink("v1", current);
    const { back, models, reports } = await followed(join(base, "v1"), current);
    await switchTo("v2");
    await eventually(models).toEqual(["a=v2", "c=v2"]);
    // A mistake in the file of the same name changes nothing about what it states.
    await switchTo("v3");
    await eventually(reports).toEqual(["error yaml-syntax a.yaml:1"]);
    expect(models()).toEqual(["a=v2"]);
    await switchTo("v4");
    await eventually(models).toEqual(["a=acme", "b=acme"]);
    await back();
  });

  test("a single file", async () => {
    const folder = await newFolder({ "a.yaml": model("a"), "next.yaml": model("a", "next") });
    const file = join(folder, "a.yaml");
    const { models, reports } = await open([file], true);
    await unlink(file);
    await eventually(reports).toEqual(["error not-there a.yaml"]);
    expect(models()).toEqual(["a=acme"]);
    await rename(join(folder, "next.yaml"), file);
    await eventually(models).toEqual(["a=next"]);
    await eventually(reports).toEqual([]);
    await write(folder, "a.yaml", model("a", "again"));
    await eventually(models).toEqual(["a=again"]);
  });

  test("one of two, while the other is followed", async () => {
    const base = await newFolder({ "x/a.yaml": model("a"), "y/b.yaml": model("b") });
    const { models, reports } = await open([join(base, "x"), join(base, "y")], true);
    await rename(join(base, "x"), join(base, "x.x"));
    await eventually(reports).toEqual(["error not-there x"]);
    await write(base, "y/b.yaml", model("b", "changed"));
    await eventually(models).toEqual(["a=acme", "b=changed"]);
  });

  // Nothing is unreadable to the superuser.
  test("without its permissions", async () => {
    // Permissions do not bind root: for this test it is nobody.
    if (process.geteuid?.() === 0) {
      process.seteuid?.(65_534);
      onTestFinished(() => process.seteuid?.(0));
    }
    const folder = await newFolder({ "a.yaml": model("a"), "sub/b.yaml": model("b"), "c.yaml": model("c") });
    const { models, reports } = await open([folder], true);
    for (const path of [join(folder, "sub"), folder]) {
      await chmod(path, 0);
      await eventually(() => reports().length).toBe(1);
      expect(models()).toEqual(["a=acme", "b=acme", "c=acme"]);
      await chmod(path, 0o700);
      await eventually(reports).toEqual([]);
    }
  });
});
