// The tools against each other: what two of them say of one thing must be the same number, read where a person reads it or
// counted from the rows. It reads no project: the caller passes the function that asks a tool.
import { CHUNK_KINDS } from "../../../../src/vocabulary/chunk.ts";
import type { Random } from "../../../support/random.ts";
import { readTable } from "../../../support/read-table.ts";
import type { Tally } from "./tally.ts";

export interface ToolAnswer {
  readonly text: string;
  readonly structured: Readonly<Record<string, unknown>>;
}

/** Null where the tool refuses: a name that several places define. */
export type AskTool = (tool: string, input: Readonly<Record<string, unknown>>) => Promise<ToolAnswer | null>;

/** Every row is wanted. */
const ALL = { max_tokens: 200_000 };
const MOST = 500;
/** Symbols that one answer lists. */
const SYMBOLS_MOST = 200;

interface Scene {
  readonly ask: AskTool;
  readonly tally: Tally;
  /** Indexed paths, in order. */
  readonly files: readonly string[];
  readonly random: Random;
}

/** `thing` names what is counted and by whom: "symbols of a file: list_symbols, analyze_file". */
function same({ tally }: Scene, thing: string, where: string, one: unknown, other: unknown): void {
  if (one === undefined || one === null || JSON.stringify(one) !== JSON.stringify(other)) {
    tally.wrong(thing, `${where}: ${JSON.stringify(one)} and ${JSON.stringify(other)}`);
  } else {
    tally.right();
  }
}

