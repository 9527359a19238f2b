import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "node",
          environment: "node",
          include: [
            "packages/*/{src,test}/**/*.test.ts",
            "apps/bff/{src,test}/**/*.test.ts",
            "bench/**/*.test.ts",
            "scripts/**/*.test.ts",
          ],
          testTimeout: 60_000,
        },
      },
      "apps/web/vitest.config.ts",
    ],
  },
});
