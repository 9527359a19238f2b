/** Something about a manifest that a person should know. */
export interface ManifestReport {
  readonly level: "error" | "warning" | "info";
  readonly code: ReportCode;
  /** Relative to the folder given; with several folders, below that folder's own name, after the names above it where two folders share one. */
  readonly file: string;
  /** Counted from 1. */
  readonly line?: number;
  /** What, where, and what to do. */
  readonly message: string;
}

export type ReportCode =
  | "unreadable-file"
  | "binary-file"
  | "large-file"
  | "too-many-files"
  | "not-there"
  | "link-outside"
  | "yaml-syntax"
  | "duplicate-key"
  | "too-many-aliases"
  | "too-deep"
  | "not-an-object"
  | "no-kind"
  | "wrong-version"
  | "refused-object"
  | "refused-status"
  | "unknown-field"
  | "duplicate-object"
  | "other-kinds"
  | "more-reports"
  | "not-followed";

/** By file in byte order, then by line. */
export function sortReports(reports: readonly ManifestReport[]): readonly ManifestReport[] {
  return [...reports].sort(
    (left, right) =>
      Buffer.compare(Buffer.from(left.file), Buffer.from(right.file)) ||
      (left.line ?? 0) - (right.line ?? 0) ||
      (left.message < right.message ? -1 : 1),
  );
}
