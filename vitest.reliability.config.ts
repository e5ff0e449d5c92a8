import { defineConfig } from "vitest/config";

// Minutes of killing, editing and asking: a command of its own, `npm run test:reliability`.
export default defineConfig({
  test: {
    include: ["test/reliability/*.test.ts", "test/**/*.long.test.ts"],
    setupFiles: ["test/support/fixed-seed.ts"],
    execArgv: ["--liftoff-only"],
    globalSetup: ["test/support/build-once.ts"],
    testTimeout: 1_200_000,
    hookTimeout: 60_000,
    fileParallelism: false,
  },
});
