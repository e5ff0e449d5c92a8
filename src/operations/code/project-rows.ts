// How modules, hubs, circles and entry points of a project are written, alike in every tool that tells of them.
import type { EntryPoint } from "../../intelligence/project/entry-points.ts";
import type { Hub } from "../../intelligence/project/hubs.ts";
import type { GraphFile } from "../../intelligence/project/import-graph.ts";
import type { Module } from "../../intelligence/project/modules.ts";
import { shortened } from "../../search/answer/structured-answer.ts";
import { renderCount } from "../amounts.ts";
import { summed } from "./sections.ts";

export const MODULE_COLUMNS = "files, tests, symbols, modules it uses, modules that use it";

/** What is not read is not none. */
const edges = ({ files, uses }: Module, of: Module["uses"]): string =>
  uses.size === 0 && of.size === 0 && files.every(({ hasFacts }) => !hasFacts) ? "-" : String(of.size);

/** `packages/core 120 30 1034 5 9` */
export const moduleRow = (module: Module): string =>
  `${shortened(module.name)} ${module.files.length} ${module.tests} ${module.symbols} ${edges(module, module.uses)} ${edges(module, module.usedBy)}`;

const sumOf = (modules: readonly Module[], value: (module: Module) => number): number =>
  modules.reduce((sum, module) => sum + value(module), 0);

export const moduleRows = (modules: readonly Module[], most: number): string[] =>
  summed(modules, most, moduleRow, (rest) => {
    const symbols = renderCount(
      sumOf(rest, (one) => one.symbols),
      "symbol",
    );
    return `${renderCount(
      sumOf(rest, ({ files }) => files.length),
      "file",
    )}, ${symbols}`;
  });

export const hubRow = ({ path, importers }: Hub): string => `${path} ${importers}`;

export const entryRow = ({ path, line, what }: EntryPoint): string =>
  `${path}${line === null ? "" : `:${line}`} ${what}`;

const MEMBERS_MAX = 4;

/** `12 files: src/a.ts, src/b.ts, …` */
export const cycleRow = (members: readonly GraphFile[]): string => {
  const named = members.slice(0, MEMBERS_MAX).map(({ path }) => path);
  return `${members.length} files: ${named.join(", ")}${members.length > MEMBERS_MAX ? ", …" : ""}`;
};
