import type { Dirent } from "node:fs";
import { readdir, readFile, realpath, stat } from "node:fs/promises";
import { basename, join, relative, resolve, sep } from "node:path";
import type { ManifestReport } from "./report.ts";
import { tellApart } from "./tell-apart.ts";

const maxFiles = 20_000;
const maxFileBytes = 16 * 1024 * 1024;
const maxAttempts = 3;

/** A folder or a single file to read manifests from. */
export interface Root {
  /** As it was given. Where it leads to is found out at every scan: links are switched, and folders go and come back. */
  readonly path: string;
  /** Its name in reports. */
  readonly label: string;
  /** Put before the names of the files in it. */
  readonly prefix: string;
}

/** What a root is at the moment. */
export interface Place {
  /** Without symbolic links. */
  readonly path: string;
  readonly isFolder: boolean;
  /** Differs once the path leads to something else, or to the same with other permissions. */
  readonly identity: string;
}

/** A manifest found below a root. */
export interface FoundFile {
  /** Its name in reports. */
  readonly name: string;
  /** Stays the same for as long as it is found below the same root under the same name. */
  readonly key: string;
  readonly path: string;
  /** Differs whenever the content may differ. */
  readonly stamp: string;
}

export interface Scan {
  /** In the order in which they are applied; each file once. */
  readonly files: readonly FoundFile[];
  readonly reports: readonly ManifestReport[];
  /** What each root came to, for the next scan. */
  readonly roots: ReadonlyMap<Root, readonly FoundFile[]>;
}

interface RootScan {
  readonly files: readonly FoundFile[];
  /** With the path of what they are about. */
  readonly reports: readonly { readonly path: string; readonly report: ManifestReport }[];
}

/** Thrown when a root is not there, or not the one that it was. */
class Away extends Error {}

/** Checks what was asked for; throws with a plain sentence when it is not there. */
export async function openRoots(paths: readonly string[]): Promise<readonly Root[]> {
  // Whoever names a folder twice wants it where it was named last, as with commands that apply one after the other.
  const wanted = paths.map((path) => resolve(path)).filter((path, index, all) => all.lastIndexOf(path) === index);
  const labels = tellApart(wanted);
  return Promise.all(
    wanted.map(async (path, index) => {
      try {
        const { isFolder } = await locate(path);
        const label = labels[index] ?? path;
        if (wanted.length > 1) return { path, label, prefix: `${label}/` };
        return { path, label: isFolder ? "." : label, prefix: "" };
      } catch (error) {
        const missing = isErrno(error) && error.code === "ENOENT";
        throw new Error(
          missing
            ? `The folder of manifests ${path} does not exist. Check the path, or create the folder.`
            : `The folder of manifests ${path} cannot be read: ${error instanceof Error ? error.message : "unknown reason"}.`,
        );
      }
    }),
  );
}

/** Where a path leads to; fails when that is nowhere. */
export async function locate(path: string): Promise<Place> {
  const real = await realpath(path);
  const found = await stat(real);
  const isFolder = found.isDirectory();
  return { path: real, isFolder, identity: `${real}\0${found.dev}:${found.ino}:${found.mode}` };
}

/** Finds all manifests: root by root, within a root by relative path in byte order. A root that is away keeps its files. */
export async function scanRoots(roots: readonly Root[], before: Scan["roots"] = new Map()): Promise<Scan> {
  const found = new Map<Root, readonly FoundFile[]>();
  // By what they are about: of two roots one may lie in the other. The later one counts, as it does for objects.
  const files = new Map<string, FoundFile>();
  const reports = new Map<string, ManifestReport>();
  for (const root of roots) {
    const scan = await scanWhole(root, before.get(root) ?? []);
    found.set(root, scan.files);
    for (const file of scan.files) {
      files.delete(file.path);
      files.set(file.path, file);
    }
    for (const { path, report } of scan.reports) reports.set(`${report.code}\0${path}`, report);
  }
  return { files: [...files.values()], reports: [...reports.values()], roots: found };
}

/** Scans a root that stays where it is meanwhile: half of a folder that is being moved away is no state to show. */
async function scanWhole(root: Root, before: readonly FoundFile[]): Promise<RootScan> {
  let reason = "it changes all the time";
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    try {
      const place = await locate(root.path);
      const scan = await scanPlace(root, place, before);
      if ((await locate(root.path)).identity === place.identity) return scan;
    } catch (error) {
      if (!(error instanceof Away) && !isErrno(error)) throw error;
      reason = error instanceof Away ? error.message : reasonOf(error);
    }
  }
  const what = reason === "ENOENT" ? "is not there any more" : `cannot be read: ${reason}`;
  const message = `${root.path} ${what}. The cluster keeps what it said before, until it is back and read again.`;
  return {
    files: before,
    reports: [{ path: root.path, report: { level: "error", code: "not-there", file: root.label, message } }],
  };
}

