// Whole conversations with the real server process, as a client has them.
import { appendFile, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadTokenCounter } from "../../src/system/token-counter.ts";
import { expectGolden } from "../support/golden.ts";
import {
  callTool,
  openShop,
  type Playground,
  type RunningServer,
  type Shop,
  startServer,
} from "../support/mcp-server.ts";
import { readTable } from "../support/read-table.ts";

interface WireHit {
  readonly path: string;
  readonly start_line: number;
  readonly end_line: number;
  readonly symbol: string | null;
  readonly source?: readonly string[];
}
const hitsOf = (structured: Record<string, unknown>) => structured["hits"] as WireHit[];

let shop: Shop;
let playground: Playground;
let root: string;
let server: RunningServer;

beforeAll(async () => {
  shop = await openShop([]);
  ({ playground, root, server } = shop);
});
afterAll(() => shop.close());

describe("the list of tools", () => {
  it("is as the golden file shows", async () => {
    expectGolden("wire/tools-list.json", `${JSON.stringify((await server.client.listTools()).tools, null, 2)}\n`);
  });

  it("costs a model at most 2,500 tokens, and where it is search alone at most 560", async () => {
    const counter = await loadTokenCounter();
    expect(counter.count(JSON.stringify(await server.client.listTools()))).toBeLessThanOrEqual(2500);
    const searching = await startServer(playground, { cwd: root, args: ["--toolsets", "search"] });
    const list = await searching.client.listTools();
    expect(list.tools.map(({ name }) => name)).toContain("search_codebase");
    expect(counter.count(JSON.stringify(list))).toBeLessThanOrEqual(560);
    const refused = await callTool(searching, "analyze_file", { path: "src/a.ts" });
    expect(searching.client.getInstructions()).not.toContain("search_symbols");
    expect(server.client.getInstructions()).toContain("search_symbols");
    expect(refused).toMatchObject({ isError: true, text: expect.stringContaining("--toolsets search,code") });
    await searching.close();
  });

  it("describes each input field whose name does not say all, and says what each tool may change", async () => {
    const { tools } = await server.client.listTools();
    expect(tools.filter(({ annotations }) => !annotations?.title)).toEqual([]);
    const bare = tools.flatMap(({ inputSchema }) =>
      Object.entries(inputSchema.properties ?? {}).flatMap(([field, schema]) =>
        "description" in schema ? [] : [field],
      ),
    );
    expect([...new Set(bare)].toSorted().join(" ")).toBe(
      "action constraints decisions depth direction failed goal languages level limit max_tokens name next paths pattern question regex scope tests",
    );
    const changing = tools.filter(({ annotations }) => annotations?.readOnlyHint === false).map(({ name }) => name);
    expect(changing).toEqual(["saved_results"]);
    expect(server.client.getInstructions()).toContain("search_codebase");
  });
});

it("a tool that does not exist is an error of the protocol, by its name", async () => {
  await expect(server.client.callTool({ name: "no_such_tool", arguments: {} })).rejects.toMatchObject({
    code: -32602,
    message: expect.stringContaining("Unknown tool: no_such_tool"),
  });
});

