// Vitest reporter of `npm run test:times`: the files that take most, and how much of all that is.
import type { Reporter, TestModule } from "vitest/node";

const SHOWN = 40;

interface Times {
  readonly path: string;
  /** Seconds of processor time, child processes included; 0 where the system does not tell. */
  readonly processor: number;
  /** Milliseconds: the tests with their hooks. */
  readonly testing: number;
  /** Milliseconds: reading the modules. */
  readonly importing: number;
}

function timesOf(module: TestModule): Times {
  const { setupDuration, collectDuration, duration } = module.diagnostic();
  const { processor = 0 } = module.meta();
  return { path: module.relativeModuleId, processor, testing: duration, importing: setupDuration + collectDuration };
}

export function renderTimes(modules: readonly TestModule[]): string {
  const rows = modules
    .map(timesOf)
    .sort((a, b) => b.processor - a.processor || b.testing + b.importing - a.testing - a.importing);
  const sum = (of: (row: Times) => number): number => rows.reduce((total, row) => total + of(row), 0);
  const column = (seconds: number): string => seconds.toFixed(1).padStart(9);
  const line = (row: Omit<Times, "path">): string =>
    [row.processor, row.testing / 1000, row.importing / 1000].map(column).join("");
  const total = {
    processor: sum(({ processor }) => processor),
    testing: sum(({ testing }) => testing),
    importing: sum(({ importing }) => importing),
  };
  return [
    "processor    tests  imports  (seconds, of the files that take most)",
    ...rows.slice(0, SHOWN).map((row) => `${line(row)}  ${row.path}`),
    `${line(total)}  in all, ${rows.length} files`,
    "",
  ].join("\n");
}

// biome-ignore lint/style/noDefaultExport: Vitest loads a reporter by its default export.
export default class SlowestFiles implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    process.stdout.write(renderTimes(modules));
  }
}
