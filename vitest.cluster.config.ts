import { defineConfig } from "vitest/config";

// Real Weaviate nodes, one and three, that are killed: a command of its own, `npm run test:cluster`. The server is named by
// WEAVIATE_SERVER, or it is on the PATH.
export default defineConfig({
  test: {
    include: ["test/team/*.cluster.test.ts"],
    globalSetup: ["test/support/build-once.ts"],
    testTimeout: 900_000,
    hookTimeout: 120_000,
    fileParallelism: false,
  },
});