describe("search_codebase", () => {
  it("answers on a project never indexed before, with the source in both forms", async () => {
    const { structured, text, isError } = await callTool(server, "search_codebase", {
      query: "renew an expired session",
      top_k: 3,
    });
    expect(isError).toBe(false);
    const [first] = hitsOf(structured);
    expect(first?.path).toBe("src/users/sessions.ts");
    expect(first?.source?.join("\n")).toContain("renew(token: string, now: number)");
    expect(text).toContain(`src/users/sessions.ts:${first?.start_line}-${first?.end_line}`);
    expect(text.split("renew(token: string, now: number)").length).toBe(2);
    expect(structured).toMatchObject({
      outcome: "found",
      details: { index: { lagging_files: 0 }, completeness: { files: 7, files_by_words: 7 } },
    });
  });

  it("carries lines that are the file's lines", async () => {
    const { structured } = await callTool(server, "search_codebase", { query: "order total with discount" });
    for (const { path, start_line, end_line, source } of hitsOf(structured)) {
      const lines = (await readFile(join(root, path), "utf8")).split("\n").slice(start_line - 1, end_line);
      expect(source).toEqual(lines);
    }
  });

  it.each([300, 500, 1000, 4000])("stays within %i tokens in either form, and says what was cut", async (budget) => {
    const counter = await loadTokenCounter();
    const { structured, text } = await callTool(server, "search_codebase", {
      query: "sessions passwords orders shipping articles",
      max_tokens: budget,
      top_k: 50,
    });
    expect(counter.count(text)).toBeLessThanOrEqual(budget);
    const { details, ...fitted } = structured;
    expect(counter.count(JSON.stringify(fitted))).toBeLessThanOrEqual(budget);
    const hits = hitsOf(structured).length;
    const { cut = { hits_found: hits, hits_returned: hits } } = details as {
      cut?: { hits_found: number; hits_returned: number; tokens_cut?: number };
    };
    const carried = hitsOf(structured).filter(({ source }) => source !== undefined).length;
    const { locations = { rows: [] } } = structured as { locations?: { readonly rows: readonly unknown[] } };
    expect(cut.hits_returned).toBe(hitsOf(structured).length + locations.rows.length);
    if (carried < cut.hits_found) {
      expect(cut.tokens_cut).toBeGreaterThan(0);
      expect(text).toContain(`${structured["cut"]}`);
      expect(structured["cut"]).toMatch(/^\d+ of \d+ hits .*; ask with max_tokens \d+ to see more$/);
    }
  });

  it.each<[string, Record<string, unknown>, readonly string[]]>([
    ["paths", { paths: ["docs/**"] }, ["docs/shipping.md"]],
    ["languages", { languages: ["python"] }, ["tools/import_articles.py"]],
  ])("filters by %s and says so", async (_name, filter, expected) => {
    const { structured } = await callTool(server, "search_codebase", { query: "shipping price article", ...filter });
    expect([...new Set(hitsOf(structured).map(({ path }) => path))]).toEqual(expected);
    expect(structured["scope"]).toMatchObject(filter);
  });

  it("carries no source for locations, and whole files for files", async () => {
    const locations = await callTool(server, "search_codebase", { query: "hashPassword", detail: "locations" });
    expect(hitsOf(locations.structured).length).toBeGreaterThan(0);
    expect(hitsOf(locations.structured).every(({ source }) => source === undefined)).toBe(true);
    const files = await callTool(server, "search_codebase", { query: "hashPassword", detail: "files", top_k: 1 });
    const whole = await readFile(join(root, "src/users/passwords.ts"), "utf8");
    expect(hitsOf(files.structured)[0]?.source?.join("\n")).toBe(whole.trimEnd());
  });

  it("shows beside a hit the import it uses, once", async () => {
    const path = join(root, "src/tariffs.ts");
    const calls = (name: string) =>
      Array.from({ length: 20 }, (_, at) => `    this.rates.push(${name}(${at}, "a rate of the tariff"));\n`).join("");
    const lines = [
      'import { zoneRate } from "./zones.ts";',
      'import { weightRate } from "./weights.ts";',
      "",
      "export class Tariff {",
      `  byZone(): void {\n${calls("zoneRate")}  }\n`,
      `  byWeight(): void {\n${calls("weightRate")}  }\n}\n`,
    ];
    await writeFile(path, lines.join("\n"));
    const request = { query: "Tariff.byWeight", top_k: 1, max_tokens: 700 };
    const { structured, text } = await callTool(server, "search_codebase", request);
    await rm(path);
    expect(hitsOf(structured)[0]).toMatchObject({ path: "src/tariffs.ts", symbol: "Tariff.byWeight" });
    expect(text.split("  byWeight(): void {")).toHaveLength(2);
    expect(text.split(lines[1] ?? "")).toHaveLength(2);
  });

  it("takes null for a field that is left out", async () => {
    const { structured } = await callTool(server, "search_codebase", {
      query: "hashPassword",
      project: null,
      paths: null,
      max_tokens: null,
    });
    expect(structured).toMatchObject({ outcome: "found" });
  });

  it("answers empty, not found, where nothing fits", async () => {
    const { structured, isError } = await callTool(server, "search_codebase", {
      query: "qwxyzzy",
      paths: ["nowhere/**"],
    });
    expect(isError).toBe(false);
    expect(structured).toMatchObject({ outcome: "empty", hits: [] });
  });

  it("sees an edit, a new file and a deletion at the next question", async () => {
    const path = join(root, "src/refunds.ts");
    await writeFile(path, "export function refundVoucher(code: string): string {\n  return code;\n}\n");
    const made = await callTool(server, "search_codebase", { query: "refundVoucher", top_k: 1 });
    expect(hitsOf(made.structured)[0]?.path).toBe("src/refunds.ts");
    await appendFile(path, "\nexport function cancelGiftcard(): void {}\n");
    const edited = await callTool(server, "search_codebase", { query: "cancelGiftcard", top_k: 1 });
    expect(hitsOf(edited.structured)[0]?.source?.join("\n")).toContain("cancelGiftcard");
    await rm(path);
    const gone = await callTool(server, "search_codebase", { query: "refundVoucher", top_k: 5 });
    expect(hitsOf(gone.structured).map((hit) => hit.path)).not.toContain("src/refunds.ts");
  });

  it("answers the same question from the cache", async () => {
    const ask = () => callTool(server, "search_codebase", { query: "compare passwords in constant time" });
    await expect
      .poll(async () => (await ask()).structured["details"], { timeout: 40_000, interval: 200 })
      .toMatchObject({ parts: { cache: { detail: expect.stringContaining("hit") as string } } });
    const [a, b] = [await ask(), await ask()];
    expect(a.structured).toEqual(b.structured);
  });
});