async function scanPlace(root: Root, place: Place, before: readonly FoundFile[]): Promise<RootScan> {
  const reports: { readonly path: string; readonly report: ManifestReport }[] = [];
  const found = new Map<string, { readonly relativePath: string; readonly isLink: boolean }>();
  const kept: FoundFile[] = [];
  const visited = new Set<string>();
  const nameOf = (path: string): string => {
    const below = relative(place.path, path).split(sep).join("/");
    return below === "" ? root.label : `${root.prefix}${below}`;
  };

  const report = (
    code: ManifestReport["code"],
    path: string,
    message: string,
    level: ManifestReport["level"] = "error",
  ): void => {
    reports.push({ path, report: { level, code, file: nameOf(path), message } });
  };

  const add = (path: string, real: string, isLink: boolean): void => {
    const known = found.get(real);
    // The same file by two names is one file, under its own name when that is in the folder.
    if (known === undefined || (known.isLink && !isLink)) found.set(real, { relativePath: path, isLink });
  };

  const follow = async (path: string): Promise<void> => {
    const real = await realpath(path);
    if (real !== place.path && !real.startsWith(place.path + sep)) {
      report(
        "link-outside",
        path,
        "a symbolic link that leads out of the folder is not followed. Copy the file into the folder.",
      );
      return;
    }
    if ((await stat(real)).isDirectory()) {
      // A folder inside is visited under its own name, unless that is hidden.
      if (
        relative(place.path, real)
          .split(sep)
          .some((step) => step.startsWith(".")) &&
        !visited.has(real)
      )
        await walk(path, real);
    } else if (isManifest(path)) {
      add(path, real, true);
    }
  };

  const walk = async (path: string, real: string): Promise<void> => {
    visited.add(real);
    let entries: Dirent[];
    try {
      entries = await readdir(path, { withFileTypes: true });
    } catch (error) {
      if (path === place.path) throw new Away(reasonOf(error));
      if (isErrno(error) && error.code === "ENOENT") return;
      const keptHere = before.filter(({ name }) => name.startsWith(`${nameOf(path)}/`));
      kept.push(...keptHere);
      const rest = keptHere.length > 0 ? " Until then the cluster keeps what was in it." : "";
      report("unreadable-file", path, `the folder cannot be read: ${reasonOf(error)}. Check its permissions.${rest}`);
      return;
    }
    for (const entry of entries) {
      if (entry.name.startsWith(".") || found.size >= maxFiles) continue;
      const below = join(path, entry.name);
      try {
        if (entry.isSymbolicLink()) await follow(below);
        else if (entry.isDirectory()) await walk(below, await realpath(below));
        else if (entry.isFile() && isManifest(entry.name)) add(below, await realpath(below), false);
      } catch (error) {
        if (error instanceof Away) throw error;
        // Files come and go while somebody works in the folder; a link to nothing stays and is worth a word.
        if (entry.isSymbolicLink())
          report(
            "unreadable-file",
            below,
            `a symbolic link that leads nowhere: ${reasonOf(error)}. Correct or remove it.`,
          );
        else if (!isErrno(error) || error.code !== "ENOENT")
          report("unreadable-file", below, `cannot be read: ${reasonOf(error)}. Check its permissions.`);
      }
    }
  };

  if (place.isFolder) await walk(place.path, place.path);
  else found.set(place.path, { relativePath: place.path, isLink: false });
  if (found.size >= maxFiles)
    report("too-many-files", place.path, `only the first ${maxFiles} files are read. Point to a smaller folder.`);

  const files: FoundFile[] = [...kept];
  for (const [real, { relativePath }] of found) {
    try {
      const { size, mtimeMs, ctimeMs, ino } = await stat(real);
      const name = place.isFolder ? nameOf(relativePath) : root.label === "." ? basename(root.path) : root.label;
      const stamp = `${ino}:${size}:${mtimeMs}:${ctimeMs}`;
      files.push({ name, key: `${root.path}\0${name}`, path: real, stamp });
    } catch {
      // Removed since it was listed: the next scan does not find it either.
    }
  }
  files.sort((left, right) => Buffer.compare(Buffer.from(left.name), Buffer.from(right.name)));
  return { files, reports };
}

/** The text of a manifest, or why there is none; undefined when the file has gone since it was found. */
export async function readFound(
  file: FoundFile,
): Promise<{ readonly text: string } | Omit<ManifestReport, "file"> | undefined> {
  try {
    const { size } = await stat(file.path);
    if (size > maxFileBytes) {
      return {
        level: "error",
        code: "large-file",
        message: `larger than ${maxFileBytes} bytes and not read. Split the file.`,
      };
    }
    const bytes = await readFile(file.path);
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(bytes);
    if (text.includes("\0")) throw new TypeError("it contains a zero byte");
    return { text };
  } catch (error) {
    if (error instanceof TypeError) {
      return {
        level: "error",
        code: "binary-file",
        message: "not a text in UTF-8 and not read. Move it out of the folder, or save it as UTF-8.",
      };
    }
    if (isErrno(error) && error.code === "ENOENT") return undefined;
    return {
      level: "error",
      code: "unreadable-file",
      message: `cannot be read: ${reasonOf(error)}. Check its permissions.`,
    };
  }
}

function isManifest(name: string): boolean {
  return /\.(ya?ml|json)$/i.test(name);
}

function reasonOf(error: unknown): string {
  return isErrno(error) ? (error.code ?? "unknown reason") : "unknown reason";
}

function isErrno(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "code" in error;
}
