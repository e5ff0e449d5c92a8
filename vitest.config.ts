import { defineConfig } from "vitest/config";

/** Suites with a configuration of their own. */
const OTHERS = [
  "test/browser/**",
  "test/emacs/**",
  "test/reliability/*.test.ts",
  "**/*.long.test.ts",
  "**/*.cluster.test.ts",
];

// Two tiers, told apart by a file's name; docs/inside/testing.md says what belongs in which.
export default defineConfig({
  test: {
    maxWorkers: 2,
    // One process reads the modules for many files: half of the fast tier's time goes into reading them otherwise.
    isolate: false,
    // What a test that resets modules reads again must be read again as a pair: our loader keeps what the library fills.
    server: { deps: { inline: ["web-tree-sitter"] } },
    setupFiles: ["test/support/each-file.ts"],
    // Optimising costs more than it saves in tests, which call most of the code a few times: of a grammar of WebAssembly nothing is optimised, of
    // JavaScript what runs four times as long as V8 waits by default. That saves a sixth of the fast tier's processor time.
    execArgv: ["--liftoff-only", "--interrupt-budget=500000"],
    // Transformed modules stay in node_modules/ for the next run, by what is in them: many short tests take a quarter less then.
    experimental: { fsModuleCache: true },
    projects: [
      {
        extends: true,
        test: {
          name: "fast",
          include: ["test/**/*.test.ts"],
          globalSetup: ["test/support/build-if-missing.ts", "test/support/forget-old-modules.ts"],
          setupFiles: ["test/support/no-node-processes.ts"],
          exclude: ["**/*.slow.test.ts", ...OTHERS],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: "slow",
          include: ["test/**/*.slow.test.ts"],
          exclude: OTHERS,
          globalSetup: ["test/support/build-once.ts"],
          // On a busy machine everything takes long; a test that hangs is no quicker to find with less.
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
    ],
  },
});
