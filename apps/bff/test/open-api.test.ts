import { fileURLToPath } from "node:url";
import { pathToOpenApi } from "@ome-matrix/contract";
import { describe, expect, it } from "vitest";
import { startProgram } from "./program.ts";

const committed = fileURLToPath(new URL("../../../docs/api/openapi.json", import.meta.url));

describe("the OpenAPI document", () => {
  it("is the one in docs/api; after a wanted change, run the test with -u", async () => {
    const program = await startProgram();
    const served = await program.ask(pathToOpenApi());
    expect(served.status).toBe(200);
    await expect(served.text).toMatchFileSnapshot(committed);
  });

  it("describes every route, and refers to nothing that is not in it", async () => {
    const program = await startProgram();
    const { text } = await program.ask(pathToOpenApi());
    const document = JSON.parse(text) as {
      paths: Record<string, Record<string, unknown>>;
      components: { schemas: Record<string, unknown> };
    };
    const references = [...text.matchAll(/"\$ref": "#\/components\/schemas\/([^"]+)"/g)].map(([, id]) => id ?? "");
    expect(references.length).toBeGreaterThan(20);
    for (const id of references) expect(Object.keys(document.components.schemas)).toContain(id);
    expect(text).not.toContain("$schema");
    for (const [path, operations] of Object.entries(document.paths)) {
      if (path === "/api/events") continue;
      for (const method of Object.keys(operations)) {
        const { status } = await program.ask(path, { method: method.toUpperCase() });
        // 400: a parameter or a body is missing; 404: the address has a place for a name; 503: not ready.
        expect(path.includes("{") ? [404] : [200, 400, 503], `${method} ${path}`).toContain(status);
      }
    }
  });
});
