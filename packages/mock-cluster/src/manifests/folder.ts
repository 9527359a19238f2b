import { basename, dirname } from "node:path";
import { type FSWatcher, watch as watchFiles } from "chokidar";
import { namespaceKind } from "../kinds.ts";
import type { Registry } from "../registry.ts";
import { kustomization, type Manifest, type ManifestObject, objectId, readManifest } from "./read-manifest.ts";
import { type ManifestReport, sortReports } from "./report.ts";
import { type FoundFile, locate, openRoots, type Place, type Root, readFound, type Scan, scanRoots } from "./scan.ts";

// Long enough for an editor to finish its dance of temporary files, short enough not to be noticed.
const settleMs = 40;
const longestWaitMs = 500;
/** How often it is looked whether a folder is still the one that is watched. */
const checkMs = 500;

/** Of one file; somebody may point at a folder of something else. */
const maxReports = 100;

export interface Folder {
  reports(): readonly ManifestReport[];
  onReports(listener: (reports: readonly ManifestReport[]) => void): () => void;
  close(): Promise<void>;
}

interface LoadedFile {
  readonly stamp: string;
  readonly objects: readonly ManifestObject[];
  readonly reports: readonly ManifestReport[];
  readonly parts: Manifest["parts"];
}

const nothingLoaded: Omit<LoadedFile, "stamp"> = { objects: [], reports: [], parts: new Map() };

/** Where an object comes from: of several files the last one, as if they were applied in order. */
interface Source {
  readonly file: string;
  readonly object: ManifestObject;
}

