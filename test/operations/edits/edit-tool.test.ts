// The frame of the edit tools, with the simplest edit there is: a text put before a symbol's first line.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import type { Built, Refusal } from "../../../src/edits/change-set.ts";
import { resolveAddress } from "../../../src/intelligence/symbols/address.ts";
import { defineEditTool } from "../../../src/operations/edits/edit-tool.ts";
import { openToolsInProcess, type ToolsInProcess } from "../../support/tools-in-process.ts";

const REFUSAL: Refusal = { rule: "collision", path: "src/store.ts", line: 2, message: "no", remedy: "choose another" };

/** Puts `text` before a symbol; `outcome` is what it is to answer instead. */
const { operation } = defineEditTool({
  name: "put_before",
  title: "Put before",
  summary: "Put text before a symbol",
  description: "Puts text before a symbol.",
  command: "edit put-before",
  examples: [],
  input: { text: z.string(), outcome: z.enum(["built", "refused", "ambiguous", "missing", "stale"]).default("built") },
  async build({ symbol, text, outcome }, scene): Promise<Built> {
    if (outcome === "refused") {
      return { kind: "refused", refusals: [REFUSAL] };
    }
    if (outcome !== "built") {
      const candidates = [{ address: "src/store.ts#Store.put", kind: "method", startLine: 2, endLine: 4 }];
      return { kind: outcome, message: `${symbol} is ${outcome}`, candidates };
    }
    return scene.withSnapshot((snapshot) => {
      const address = resolveAddress(snapshot, symbol);
      if (address.kind !== "found") {
        throw new Error(`the test's symbol is ${address.kind}`);
      }
      const { path, contentHash } = address.found.document;
      const { startLine = 1 } = address.found.symbols[0] ?? {};
      const start = readFileSync(join(scene.root, path), "utf8")
        .split("\n")
        .slice(0, startLine - 1)
        .join("\n").length;
      const edits = [{ start: start === 0 ? 0 : start + 1, end: start === 0 ? 0 : start + 1, text }];
      const changes = text === "" ? [] : [{ kind: "edit", path, contentHash, edits } as const];
      const left = [{ path: "README.md", line: 1, why: "in a document" }];
      return { kind: "built", change: { intent: `put_before ${symbol}`, changes, left, symbols: [symbol] } };
    });
  },
});

const FILES = {
  "src/store.ts": "export class Store {\n  put(key: string): void {}\n}\n",
  "src/main.ts": 'import { Store } from "./store.ts";\n\nexport function main(): void {\n  new Store().put("a");\n}\n',
};

let tools: ToolsInProcess;
beforeEach(async () => {
  tools = await openToolsInProcess(FILES);
});
afterEach(() => tools.close());

const put = (input: Record<string, unknown>) => tools.ask(operation, { symbol: "Store", text: "// kept\n", ...input });
const textOf = (path: string): string => readFileSync(join(tools.root, path), "utf8");

describe("an edit that follows all uses", () => {
  it("is not made while files are not indexed yet", async () => {
    const following = defineEditTool({
      name: "follow",
      title: "Follow",
      summary: "Follow",
      description: "Follows.",
      command: "edit follow",
      examples: [],
      input: {},
      followsUses: true,
      build: () => expect.unreachable("the edit was built"),
    });
    const place = { session: {}, scene: {}, lagging: 2, context: {} } as never;
    const limits = { scope: undefined, allowSyntaxErrors: false, leaveUnread: 0 };
    const report = await following.run({ symbol: "Store" }, { kind: "apply" }, limits, { place, home: null });
    expect(report).toMatchObject({
      state: "stale",
      refusals: [{ message: expect.stringContaining("2 files not indexed") }],
    });
  });
});

