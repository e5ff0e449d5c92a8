// Saving, listing, reading and deleting over MCP, as tools and as resources.
import { appendFile, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  ResourceListChangedNotificationSchema,
  ResourceUpdatedNotificationSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadTokenCounter } from "../../src/system/token-counter.ts";
import {
  callTool,
  openShop,
  type Playground,
  type RunningServer,
  type Shop,
  startServer,
} from "../support/mcp-server.ts";

interface Range {
  readonly start_line: number;
  readonly end_line: number;
}

interface Document {
  readonly query: string;
  readonly project_root: string;
  readonly storage_mode: string;
  readonly statistics: {
    readonly context_tokens: number;
    readonly total_tokens: number;
    readonly saved_tokens: number;
  };
  readonly files: readonly {
    readonly path: string;
    readonly content: string;
    readonly ranges: readonly Range[];
  }[];
}

let shop: Shop;
let playground: Playground;
let root: string;
let server: RunningServer;

beforeAll(async () => {
  shop = await openShop(["--vectors", "off", "--toolsets", "search"]);
  ({ playground, root, server } = shop);
});
afterAll(() => shop.close());

const linesWithEnds = (text: string): string[] => text.split(/(?<=\n)/);

const linesAt = (text: string, ranges: readonly Range[]): string[] =>
  ranges.flatMap(({ start_line, end_line }) => linesWithEnds(text).slice(start_line - 1, end_line));

/** The saved lines, without the one line that stands for each gap. */
function withoutGaps(content: string, ranges: readonly Range[]): string[] {
  const lines = linesWithEnds(content);
  return ranges.flatMap(({ start_line, end_line }, at) => {
    const piece = lines.splice(0, end_line - start_line + 1);
    if (at < ranges.length - 1) {
      expect(lines.shift()).toMatch(/^… lines? [\d-]+ left out …\n$/);
    }
    return piece;
  });
}

const URI = "context-broker://saved/shop/sign%20in";

async function readResource(uri: string): Promise<string> {
  const { contents } = await server.client.readResource({ uri });
  expect(contents).toMatchObject([{ uri, mimeType: "text/markdown" }]);
  return (contents[0] as { text: string }).text;
}

/** Reads a result back by nothing but the text that a save answered, as a client must that ignores `list_changed`. */
async function readAsTold(text: string): Promise<Record<string, unknown>> {
  const [, tool = "", input = ""] = /^read it with: (\w+) (\{.*\})$/m.exec(text) ?? [];
  return (await callTool(server, tool, JSON.parse(input) as Record<string, unknown>)).structured;
}

