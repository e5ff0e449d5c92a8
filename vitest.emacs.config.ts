import { defineConfig } from "vitest/config";

// Real Emacs daemons and servers: a command of its own, `npm run test:emacs`, for machines that have Emacs.
export default defineConfig({
  test: {
    include: ["test/emacs/*.test.ts"],
    setupFiles: ["test/support/fixed-seed.ts"],
    globalSetup: ["test/support/build-once.ts"],
    maxWorkers: 2,
    testTimeout: 240_000,
    hookTimeout: 60_000,
  },
});
