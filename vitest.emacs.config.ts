import { defineConfig } from "vitest/config";

// The Emacs package in a real Emacs, and its server side with one: a command of its own, `npm run test:emacs`. EMACS and EMACSCLIENT
// name the programs.
export default defineConfig({
  test: {
    include: ["test/emacs/*.test.ts"],
    setupFiles: ["test/support/fixed-seed.ts"],
    globalSetup: ["test/support/build-once.ts"],
    maxWorkers: 2,
    testTimeout: 240_000,
    hookTimeout: 120_000,
  },
});