describe("a search that is saved", () => {
  it("needs a query while nothing was searched", async () => {
    const { structured } = await callTool(server, "save_search_results");
    expect(structured).toMatchObject({ outcome: "invalid", error: { code: "INVALID_INPUT" } });
  });

  it("is exactly the last answer when no query is given", async () => {
    const answer = await callTool(server, "search_codebase", {
      query: "sign in and renew sessions",
      paths: ["src/**"],
    });
    const receipt = await callTool(server, "save_search_results", { name: "sign in" });
    expect(receipt.structured).toMatchObject({ outcome: "found", name: "sign in", uri: URI, scope: "global" });
    expect(receipt.text).toContain(`resource: ${URI}`);
    expect(await readAsTold(receipt.text)).toMatchObject({ outcome: "found", name: "sign in", uri: URI });
    const document = JSON.parse(await readFile(receipt.structured["path"] as string, "utf8")) as Document;
    const hits = answer.structured["hits"] as { path: string; start_line: number; source?: readonly string[] }[];
    for (const { path, content, ranges } of document.files) {
      const own = hits.filter((hit) => join(root, hit.path) === path);
      for (const { source = [] } of own) {
        expect(content).toContain(`${source.join("\n")}\n`);
      }
      expect(withoutGaps(content, ranges)).toEqual(linesAt(await readFile(path, "utf8"), ranges));
    }
    expect(document.files.length).toBe(new Set(hits.map(({ path }) => path)).size);
    const counter = await loadTokenCounter();
    const carried = document.files.reduce((sum, { content }) => sum + counter.count(content), 0);
    expect(document.statistics.context_tokens).toBe(carried);
    expect(document.statistics.saved_tokens).toBe(document.statistics.total_tokens - carried);
  });

  it("is refused under a bad name before anything is searched", async () => {
    const bad = await callTool(server, "save_search_results", { query: "zzqx vvkj", paths: ["none/**"], name: "../x" });
    expect(bad.structured).toMatchObject({ outcome: "invalid", error: { code: "NAME_REFUSED" } });
  });

  it("does not take a name that is taken, unless asked to", async () => {
    const again = { query: "order totals", name: "sign in" };
    const refused = await callTool(server, "save_search_results", again);
    expect(refused.structured).toMatchObject({ outcome: "invalid", error: { code: "ALREADY_EXISTS" } });
    expect(await readResource(URI)).toContain('query: "sign in and renew sessions"');
    await callTool(server, "save_search_results", { ...again, name: "totals" });
    const replaced = await callTool(server, "save_search_results", {
      query: "discount",
      name: "totals",
      overwrite: true,
    });
    expect(replaced.structured).toMatchObject({ outcome: "found", query: "discount" });
  });

  it("goes into the project when asked to, kept out of its repository, under an address that can be read", async () => {
    const { structured, text } = await callTool(server, "save_search_results", {
      query: "price list",
      filename: "prices.json",
      storage_mode: "both",
    });
    const uri = structured["uri"] as string;
    expect(uri).toBe("context-broker://saved/shop/prices?storage_mode=in-project");
    for (const address of [uri, "context-broker://saved/shop/prices"]) {
      expect(await readResource(address)).toContain('query: "price list"');
    }
    expect(await readResource(uri)).not.toContain("untrusted");
    expect((await server.client.listResources()).resources.map((resource) => resource.uri)).toContain(uri);
    expect(await readAsTold(text)).toMatchObject({ outcome: "found", name: "prices", uri });
    const got = await callTool(server, "get_saved_result", { name: "prices" });
    expect(got.structured).toMatchObject({ outcome: "found", uri, trust: "own" });
    expect((await callTool(server, "list_saved_results", {})).text).toContain("prices");
    expect(structured["path"]).toBe(join(root, ".context-broker", "prices.json"));
    expect(await readFile(join(root, ".context-broker", ".gitignore"), "utf8")).toBe("*\n");
    const listed = await callTool(server, "list_saved_results", { storage_mode: "in-project" });
    expect(listed.structured["results"]).toMatchObject([{ name: "prices", scope: "project", trust: "own", uri }]);
    expect(listed.text).not.toContain("untrusted");
  });

  it("costs its tokens each time that it is read, and claims no saving for that", async () => {
    await callTool(server, "save_search_results", { query: "order totals", name: "counted" });
    const totalsOf = ({ structured }: Awaited<ReturnType<typeof callTool>>) =>
      structured["totals"] as Record<string, number>;
    // Its own answer costs, too, from then on.
    const report = await callTool(server, "token_savings", {});
    const { text } = await callTool(server, "get_saved_result", { name: "counted" });
    const [before, after] = [totalsOf(report), totalsOf(await callTool(server, "token_savings", {}))];
    const spent = (field: string) => (after[field] ?? 0) - (before[field] ?? 0);
    const sent = countTokens(text) + countTokens(report.text);
    expect(spent("other_answers_tokens")).toBe(sent);
    expect(spent("net_saved_tokens")).toBe(-sent);
    expect(spent("first_read_tokens")).toBe(0);
  });

  it("takes name and filename for one field", async () => {
    const { structured } = await callTool(server, "save_search_results", { query: "x", name: "a", filename: "b" });
    expect(structured).toMatchObject({ outcome: "invalid", error: { code: "INVALID_INPUT" } });
  });

  it("keeps whole files to their last line break", async () => {
    await callTool(server, "save_search_results", { query: "order totals", name: "files", detail: "files" });
    const { structured } = await callTool(server, "get_saved_result", { name: "files", max_tokens: 50_000 });
    const files = structured["files"] as { path: string; lines: string[] }[];
    expect(files.length).toBeGreaterThan(0);
    for (const { path, lines } of files) {
      expect(lines.join("\n")).toBe(await readFile(join(root, path), "utf8"));
    }
  });

  it("is not saved where nothing was found", async () => {
    const { structured } = await callTool(server, "save_search_results", {
      query: "qwxyzzy",
      paths: ["nowhere/**"],
      name: "void",
    });
    expect(structured).toMatchObject({ outcome: "empty", hit_count: 0 });
    expect(structured["path"]).toBeUndefined();
    const got = await callTool(server, "get_saved_result", { name: "void" });
    expect(got.structured).toMatchObject({ error: { code: "NOT_FOUND" } });
  });

  it.each(["../../escape", "/etc/passwd", "C:\\x", "a\0b", "CON", "x".repeat(300)])(
    "is refused under the name %j, with nothing written",
    async (name) => {
      const { structured } = await callTool(server, "save_search_results", { query: "sessions", name });
      expect(structured).toMatchObject({ outcome: "invalid", error: { code: "NAME_REFUSED" } });
      await expect(stat(join(playground.home, "escape.json"))).rejects.toThrow("ENOENT");
    },
  );
});