/** The number before the first words like these; separators of thousands taken out. Null where none is. */
function numberIn(text: string, words: RegExp): number | null {
  const [, digits] = new RegExp(`([\\d,]+) ${words.source}`).exec(text) ?? [];
  return digits === undefined ? null : Number(digits.replaceAll(",", ""));
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

/** The number that a list's first line says; its envelope repeats it where the rows are fewer. */
function foundIn({ structured }: ToolAnswer): number {
  if (structured["outcome"] === "empty") {
    return 0;
  }
  const said = numberAtStart(String(structured["summary"]));
  const { found = said } = (structured["envelope"] ?? {}) as { readonly found?: number };
  return found === said ? found : Number.NaN;
}

/** `found: 1,204 symbols in 9 files` says 1204. */
const numberAtStart = (summary: string): number =>
  Number(/^found: ([\d,]+)/.exec(summary)?.[1]?.replaceAll(",", "") ?? Number.NaN);

async function answerOf(
  { ask }: Scene,
  tool: string,
  input: Readonly<Record<string, unknown>> = {},
): Promise<ToolAnswer> {
  const answer = await ask(tool, input);
  if (answer === null) {
    throw new Error(`${tool} refused ${JSON.stringify(input)}`);
  }
  return answer;
}

/** A glob that names this path alone. */
const globOf = (path: string): string => `/${path.replace(/[\\*?[\]{}!]/g, "\\$&")}`;

interface Symbol {
  readonly path: string;
  readonly symbol: string;
  readonly start: number;
  readonly kind: string;
}

/** What analyze_directory and the overview count as symbols: not headings, and not keys of data. */
const COUNTED_KINDS = CHUNK_KINDS.filter((kind) => kind !== "section" && kind !== "data");
const isCounted = ({ kind }: Symbol): boolean => COUNTED_KINDS.some((counted) => counted === kind);

interface Listed {
  readonly rows: readonly Symbol[];
  /** Also of those that one answer does not list. */
  readonly found: number;
}

async function symbolsOf(scene: Scene, path: string, kinds: readonly string[] = []): Promise<Listed> {
  const input = { paths: [globOf(path)], kinds, limit: SYMBOLS_MOST, ...ALL };
  const answer = await answerOf(scene, "list_symbols", input);
  const rows = readTable(answer.structured["symbols"]).map(
    (row): Symbol => ({
      path: String(row["path"] ?? path),
      symbol: String(row["symbol"]),
      start: Number(row["start_line"]),
      kind: String(row["kind"]),
    }),
  );
  const found = foundIn(answer);
  same(scene, "list_symbols: rows and the number found", path, rows.length, Math.min(found, SYMBOLS_MOST));
  return { rows, found };
}

/** Numbers of files: every tool that says how many there are. */
async function compareFiles(scene: Scene): Promise<void> {
  const wanted = scene.files.length;
  const overview = await answerOf(scene, "get_repo_overview", ALL);
  same(scene, "files of the project: get_repo_overview", "", numberIn(overview.text, /files?, /), wanted);
  const directory = await answerOf(scene, "analyze_directory", { path: ".", ...ALL });
  same(scene, "files of the project: analyze_directory", "", numberIn(directory.text, /files? and/), wanted);
  const everything = await answerOf(scene, "search_files", { query: "**", limit: MOST, ...ALL });
  same(scene, "files of the project: search_files", "", foundIn(everything), wanted);
  const languages = await answerOf(scene, "list_languages", ALL);
  const counted = readTable(languages.structured["languages"]).map(({ files }) => Number(files));
  same(scene, "files of the project: list_languages, summed", "", sum(counted), wanted);
  const status = (await answerOf(scene, "index_status")).structured["coverage"] as { readonly files: number };
  same(scene, "files of the project: index_status", "", status.files, wanted);
}

interface ModuleRow {
  readonly name: string;
  readonly files: number;
  readonly tests: number;
  readonly symbols: number;
  /** Modules that it uses, and that use it; null where its imports are not read. */
  readonly uses: number | null;
  readonly usedBy: number | null;
}

const numberOrNull = (value: unknown): number | null => (value == null ? null : Number(value));

const moduleRows = (answer: ToolAnswer): ModuleRow[] =>
  readTable(answer.structured["modules"]).map((row) => ({
    name: String(row["module"]),
    files: Number(row["files"]),
    tests: Number(row["tests"]),
    symbols: Number(row["symbols"]),
    uses: numberOrNull(row["uses"]),
    usedBy: numberOrNull(row["used_by"]),
  }));

/** Modules: their list, each by itself, and the sums over them. */
async function compareModules(scene: Scene, symbols: number): Promise<void> {
  const list = await answerOf(scene, "list_modules", ALL);
  const modules = moduleRows(list);
  const overview = await answerOf(scene, "get_repo_overview", ALL);
  const totals = overview.structured["totals"] as { readonly symbols: number; readonly modules: number };
  same(scene, "modules: list_modules, rows and found", "", modules.length, foundIn(list));
  same(scene, "modules: list_modules, get_repo_overview", "", modules.length, totals.modules);
  same(scene, "modules: get_repo_overview, text and totals", "", numberIn(overview.text, /modules?/), totals.modules);
  const files = sum(modules.map((one) => one.files));
  same(scene, "files of all modules: list_modules, summed", "", files, scene.files.length);
  const counted = sum(modules.map((one) => one.symbols));
  same(scene, "symbols of all modules: list_modules, list_symbols", "", counted, symbols);
  same(scene, "symbols of the project: get_repo_overview, list_symbols", "", totals.symbols, symbols);
  same(scene, "symbols: get_repo_overview, text and totals", "", numberIn(overview.text, /symbols?/), totals.symbols);
  const users = new Map<string, Set<string>>();
  for (const module of modules) {
    for (const used of await compareModule(scene, module)) {
      users.set(used, (users.get(used) ?? new Set()).add(module.name));
    }
  }
  for (const { name, usedBy } of modules) {
    const told = users.get(name)?.size ?? 0;
    same(scene, "modules that use one: list_modules, get_module of the others", name, usedBy ?? 0, told);
  }
}

/** A row of list_modules against get_module; answers the modules that it uses. */
async function compareModule(scene: Scene, { name, files, tests, symbols, uses, usedBy }: ModuleRow) {
  const answer = await scene.ask("get_module", { module: name, ...ALL });
  if (answer === null) {
    scene.tally.leaveOut("modules of which the name is ambiguous");
    return [];
  }
  const { structured } = answer;
  const [head = ""] = answer.text.split("\n");
  same(scene, "files of a module: list_modules, get_module", name, files, structured["files"]);
  same(scene, "files of a module: get_module, text and field", name, numberIn(head, /files?/), files);
  same(scene, "symbols of a module: list_modules, get_module", name, symbols, structured["symbols"]);
  same(scene, "symbols of a module: get_module, text and field", name, numberIn(head, /symbols?/), symbols);
  same(scene, "tests of a module: list_modules, get_module", name, tests, structured["test_files"]);
  const namesOf = (field: string): string[] => readTable(structured[field]).map(({ module }) => String(module));
  same(scene, "modules used: list_modules, get_module", name, uses ?? 0, namesOf("uses").length);
  same(scene, "modules that use one: list_modules, get_module", name, usedBy ?? 0, namesOf("used_by").length);
  return namesOf("uses");
}

/** Of each file: its lines and its symbols. Answers the symbols that are counted; null where list_symbols does not list all. */
async function compareEachFile(scene: Scene): Promise<readonly Symbol[] | null> {
  const all: Symbol[] = [];
  let [isWhole, found] = [true, 0];
  for (const path of scene.files) {
    const outline = await answerOf(scene, "analyze_file", { path, ...ALL });
    const [row = {}] = readTable(
      (await answerOf(scene, "search_files", { query: "**", paths: [globOf(path)], ...ALL })).structured["files"],
    );
    same(scene, "lines of a file: analyze_file, search_files", path, outline.structured["lines"], row["lines"]);
    const symbols = await symbolsOf(scene, path);
    found += symbols.found;
    const said = numberIn(outline.text, /symbols?/) ?? 0;
    same(scene, "symbols of a file: list_symbols, analyze_file", path, symbols.found, said);
    const rows = readTable(outline.structured["symbols"]);
    same(scene, "symbols of a file: analyze_file, rows and summary", path, rows.length, said);
    const counted =
      symbols.found <= SYMBOLS_MOST
        ? { rows: symbols.rows.filter(isCounted), found: symbols.rows.filter(isCounted).length }
        : await symbolsOf(scene, path, COUNTED_KINDS);
    same(scene, "symbols of a file: list_symbols, search_files", path, counted.found, row["symbols"] ?? 0);
    if (counted.found > SYMBOLS_MOST) {
      scene.tally.leaveOut(`files of code with over ${SYMBOLS_MOST} symbols, of which list_symbols does not list all`);
      isWhole = false;
    }
    all.push(...counted.rows);
  }
  const everything = await answerOf(scene, "list_symbols", ALL);
  same(scene, "symbols of the project: list_symbols, summed over files", "", foundIn(everything), found);
  return isWhole ? all : null;
}

/** The folders' rows of files, against each file's outline. */
async function compareFolders(scene: Scene, symbols: readonly Symbol[]): Promise<void> {
  const folders = [...new Set(scene.files.map((path) => path.split("/").slice(0, -1).join("/")))];
  for (const folder of folders) {
    const answer = await answerOf(scene, "analyze_directory", { path: folder === "" ? "." : folder, ...ALL });
    const below = (path: string): boolean => folder === "" || path.startsWith(`${folder}/`);
    const [head = ""] = answer.text.split("\n");
    const direct = scene.files.filter((path) => path.split("/").slice(0, -1).join("/") === folder);
    same(scene, "files of a folder: analyze_directory, search_files", folder, numberIn(head, /files?/), direct.length);
    const counted = symbols.filter((one) => below(one.path)).length;
    const told = numberIn(head, /symbols? in all/) ?? numberIn(head, /symbols?/) ?? 0;
    same(scene, "symbols of a folder: analyze_directory, list_symbols", folder, told, counted);
  }
}

/** Of a symbol: references, callers, callees, dependents and tests, as five tools tell of them. */
async function compareSymbol(scene: Scene, { path, symbol, start }: Symbol): Promise<void> {
  const address = `${path}#${symbol}`;
  const about = await scene.ask("get_symbol", { symbol: address, ...ALL });
  const references = await scene.ask("find_references", { symbol: address, limit: MOST, ...ALL });
  if (about === null || references === null || about.structured["outcome"] !== "found") {
    scene.tally.leaveOut("symbols of which the address is ambiguous");
    return;
  }
  const where = `${address}:${start}`;
  const rows = readTable(references.structured["references"] ?? { columns: [], rows: [] });
  const all = foundIn(references);
  same(scene, "references: get_symbol, find_references", where, about.structured["references"] ?? 0, all);
  const [, said = "0"] = /^references: ([\d,]+)/m.exec(about.text) ?? [];
  same(scene, "references: get_symbol, text and field", where, Number(said.replaceAll(",", "")), all);
  same(scene, "references: find_references, rows and found", where, Math.min(rows.length, MOST), Math.min(all, MOST));
  const counts = about.structured["counts"] as Readonly<Record<string, Readonly<Record<string, number>>>> | undefined;
  for (const direction of ["callers", "callees"] as const) {
    const graph = await scene.ask("get_call_graph", { symbol: address, direction, depth: 1, ...ALL });
    const [, said = "0"] = new RegExp(`^${direction}: ([\\d,]+)`, "m").exec(about.text) ?? [];
    const told = sum(Object.values(counts?.[direction] ?? {}));
    same(scene, `${direction}: get_symbol, get_call_graph`, where, told, graph === null ? null : foundIn(graph));
    same(scene, `${direction}: get_symbol, text and field`, where, Number(said.replaceAll(",", "")), told);
    if (direction === "callers" && graph !== null && all <= MOST) {
      const edges = readTable(graph.structured["edges"] ?? { columns: [], rows: [] });
      const calls = rows.filter(({ role }) => role === "call" || role === "new" || role === "decorate").length;
      same(
        scene,
        "calls: find_references, get_call_graph",
        where,
        calls,
        sum(edges.map(({ count }) => Number(count ?? 1))),
      );
    }
  }
}

/** The last name of a symbol's path; what a test is called is a sentence, in which a dot separates nothing. */
const lastName = ({ symbol, kind }: Pick<Symbol, "symbol" | "kind">): string =>
  kind === "test" ? symbol : (symbol.split(/[.#]|::/).at(-1) ?? symbol);

/** Of a name: how many symbols are called so, tests aside. */
async function compareName(scene: Scene, name: string, symbols: readonly Symbol[]): Promise<void> {
  const found = await answerOf(scene, "search_symbols", { query: name, limit: 100, ...ALL });
  const isNamed = (kind: unknown): boolean => kind !== "test" && COUNTED_KINDS.some((counted) => counted === kind);
  const rows = readTable(found.structured["symbols"]).filter(
    ({ match, kind }) => (match === "exact" || match === undefined) && isNamed(kind),
  );
  const wanted = symbols.filter((one) => isNamed(one.kind) && lastName(one) === name).length;
  same(scene, "symbols of a name: search_symbols, list_symbols", name, rows.length, wanted);
}

/** Lines that hold a text: all at once, and file by file. */
async function compareText(scene: Scene, pattern: string): Promise<void> {
  const answer = await answerOf(scene, "search_text", { pattern, limit: MOST, ...ALL });
  const found = foundIn(answer);
  if (found > MOST) {
    return;
  }
  const rows = readTable(answer.structured["lines"]).filter((row) => row["is_context"] !== true);
  same(scene, "lines: search_text, rows and found", pattern, rows.length, found);
  const paths = [...new Set(rows.map((row) => String(row["path"])))];
  same(
    scene,
    "files with a text: search_text, rows and files_matched",
    pattern,
    paths.length,
    answer.structured["files_matched"],
  );
  const each = await Promise.all(
    paths.map((path) => answerOf(scene, "search_text", { pattern, paths: [globOf(path)], ...ALL })),
  );
  same(scene, "lines: search_text, file by file", pattern, sum(each.map(foundIn)), found);
}

export interface Amounts {
  readonly symbols: number;
  readonly names: number;
}

/** Everything, of symbols and names as many as are asked for. */
export async function compareCounts(scene: Scene, amounts: Amounts): Promise<void> {
  await compareFiles(scene);
  const symbols = await compareEachFile(scene);
  if (symbols === null) {
    scene.tally.leaveOut("project with such files: sums, symbols and names are not compared");
    return;
  }
  await compareModules(scene, symbols.length);
  await compareFolders(scene, symbols);
  const pick = (): Symbol | undefined => symbols[Math.floor(scene.random() * symbols.length)];
  for (let at = 0; at < amounts.symbols; at++) {
    const one = pick();
    if (one !== undefined) {
      await compareSymbol(scene, one);
    }
  }
  for (let at = 0; at < amounts.names; at++) {
    const one = pick();
    if (one !== undefined && one.kind !== "test") {
      await compareName(scene, lastName(one), symbols);
    }
    if (one !== undefined) {
      await compareText(scene, lastName(one));
    }
  }
}
