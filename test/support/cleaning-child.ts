// A process that collects garbage or clears a project, and may be told to die at a certain step: SIGKILL just before the
// n-th change of a file's name or of a database. Run through child-program.ts.
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import process from "node:process";
import Database from "better-sqlite3";
import { cachedProjects } from "../../src/index/upkeep/cache-inventory.ts";
import { clearIndexes } from "../../src/index/upkeep/clear-index.ts";
import { collectGarbage } from "../../src/index/upkeep/collect-garbage.ts";

export interface CleaningArgument {
  readonly cacheFolder: string;
  /** Root of the project to clear; collects garbage where it is missing. */
  readonly clear?: string;
  /** 1-based number of the step to die before; none where it is missing. */
  readonly dieAt?: number;
}

const argument = JSON.parse(process.argv[2] ?? "{}") as CleaningArgument;
let steps = 0;

function step(): void {
  steps += 1;
  if (steps === argument.dieAt) {
    process.kill(process.pid, "SIGKILL");
  }
}

function watchSteps(): void {
  const { transaction, exec, pragma } = Database.prototype;
  Database.prototype.transaction = function (this: Database.Database, work: () => unknown) {
    const made = transaction.call(this, work);
    // Once before it, and once inside it, when nothing is committed yet.
    const watched = transaction.call(this, (...values: unknown[]) => {
      const result = (work as (...all: unknown[]) => unknown)(...values);
      step();
      return result;
    });
    return Object.assign((...values: unknown[]) => (made as (...all: unknown[]) => unknown)(...values), {
      immediate: (...values: unknown[]) => {
        step();
        return (watched.immediate as (...all: unknown[]) => unknown)(...values);
      },
    });
  } as typeof transaction;
  Database.prototype.exec = function (this: Database.Database, source: string) {
    step();
    return exec.call(this, source);
  };
  Database.prototype.pragma = function (this: Database.Database, source: string, options?: Database.PragmaOptions) {
    if (/vacuum\(|checkpoint/.test(source)) {
      step();
    }
    return pragma.call(this, source, options);
  };
  for (const name of ["renameSync", "rmSync"] as const) {
    const original = fs[name] as (...values: unknown[]) => void;
    Object.assign(fs, {
      [name]: (...values: unknown[]) => {
        step();
        original(...values);
      },
    });
  }
  syncBuiltinESMExports();
}

watchSteps();
const { cacheFolder } = argument;
const signal = new AbortController().signal;
if (argument.clear === undefined) {
  await collectGarbage({ cacheFolder, limitBytes: 0, dryRun: false, thorough: true, processes: () => [], signal });
} else {
  const projects = cachedProjects(cacheFolder, []).filter(({ root }) => root === argument.clear);
  await clearIndexes({ cacheFolder, projects, all: false, signal });
}
process.send?.(steps);
process.disconnect();