/** Fills the cluster from manifests and, unless told otherwise, keeps following them. */
export async function followFolder(paths: readonly string[], registry: Registry, follow: boolean): Promise<Folder> {
  const roots = await openRoots(paths);
  const listeners = new Set<(reports: readonly ManifestReport[]) => void>();
  let found: Scan["roots"] = new Map();
  let files = new Map<string, LoadedFile>();
  // What each object was last loaded as. A document that still says the same leaves alone what kubectl has made of its object.
  const loaded = new Map<string, ManifestObject>();
  let reports: readonly ManifestReport[] = [];
  let notFollowing: readonly ManifestReport[] = [];

  const notFollowed = (reason: string): void => {
    const message = `changes may not be noticed: ${reason}. Start again to see them, or point to a smaller folder.`;
    notFollowing = [{ level: "warning", code: "not-followed", file: ".", message }];
  };

  const load = async (): Promise<void> => {
    const scan = await scanRoots(roots, found);
    const next = new Map<string, LoadedFile>();
    for (const file of scan.files) next.set(file.key, await readFile(file, files.get(file.key)));
    found = scan.roots;
    files = next;

    const { winners, duplicates } = chooseSources(scan.files, files);
    apply(winners);
    const current = sortReports([
      ...notFollowing,
      ...scan.reports,
      ...[...files.values()].flatMap((file) => file.reports),
      ...duplicates,
    ]);
    if (JSON.stringify(current) === JSON.stringify(reports)) return;
    reports = current;
    for (const listener of [...listeners]) listener(reports);
  };

  const apply = (winners: ReadonlyMap<string, Source>): void => {
    const gone = [...loaded].filter(([id]) => !winners.has(id));
    // A namespace goes once it is empty, so after what is in it.
    gone.sort(([, left], [, right]) => Number(left.kind === namespaceKind) - Number(right.kind === namespaceKind));
    for (const [id, object] of gone) {
      registry.unload(object.kind, object.namespace, object.name);
      loaded.delete(id);
    }
    for (const [id, { object }] of winners) {
      if (loaded.get(id)?.content === object.content) continue;
      registry.load(object.kind, object.object);
      loaded.set(id, object);
    }
  };

  await load();
  const stopFollowing = follow ? await followChanges(roots, load, notFollowed) : undefined;
  return {
    reports: () => reports,
    onReports(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async close() {
      listeners.clear();
      await stopFollowing?.();
    },
  };
}

async function readFile(file: FoundFile, before: LoadedFile | undefined): Promise<LoadedFile> {
  if (before?.stamp === file.stamp) return before;
  const manifest = await readContent(file, before);
  // Without a stamp it is read again. What it said stays until a scan that no longer finds it.
  if (manifest === undefined) return { ...(before ?? nothingLoaded), stamp: "" };
  const kept = keptObjects(manifest, before);
  const reports = limitReports(manifest.reports).map(
    (report): ManifestReport => ({
      ...report,
      file: file.name,
      message:
        kept.length > 0 && report.level === "error"
          ? `${report.message} Until then the cluster keeps what the file said before.`
          : report.message,
    }),
  );
  return { stamp: file.stamp, objects: [...kept, ...manifest.objects], reports, parts: manifest.parts };
}

async function readContent(file: FoundFile, before: LoadedFile | undefined): Promise<Manifest | undefined> {
  if (/^kustomization\.ya?ml$/i.test(basename(file.name))) return kustomization;
  const content = await readFound(file);
  if (content === undefined) return undefined;
  if ("text" in content) return readManifest(content.text, before?.parts);
  return { objects: [], reports: [content], refused: [], incomplete: true, parts: new Map() };
}

function limitReports(reports: Manifest["reports"]): Manifest["reports"] {
  if (reports.length <= maxReports) return reports;
  const message = `${reports.length - maxReports} more reports on this file are left out. Deal with the others first.`;
  return [...reports.slice(0, maxReports), { level: "warning", code: "more-reports", message }];
}

/** A mistake in a file changes nothing, as a failed `kubectl apply` does not: what it stated before stays. */
function keptObjects(manifest: Manifest, before: LoadedFile | undefined): readonly ManifestObject[] {
  const stated = new Set(manifest.objects.map(({ kind, namespace, name }) => objectId(kind, namespace, name)));
  const refused = new Set(manifest.refused);
  return (before?.objects ?? []).filter(({ kind, namespace, name }) => {
    const id = objectId(kind, namespace, name);
    return !stated.has(id) && (manifest.incomplete || refused.has(id));
  });
}

function chooseSources(
  order: readonly FoundFile[],
  files: ReadonlyMap<string, LoadedFile>,
): { readonly winners: ReadonlyMap<string, Source>; readonly duplicates: readonly ManifestReport[] } {
  const winners = new Map<string, Source>();
  const duplicates: ManifestReport[] = [];
  for (const found of order) {
    const file = found.name;
    for (const object of files.get(found.key)?.objects ?? []) {
      const id = objectId(object.kind, object.namespace, object.name);
      const loser = winners.get(id);
      if (loser !== undefined) duplicates.push(duplicateReport(loser, { file, object }));
      winners.set(id, { file, object });
    }
  }
  return { winners, duplicates };
}

function duplicateReport(loser: Source, winner: Source): ManifestReport {
  const { kind, namespace, name } = winner.object;
  const title = `${kind.kind} ${JSON.stringify(namespace === "" ? name : `${namespace}/${name}`)}`;
  const message = `${title} is stated here and in ${winner.file}, line ${winner.object.line}; the later one counts. Remove one of them.`;
  return { level: "warning", code: "duplicate-object", file: loser.file, line: loser.object.line, message };
}

/** Calls back once changes below the roots have settled, one call at a time, and again for changes during a call. */
async function followChanges(
  roots: readonly Root[],
  changed: () => Promise<void>,
  failed: (reason: string) => void,
): Promise<() => Promise<void>> {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let waitingSince: number | undefined;
  let closed = false;

  const run = (): void => {
    if (running !== undefined) {
      timer = setTimeout(run, settleMs);
      return;
    }
    timer = undefined;
    waitingSince = undefined;
    running = changed()
      .catch(() => undefined)
      .finally(() => {
        running = undefined;
      });
  };
  const schedule = (): void => {
    if (closed) return;
    waitingSince ??= Date.now();
    // Whoever writes without a pause is not waited for for ever.
    if (timer !== undefined && Date.now() - waitingSince > longestWaitMs) return;
    clearTimeout(timer);
    timer = setTimeout(run, settleMs);
  };

  // Events only say that something happened; what the files say is found out by looking at all of them again.
  const followers = await Promise.all(roots.map(({ path }) => followRoot(path, schedule, failed)));
  // What changed between the first reading and the start of watching.
  schedule();

  return async () => {
    closed = true;
    clearTimeout(timer);
    await Promise.all(followers.map((stop) => stop()));
    await running;
  };
}

/**
 * A watch holds on to what its path led to once. So the path is looked at now and then, too: a folder that is moved away
 * and back, made anew, or reached through a link that is switched is watched again, wherever above it that happens.
 */
async function followRoot(
  path: string,
  changed: () => void,
  failed: (reason: string) => void,
): Promise<() => Promise<void>> {
  let watcher: FSWatcher | undefined;
  let watched: string | undefined;
  let isLost = false;
  let closed = false;

  const check = async (): Promise<void> => {
    const place = await locate(path).catch(() => undefined);
    if (place?.identity === watched && !isLost) return;
    isLost = false;
    watched = place?.identity;
    await watcher?.close();
    watcher = undefined;
    if (place !== undefined && !closed) {
      const lost = (): void => {
        isLost = true;
      };
      watcher = await watchPlace(place, { changed, lost, failed });
    }
    changed();
  };

  let timer: NodeJS.Timeout | undefined;
  let checking: Promise<void> | undefined;
  const checkAgain = (): void => {
    timer = setTimeout(() => {
      checking = check().then(checkAgain);
    }, checkMs);
  };
  await check();
  checkAgain();
  return async () => {
    closed = true;
    await checking;
    clearTimeout(timer);
    await watcher?.close();
  };
}

interface WatchEvents {
  readonly changed: () => void;
  /** The folder itself has gone, and the watch with it. */
  readonly lost: () => void;
  readonly failed: (reason: string) => void;
}

async function watchPlace({ path, isFolder }: Place, { changed, lost, failed }: WatchEvents): Promise<FSWatcher> {
  const common = { ignoreInitial: true, followSymlinks: false, ignorePermissionErrors: true };
  // A single file is followed through its folder: an editor that renames a new file over it ends a watch on the old one.
  const folder = isFolder ? path : dirname(path);
  const watcher = isFolder
    ? watchFiles(path, common)
    : watchFiles(folder, { ...common, depth: 0, ignored: (other) => other !== folder && other !== path });
  watcher.on("all", (event, gone) => {
    if (event === "unlinkDir" && gone === folder) lost();
    changed();
  });
  // A file renamed over another one is no change to chokidar at times; the kernel's own events always come.
  watcher.on("raw", changed);
  await new Promise<void>((resolve) => {
    watcher.once("ready", () => resolve());
    // The system has a limit of watched files. What is not followed is still served as it was at the start.
    watcher.on("error", (error) => {
      failed(error instanceof Error ? error.message : "unknown reason");
      changed();
      resolve();
    });
  });
  return watcher;
}