describe("failures are answers that a model can act on:", () => {
  it.each<[string, string, Record<string, unknown>, string, string]>([
    ["a missing field", "search_codebase", {}, "invalid", "INVALID_INPUT"],
    ["a wrong type", "search_codebase", { query: { a: 7 } }, "invalid", "INVALID_INPUT"],
    ["an unknown field", "search_codebase", { query: "x", colour: 3 }, "invalid", "INVALID_INPUT"],
    ["a number out of range", "search_codebase", { query: "x", top_k: 0 }, "invalid", "INVALID_INPUT"],
    ["an unknown language", "search_codebase", { query: "x", languages: ["klingon"] }, "invalid", "INVALID_INPUT"],
    ["a relative project", "search_codebase", { query: "x", project: "shop" }, "invalid", "INVALID_INPUT"],
    ["a foreign project", "search_codebase", { query: "x", project: "/usr" }, "invalid", "PROJECT_NOT_ALLOWED"],
    ["a name with a path", "get_saved_result", { name: "../../x" }, "invalid", "NAME_REFUSED"],
    ["an unknown name", "get_saved_result", { name: "nothing" }, "invalid", "NOT_FOUND"],
    ["deleting an unknown name", "delete_saved_result", { name: "nothing" }, "invalid", "NOT_FOUND"],
  ])("%s", async (_name, tool, input, outcome, code) => {
    const { isError, structured, text } = await callTool(server, tool, input);
    expect(isError).toBe(true);
    expect(structured).toMatchObject({ outcome, error: { code } });
    expect((structured["error"] as { hint: string }).hint.length).toBeGreaterThan(5);
    expect(text).toContain(code);
  });

  it("an unknown tool is a protocol error", async () => {
    await expect(callTool(server, "no_such_tool")).rejects.toThrow("no_such_tool");
  });
});

describe("the index's status", () => {
  it("counts what is searched and names what is left out", async () => {
    await writeFile(join(root, ".env"), "SECRET=1\n");
    const { structured, text } = await callTool(server, "index_status");
    expect(structured).toMatchObject({
      outcome: "found",
      project_root: root,
      lagging: 0,
      coverage: { files: 7, files_searchable: 7 },
      excluded: { secret: { count: 1, examples: [".env"] } },
    });
    expect(text).toContain("7 files searchable by words");
    await rm(join(root, ".env"));
  });
});

describe("token_savings", () => {
  it("adds up the searches of this client, without their words", async () => {
    await callTool(server, "search_codebase", { query: "zebra crossing orders", top_k: 1 });
    const { structured } = await callTool(server, "token_savings", { days: 1 });
    const totals = structured["totals"] as { searches: number; answers_counted: number; sent_tokens: number };
    expect(totals.searches).toBeGreaterThan(3);
    expect(totals.answers_counted).toBeGreaterThan(0);
    expect(totals.sent_tokens).toBeGreaterThan(0);
    expect(readTable(structured["clients"])).toMatchObject([{ name: "test-client", searches: totals.searches }]);
    const journal = join(playground.home, ".context-broker/journal", `${new Date().toISOString().slice(0, 7)}.jsonl`);
    expect(await readFile(journal, "utf8")).not.toContain("zebra");
  });
});