describe("a saved result that is loaded", () => {
  it("says file by file whether it has changed since", async () => {
    const fresh = await callTool(server, "get_saved_result", { name: "sign in" });
    expect(fresh.structured).toMatchObject({ outcome: "found", current: true });
    await appendFile(join(root, "src/users/sessions.ts"), "\n// touched\n");
    const stale = await callTool(server, "get_saved_result", { name: "sign in" });
    expect(stale.structured["current"]).toBe(false);
    const states = stale.structured["files"] as { path: string; state?: string }[];
    expect(states.filter(({ state }) => state === "changed").map(({ path }) => path)).toEqual([
      "src/users/sessions.ts",
    ]);
    expect(stale.text).toContain("src/users/sessions.ts [changed]");
  });

  it("fits its budget by leaving out whole files, and says how many", async () => {
    const counter = await loadTokenCounter();
    const query = "sessions passwords orders shipping articles";
    await callTool(server, "save_search_results", { query, name: "whole", detail: "files", max_tokens: 9000 });
    const { structured, text } = await callTool(server, "get_saved_result", { name: "whole", max_tokens: 900 });
    expect(counter.count(text)).toBeLessThanOrEqual(900);
    expect(counter.count(JSON.stringify(structured))).toBeLessThanOrEqual(900);
    const files = structured["files"] as { lines?: string[] }[];
    expect(structured["files_omitted"]).toBe(files.filter(({ lines }) => lines === undefined).length);
    expect(structured["tokens_omitted"]).toBeGreaterThan(0);
    expect(text).toContain("left out");
  });

  it.each([300, 320, 340])("fits %i tokens, where its list of files alone does not", async (budget) => {
    const counter = await loadTokenCounter();
    const query = "sessions passwords orders shipping articles";
    await callTool(server, "save_search_results", {
      query,
      name: "long",
      top_k: 60,
      max_tokens: 9000,
      overwrite: true,
    });
    const { structured, text } = await callTool(server, "get_saved_result", { name: "long", max_tokens: budget });
    expect(counter.count(text)).toBeLessThanOrEqual(budget);
    expect(counter.count(JSON.stringify(structured))).toBeLessThanOrEqual(budget);
    const listed = (structured["files"] as unknown[]).length;
    const { file_count: all } = JSON.parse(await readFile(structured["path"] as string, "utf8")) as {
      file_count: number;
    };
    expect(structured).toMatchObject({ outcome: "found", files_omitted: all });
    expect(structured["files_unlisted"] ?? 0).toBe(all - listed);
  });
});

