import type { Dirent } from "node:fs";
import { readdir, readFile, realpath, stat } from "node:fs/promises";
import { basename, join, relative, sep } from "node:path";
import type { ManifestReport } from "./report.ts";

const maxFiles = 20_000;
const maxFileBytes = 16 * 1024 * 1024;

/** A folder or a single file to read manifests from. */
export interface Root {
  readonly path: string;
  readonly isFolder: boolean;
  /** Put before the names of its files in reports; empty when there is only one root. */
  readonly prefix: string;
}

/** A manifest found below a root. */
export interface FoundFile {
  /** Its name in reports. */
  readonly name: string;
  readonly path: string;
  /** Differs whenever the content may differ. */
  readonly stamp: string;
}

export interface Scan {
  /** In the order in which they are applied. */
  readonly files: readonly FoundFile[];
  readonly reports: readonly ManifestReport[];
}

/** Resolves what was asked for; throws with a plain sentence when it is not there. */
export async function openRoots(paths: readonly string[]): Promise<readonly Root[]> {
  return Promise.all(
    paths.map(async (path) => {
      try {
        const real = await realpath(path);
        const isFolder = (await stat(real)).isDirectory();
        return { path: real, isFolder, prefix: paths.length > 1 && isFolder ? `${basename(path)}/` : "" };
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

/** Finds all manifests: root by root, within a root by relative path in byte order. */
export async function scanRoots(roots: readonly Root[]): Promise<Scan> {
  const scans: Scan[] = [];
  for (const root of roots) scans.push(await scanRoot(root));
  return { files: scans.flatMap(({ files }) => files), reports: scans.flatMap(({ reports }) => reports) };
}

async function scanRoot(root: Root): Promise<Scan> {
  const reports: ManifestReport[] = [];
  const found = new Map<string, { readonly relativePath: string; readonly isLink: boolean }>();
  const visited = new Set<string>();

  const report = (
    code: ManifestReport["code"],
    path: string,
    message: string,
    level: ManifestReport["level"] = "error",
  ): void => {
    reports.push({ level, code, file: nameOf(root, path), message });
  };

  const add = (path: string, real: string, isLink: boolean): void => {
    const known = found.get(real);
    // The same file by two names is one file, under its own name when that is in the folder.
    if (known === undefined || (known.isLink && !isLink)) found.set(real, { relativePath: path, isLink });
  };

  const follow = async (path: string): Promise<void> => {
    const real = await realpath(path);
    if (real !== root.path && !real.startsWith(root.path + sep)) {
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
        relative(root.path, real)
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
      if (isErrno(error) && error.code === "ENOENT" && path !== root.path) return;
      report("unreadable-file", path, `the folder cannot be read: ${reasonOf(error)}. Check its permissions.`);
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

  if (root.isFolder) await walk(root.path, root.path);
  else found.set(root.path, { relativePath: root.path, isLink: false });
  if (found.size >= maxFiles)
    report("too-many-files", root.path, `only the first ${maxFiles} files are read. Point to a smaller folder.`);

  const files: FoundFile[] = [];
  for (const [real, { relativePath }] of found) {
    try {
      const { size, mtimeMs, ctimeMs, ino } = await stat(real);
      files.push({ name: nameOf(root, relativePath), path: real, stamp: `${ino}:${size}:${mtimeMs}:${ctimeMs}` });
    } catch {
      // Removed since it was listed: the next scan does not find it either.
    }
  }
  files.sort((left, right) => Buffer.compare(Buffer.from(left.name), Buffer.from(right.name)));
  return { files, reports };
}

/** The text of a manifest, or why there is none. */
export async function readFound(file: FoundFile): Promise<{ readonly text: string } | Omit<ManifestReport, "file">> {
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

function nameOf(root: Root, path: string): string {
  const name = root.isFolder ? relative(root.path, path).split(sep).join("/") : basename(path);
  return `${root.prefix}${name === "" ? "." : name}`;
}

function reasonOf(error: unknown): string {
  return isErrno(error) ? (error.code ?? "unknown reason") : "unknown reason";
}

function isErrno(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "code" in error;
}
