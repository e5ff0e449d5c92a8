// The modules of the project: a picture of those with the most links, test modules folded below it, and a table of all.

import { records, type Table } from "../../../vocabulary/table-records.ts";
import { ask, askUntilComplete } from "../base/ask.ts";
import { count, counted, h, warning } from "../base/dom.ts";
import { type Enveloped, isUnfinished, missingOf } from "../base/envelope.ts";
import type { Link } from "../base/layers.ts";
import { numberTable } from "../base/number-table.ts";
import { drawModules } from "./draw-modules.ts";

/** More modules than this cannot be told apart in the picture. */
const DRAWN_MAX = 40;
const AT_ONCE = 4;
const TOKENS_MAX = 40_000;

interface Modules extends Enveloped {
  readonly modules?: Table;
}

interface Module {
  readonly name: string;
  readonly files: number;
  /** Files of tests among them. */
  readonly tests: number;
  readonly symbols: number;
  readonly uses: number;
  readonly usedBy: number;
}

const isOfTests = ({ files, tests }: Module): boolean => 2 * tests > files;

const linksOf = ({ uses, usedBy }: Module): number => uses + usedBy;

export async function showModules(place: HTMLElement, signal: AbortSignal): Promise<void> {
  const waiting = h("p", { class: "soft" }, "Following the imports …");
  place.append(waiting);
  let answer: Modules = {};
  await askUntilComplete<Modules>("list_modules", { max_tokens: TOKENS_MAX }, signal, {
    isPartial: isUnfinished,
    draw: (one) => {
      answer = one;
      waiting.textContent = ["Following the imports …", ...missingOf(one, "module")].join(" ");
    },
  });
  await drawAnswer(place, answer, signal);
}

/** The module of the root folder is named ".". */
const titleOf = (name: string): string => (name === "." ? "(root folder)" : name);

const moduleOf = (row: Record<string, unknown>): Module => ({
  name: String(row["module"]),
  files: Number(row["files"]),
  tests: Number(row["tests"] ?? 0),
  symbols: Number(row["symbols"]),
  uses: Number(row["uses"] ?? 0),
  usedBy: Number(row["used_by"] ?? 0),
});

async function drawAnswer(place: HTMLElement, answer: Modules, signal: AbortSignal): Promise<void> {
  const all = records(answer.modules).map(moduleOf);
  const linked = all.filter((one) => linksOf(one) > 0).sort((a, b) => linksOf(b) - linksOf(a));
  const missing = missingOf(answer, "module").map(warning);
  if (linked.length === 0) {
    const none = "No module of this project imports another one, as far as imports can be followed.";
    place.replaceChildren(h("p", {}, none), ...missing, ...tableOf(all));
    return;
  }
  const code = linked.filter((one) => !isOfTests(one));
  const ofTests = linked.filter(isOfTests);
  // A project of tests alone is drawn as it is.
  const drawable = code.length > 1 ? code : linked;
  const drawn = drawable.slice(0, DRAWN_MAX);
  const names = new Set(drawn.map(({ name }) => name));
  const links: Link[] = [];
  let shown = 0;
  for (let at = 0; at < drawn.length; at += AT_ONCE) {
    const some = drawn.slice(at, at + AT_ONCE).map(({ name }) => usesOf(name, signal));
    for (const { from, uses } of await Promise.all(some)) {
      shown += uses.length;
      links.push(...uses.filter((to) => names.has(to) && to !== from).map((to) => ({ from, to })));
    }
  }
  // The envelope of get_module counts its other lists too; how many modules each one uses stands in list_modules.
  const found = drawn.reduce((sum, { uses }) => sum + uses, 0);
  missing.push(...missingOf({ envelope: { found, shown } }, "link").map(warning));
  const folded = drawable === code ? ofTests : [];
  const without = folded.length === 0 ? "" : ", without those of tests";
  const which =
    drawn.length < drawable.length
      ? `The ${count(drawn.length)} with the most links, of ${counted(drawable.length, "module")} with any${without}.`
      : `${counted(drawn.length, "module")} with links${without}.`;
  place.replaceChildren(
    drawModules(
      drawn.map((one) => ({ ...one, title: titleOf(one.name) })),
      links,
      place.clientWidth,
    ),
    h(
      "p",
      { class: "soft" },
      `${which} Each stands below those that use it; what most use stands in the last row. Point at one, or go through them with → and ←, to see all of its links: the picture leaves out those that others imply. A dashed link closes a circle.`,
    ),
    ...missing,
    ...(folded.length === 0 ? [] : [foldedTests(folded)]),
    ...tableOf(all),
  );
}

/** The modules that one uses, as far as an answer has room for them. */
async function usesOf(from: string, signal: AbortSignal): Promise<{ from: string; uses: string[] }> {
  const { uses } = await ask<{ uses?: Table }>("get_module", { module: from, max_tokens: TOKENS_MAX }, signal);
  return { from, uses: records(uses).map((row) => String(row["module"])) };
}

const foldedTests = (modules: readonly Module[]): HTMLElement =>
  h(
    "details",
    {},
    h("summary", {}, `${counted(modules.length, "module")} of tests with links, not drawn`),
    numberTable(
      ["Module", "Files", "Tests", "Uses", "Used by"],
      modules.map((one) => [titleOf(one.name), one.files, one.tests, one.uses, one.usedBy] as const),
    ),
  );

function tableOf(all: readonly Module[]): HTMLElement[] {
  if (all.length === 0) {
    return [];
  }
  const rows = all.map((one) => [titleOf(one.name), one.files, one.symbols, one.uses, one.usedBy] as const);
  return [
    h(
      "details",
      {},
      h("summary", {}, `Table of ${counted(all.length, "module")}`),
      numberTable(["Module", "Files", "Symbols", "Uses", "Used by"], rows),
    ),
  ];
}