describe("a handoff", () => {
  const HANDOFF = "context-broker://saved/shop/renewal";
  const places = ["src/users/sessions.ts:1-3", "src/users/sessions.ts"];

  it("is written by one call, and read by another conversation as a resource that says what has changed since", async () => {
    const goal = "sessions are renewed";
    const receipt = await callTool(server, "save_handoff", { goal, name: "renewal", failed: ["a timer"], places });
    expect(receipt.structured).toMatchObject({ outcome: "found", uri: HANDOFF, scope: "global", places: 2 });
    expect(await readAsTold(receipt.text)).toMatchObject({ kind: "handoff", current: true });
    const path = join(root, "src/users/sessions.ts");
    await writeFile(path, `// moved down\n${await readFile(path, "utf8")}`);
    // Another client, another process.
    const next = await startServer(playground, { cwd: root, args: ["--vectors", "off"] });
    try {
      const { resources } = await next.client.listResources();
      expect(resources.find(({ uri }) => uri === HANDOFF)).toMatchObject({
        name: "shop/renewal",
        description: expect.stringMatching(/^handoff: "sessions are renewed", saved /),
      });
      const { contents } = await next.client.readResource({ uri: HANDOFF });
      const { text } = contents[0] as { text: string };
      expect(text).toContain("\ngoal: sessions are renewed\n");
      expect(text).toContain("\nfailed:\n- a timer\n");
      expect(text).toContain("\nsrc/users/sessions.ts:1-3 [moved to 2-4]\n```\n");
      expect(text).toContain("\nsrc/users/sessions.ts [changed]");
    } finally {
      await next.close();
    }
  });

  it("is refused with a place that is no file of the project, of an ignored one as well", async () => {
    await writeFile(join(root, ".env"), "KEY=secret\n");
    for (const place of ["src/absent.ts", "../outside.ts:1", ".env"]) {
      const { structured } = await callTool(server, "save_handoff", { goal: "x", name: "bad", places: [place] });
      expect(structured).toMatchObject({ outcome: "invalid", error: { code: "NOT_FOUND" } });
      expect(JSON.stringify(structured)).toContain(place);
    }
    const got = await callTool(server, "get_saved_result", { name: "bad" });
    expect(got.structured).toMatchObject({ error: { code: "NOT_FOUND" } });
  });
});

describe("saved results as resources", () => {
  it("are listed with their template, and read as the text of get_saved_result", async () => {
    const { resources } = await server.client.listResources();
    expect(resources.map(({ uri }) => uri)).toContain(URI);
    const { resourceTemplates } = await server.client.listResourceTemplates();
    expect(resourceTemplates).toMatchObject([{ uriTemplate: "context-broker://saved/{project}/{name}" }]);
    const text = await readResource(URI);
    expect(text).toContain("files: NOT all as they were saved");
    expect(text).toBe((await callTool(server, "get_saved_result", { name: "sign in", max_tokens: 200_000 })).text);
  });

  it("complete projects and names from what was typed", async () => {
    const complete = (name: string, value: string) =>
      server.client.complete({
        ref: { type: "ref/resource", uri: "context-broker://saved/{project}/{name}" },
        argument: { name, value },
      });
    expect((await complete("name", "SI")).completion.values).toEqual(["sign in"]);
    expect((await complete("project", "s")).completion.values).toEqual(["shop"]);
    expect((await complete("name", "zzz")).completion.values).toEqual([]);
  });

  it.each([
    "context-broker://saved/shop/absent",
    "context-broker://saved/shop/..%2F..%2Fx",
    "context-broker://saved/other/sign%20in",
    "context-broker://saved/shop",
    "context-broker://saved/%E0%A4%A/x",
    "file:///etc/passwd",
  ])("do not have %s", async (uri) => {
    await expect(server.client.readResource({ uri })).rejects.toMatchObject({ code: -32002 });
  });

  it("announce that the list changed, and that a subscribed one did, also by another hand", async () => {
    let lists = 0;
    const updated: string[] = [];
    server.client.setNotificationHandler(ResourceListChangedNotificationSchema, () => {
      lists += 1;
    });
    server.client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => {
      updated.push(params.uri);
    });
    const receipt = await callTool(server, "save_search_results", { query: "shipping", name: "watched" });
    expect(lists).toBe(1);
    const uri = receipt.structured["uri"] as string;
    await server.client.subscribeResource({ uri });
    const path = receipt.structured["path"] as string;
    await writeFile(path, (await readFile(path, "utf8")).replace('"query": "shipping"', '"query": "by another hand"'));
    await expect.poll(() => updated, { timeout: 20_000 }).toContain(uri);
    expect(await readResource(uri)).toContain('query: "by another hand"');
    await server.client.unsubscribeResource({ uri });
    await callTool(server, "delete_saved_result", { name: "watched" });
    expect(lists).toBe(2);
    expect((await server.client.listResources()).resources.map((resource) => resource.uri)).not.toContain(uri);
  });

  it("cannot be subscribed where there is none", async () => {
    const uri = "context-broker://saved/shop/absent";
    await expect(server.client.subscribeResource({ uri })).rejects.toMatchObject({ code: -32002 });
  });
});
