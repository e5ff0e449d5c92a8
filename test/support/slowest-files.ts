// Vitest reporter of `npm run test:times`: the files that take longest, and how much of all that is.
import type { Reporter, TestModule } from "vitest/node";

const SHOWN = 40;

/** Milliseconds: reading the modules, and the tests with their hooks. */
function timesOf(module: TestModule): { readonly importing: number; readonly testing: number } {
  const { setupDuration, collectDuration, duration } = module.diagnostic();
  return { importing: setupDuration + collectDuration, testing: duration };
}

export function renderTimes(modules: readonly TestModule[]): string {
  const rows = modules
    .map((module) => ({ path: module.relativeModuleId, ...timesOf(module) }))
    .sort((a, b) => b.importing + b.testing - a.importing - a.testing);
  const total = rows.reduce((sum, { importing, testing }) => sum + importing + testing, 0);
  const seconds = (ms: number): string => (ms / 1000).toFixed(1).padStart(7);
  return [
    "  total    tests  imports  (seconds, of the slowest files)",
    ...rows
      .slice(0, SHOWN)
      .map(
        ({ path, importing, testing }) =>
          `${seconds(importing + testing)}  ${seconds(testing)}  ${seconds(importing)}  ${path}`,
      ),
    `${seconds(total)}  in all, ${rows.length} files`,
    "",
  ].join("\n");
}

// biome-ignore lint/style/noDefaultExport: Vitest loads a reporter by its default export.
export default class SlowestFiles implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    process.stdout.write(renderTimes(modules));
  }
}
