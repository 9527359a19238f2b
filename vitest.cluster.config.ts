import { defineConfig } from "vitest/config";

// Started by scripts/test-cluster.mjs, which brings the programs in and says in TEST_CONTROL_PLANE where they are.
export default defineConfig({
  test: {
    name: "cluster",
    environment: "node",
    include: ["apps/bff/test/cluster/**/*.cluster.ts"],
    // Every file starts a control plane of its own; several at once would only wait for each other.
    fileParallelism: false,
    testTimeout: 300_000,
    hookTimeout: 400_000,
  },
});
