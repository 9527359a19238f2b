import { describe, expect, it } from "vitest";
import { withoutCredentials } from "./storage-uri.ts";

describe("the address of a model's files", () => {
  const rows: readonly (readonly [string, string])[] = [
    ["hf://meta-llama/Llama-3.2-3B", "hf://meta-llama/Llama-3.2-3B"],
    ["hf://acme/writer@main", "hf://acme/writer@main"],
    ["pvc://studio:claim/models/writer", "pvc://studio:claim/models/writer"],
    ["oci://n/tenancy/b/models/o/writer", "oci://n/tenancy/b/models/o/writer"],
    ["https://user:password@example.org/writer", "https://(not shown)@example.org/writer"],
    ["https://token@example.org/writer@2", "https://(not shown)@example.org/writer@2"],
    ["https://a@b:c@example.org", "https://(not shown)@example.org"],
    ["S3://key:secret@bucket/writer", "S3://(not shown)@bucket/writer"],
    ["https://example.org/writer?sig=secret&se=1", "https://example.org/writer?(not shown)"],
    ["https://example.org/writer?a\nsecret", "https://example.org/writer?(not shown)"],
    ["no address at all", "no address at all"],
    ["", ""],
  ];
  for (const [uri, shown] of rows) it(JSON.stringify(uri), () => expect(withoutCredentials(uri)).toBe(shown));
});