describe("an edit", () => {
  it("is a preview unless it is applied: the diff, and no byte written", async () => {
    const { outcome, structured, text } = await put({});
    expect(outcome).toBe("found");
    expect(structured).toMatchObject({ state: "preview", files: { rows: [["src/store.ts", "edit", 1, 0]] } });
    expect(structured["diff"]).toContain("@@ -1,3 +1,4 @@\n+// kept\n export class Store {\n");
    expect(text).toContain("found: preview of put_before Store: 1 file, +1 -0");
    expect(text).toContain("next: `apply` writes it");
    expect(structured["impact"]).toBeUndefined();
    expect(textOf("src/store.ts")).toBe(FILES["src/store.ts"]);
  });

  it("is written when it is applied, indexed, and its impact weighed in the same answer", async () => {
    const { structured, text } = await put({
      symbol: "src/store.ts#Store.put",
      text: "  take(): void {}\n",
      apply: true,
    });
    expect(structured).toMatchObject({
      outcome: "found",
      state: "applied",
      session: expect.stringMatching(/^[0-9a-f]{8}$/),
    });
    expect(textOf("src/store.ts")).toBe("export class Store {\n  take(): void {}\n  put(key: string): void {}\n}\n");
    expect(text).toMatch(/^found: applied put_before src\/store.ts#Store.put: 1 file, \+1 -0; session [0-9a-f]{8}$/m);
    const { impact } = structured as { impact?: { changes?: { rows: unknown } } };
    expect(JSON.stringify(impact?.changes?.rows)).toContain("Store.take");
    const found = await tools.ask("search_symbols", { query: "take" });
    expect(found.text).toContain("src/store.ts");
  });

  it("weighs who still uses what an edit broke", async () => {
    const before = textOf("src/store.ts");
    const { structured } = await put({ symbol: "Store.put", text: "  /*\n", apply: true, allow_syntax_errors: true });
    expect(textOf("src/store.ts")).not.toBe(before);
    expect(JSON.stringify(structured["impact"])).toContain("src/main.ts");
  });

  it("says what it left, also where nothing is to be changed", async () => {
    const { outcome, structured, text } = await put({ text: "", apply: true });
    expect(outcome).toBe("empty");
    expect(structured).toMatchObject({ state: "unchanged", left: { columns: ["path", "line", "why"] } });
    expect(text).toMatch(/^empty: put_before Store: the files already read so\n(?!.*searched)/);
  });

  it.each([
    ["refused", "failed", "put_before Store is refused: no"],
    ["ambiguous", "ambiguous", "Store is ambiguous"],
    ["missing", "empty", "Store is missing"],
    ["stale", "failed", "Store is stale"],
  ])("that is %s writes nothing and says why", async (asked, outcome, message) => {
    const answer = await put({ outcome: asked, apply: true });
    expect(answer.outcome).toBe(outcome);
    expect(answer.structured["state"]).toBe(asked);
    expect(answer.text.split("\n")[0]).toBe(`${outcome}: ${message}`);
    expect(answer.structured[asked === "refused" ? "refusals" : "candidates"]).toBeDefined();
    expect(textOf("src/store.ts")).toBe(FILES["src/store.ts"]);
  });

  it("gives a reason once, however many places of a line it holds for", async () => {
    const refusal = { rule: "unsupported", path: "src/store.ts", line: 1, message: "no", remedy: "another" } as const;
    const twice = defineEditTool({
      name: "twice",
      title: "Twice",
      summary: "Twice",
      description: "Twice.",
      command: "edit twice",
      examples: [],
      input: {},
      build: async () => ({ kind: "refused", refusals: [refusal, { ...refusal }] }),
    });
    const { text } = await tools.ask(twice.operation, { symbol: "Store" });
    expect(text.split("\n")[0]).toBe("failed: twice Store is refused: no");
    expect(text.match(/src\/store\.ts:1: no/g)).toHaveLength(1);
  });

  it("keeps within its budget and says how much of the diff is left out", async () => {
    const lines = Array.from({ length: 400 }, (_, at) => `// line ${at}\n`).join("");
    const { structured, text } = await put({ text: lines, max_tokens: 600 });
    expect(structured["diff_lines_left"]).toBeGreaterThan(100);
    expect(text).toMatch(/and \d+ more lines of the diff/);
    expect(text).toContain("(max_tokens)");
  });

  it("refuses a file that changed while the edit was made", async () => {
    const { structured } = await tools.ask(
      defineEditTool({
        name: "late",
        title: "Late",
        summary: "Late",
        description: "Late.",
        command: "edit late",
        examples: [],
        input: {},
        async build({ symbol }, scene) {
          const { path, contentHash } = scene.withSnapshot((snapshot) => [...snapshot.documents()][0]) ?? {
            path: "",
            contentHash: "",
          };
          writeFileSync(join(scene.root, path), "// changed by somebody else\n");
          const changes = [{ kind: "edit", path, contentHash, edits: [{ start: 0, end: 0, text: "x" }] } as const];
          return { kind: "built", change: { intent: `late ${symbol}`, changes, left: [], symbols: [] } };
        },
      }).operation,
      { symbol: "Store", apply: true },
    );
    expect(structured).toMatchObject({ outcome: "failed", state: "stale" });
  });
});
