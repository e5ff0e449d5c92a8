// What each tool about code costs as text, as TOON and as JSON, on the project of fixtures/code/depot: docs/answer-forms.md is
// made here. `GOLDEN=write npx vitest run test/operations/code/answer-forms.slow.test.ts` writes it anew.
import { execFileSync } from "node:child_process";
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { decode } from "@toon-format/toon";
import { beforeAll, describe, expect, it } from "vitest";
import { packagePath } from "../../../src/system/package-root.ts";
import { loadTokenCounter } from "../../../src/system/token-counter.ts";
import { ANSWER_FORMATS } from "../../../src/vocabulary/answer-format.ts";
import { codeTools } from "../../support/code-tools.ts";
import { callTool, startServer } from "../../support/mcp-server.ts";

const PAGE = packagePath("docs", "answer-forms.md");

/** Usual questions; what differs from machine to machine is not among them. */
const QUESTIONS: readonly (readonly [tool: string, input: Record<string, unknown>])[] = [
  ["get_repo_overview", {}],
  ["list_modules", {}],
  ["analyze_directory", { path: "src" }],
  ["analyze_file", { path: "src/order-store.ts" }],
  ["list_symbols", { paths: ["src/**"] }],
  ["search_symbols", { query: "order" }],
  ["get_symbol", { symbol: "src/orders.ts#openOrder" }],
  ["get_symbol_source", { symbol: "src/orders.ts#openOrder" }],
  ["find_references", { symbol: "src/orders.ts#openOrder" }],
  ["get_call_graph", { symbol: "src/orders.ts#openOrder" }],
  ["analyze_impact", { symbol: "src/orders.ts#openOrder" }],
  ["search_text", { pattern: "order" }],
  ["search_files", { query: "order" }],
  ["search_ast", { pattern: "return $X", language: "typescript" }],
  ["analyze_diff", {}],
  ["validate_syntax", { paths: ["."] }],
  ["list_languages", {}],
  ["ask", { question: "who calls openOrder" }],
];

/** Answers grow and shrink by a few words without a new page. */
const TOLERANCE = 0.15;

const tools = codeTools();

/** The same on any machine. */
function settled(text: string): string {
  return text
    .replaceAll(tools().root, "/home/user/depot")
    .replace(/\b[0-9a-f]{7}\b/g, "0a1b2c3")
    .replace(/("?generation"?:? )\d+/g, "$112")
    .replace(/("generation":)\d+/g, "$112");
}

describe("the forms of an answer", () => {
  beforeAll(() => {
    const { root, playground } = tools();
    const git = (...args: string[]) =>
      execFileSync("git", ["-C", root, "-c", "user.name=Ada", "-c", "user.email=ada@example.org", ...args], {
        env: playground.env,
        stdio: "pipe",
      });
    git("add", "-A");
    git("commit", "-q", "-m", "first");
    appendFileSync(join(root, "src/parse.ts"), "\nexport const added = () => parse('1 EUR');\n");
  });

  it("say the same", async () => {
    const input = { pattern: "order", limit: 5 };
    // Symbols are known once the index is made, which search_text does not wait for.
    await tools().call("list_modules", {});
    const { structured } = await tools().call("search_text", input);
    const { text: toon } = await tools().call("search_text", { ...input, format: "toon" });
    const { text: json } = await tools().call("search_text", { ...input, format: "json" });
    const { lines } = structured;
    expect(JSON.parse(json)).toMatchObject({ outcome: "found", lines });
    expect(decode(toon)).toMatchObject({ summary: structured["summary"], lines });
  });

  it("are the user's to set, and a call's to say otherwise", async () => {
    const { playground, root } = tools();
    const server = await startServer(playground, { cwd: root, args: ["--vectors", "off", "--answer-format", "json"] });
    const input = { pattern: "order", limit: 3 };
    const set = await callTool(server, "search_text", input);
    const said = await callTool(server, "search_text", { ...input, format: "text" });
    await server.close();
    expect(JSON.parse(set.text)).toEqual(set.structured);
    expect(said.text).toMatch(/^found: \d+ lines/);
  });

  it.each(ANSWER_FORMATS)("stay within the budget as %s", async (format) => {
    const counter = await loadTokenCounter();
    const { text, structured } = await tools().call("search_text", {
      pattern: "e",
      max_tokens: 700,
      limit: 500,
      format,
    });
    const { completeness, shown } = structured["envelope"] as Record<string, unknown>;
    expect({ completeness, some: Number(shown) > 3 }).toEqual({ completeness: "budget", some: true });
    expect(counter.count(text)).toBeLessThanOrEqual(700);
    expect(counter.count(JSON.stringify(structured))).toBeLessThanOrEqual(700);
  });

  it("cost what the page says, and the default costs least", async () => {
    const counter = await loadTokenCounter();
    const overview = async () => (await tools().call("get_repo_overview", {})).text;
    await expect.poll(overview, { timeout: 20_000 }).not.toContain("still being counted");
    const costs: (readonly [tool: string, tokens: readonly number[]])[] = [];
    for (const [tool, input] of QUESTIONS) {
      const tokens: number[] = [];
      for (const format of ANSWER_FORMATS) {
        const { text, structured } = await tools().call(tool, { ...input, format });
        expect(structured["outcome"], tool).toBe("found");
        tokens.push(counter.count(settled(text)));
      }
      costs.push([tool, tokens]);
    }
    const total = ANSWER_FORMATS.map((_, at) => costs.reduce((sum, [, tokens]) => sum + (tokens[at] ?? 0), 0));
    expect(Math.min(...total)).toBe(total[ANSWER_FORMATS.indexOf("text")]);
    if (process.env["GOLDEN"] === "write") {
      writeFileSync(PAGE, pageOf(costs, total));
    }
    const page = readFileSync(PAGE, "utf8");
    for (const [tool, tokens] of costs) {
      const said = new RegExp(`^\\| \`${tool}\` \\| (\\d+) \\| (\\d+) \\| (\\d+) \\|`, "m")
        .exec(page)
        ?.slice(1)
        .map(Number);
      tokens.forEach((count, at) => {
        expect(Math.abs(count - (said?.[at] ?? 0)) / count, `${tool}, ${ANSWER_FORMATS[at]}`).toBeLessThan(TOLERANCE);
      });
    }
  });
});

const share = (tokens: number, of: number): string => `${Math.round((100 * tokens) / of)} %`;

function pageOf(costs: readonly (readonly [string, readonly number[]])[], total: readonly number[]): string {
  const [text = 1, toon = 0, json = 0] = total;
  const rows = costs.map(
    ([tool, [inText = 1, inToon = 0, inJson = 0]]) =>
      `| \`${tool}\` | ${inText} | ${inToon} | ${inJson} | ${share(inToon, inText)} | ${share(inJson, inText)} |`,
  );
  return `# Forms of an answer

<!-- Generated by test/operations/code/answer-forms.slow.test.ts; \`npm run golden\` rewrites this page. -->

The text of an answer about code comes in the form that a call's \`format\` names, or else the setting \`answer_format\`: as text
written for it, as [TOON](https://toonformat.dev) (the text's first two lines, then the fields) or as JSON. All three carry the
same rows; structured content is JSON in any case, and the budget holds for both.

Tokens (o200k_base) of usual questions about the project of \`fixtures/code/depot\`:

| tool | text | TOON | JSON | TOON / text | JSON / text |
|---|---|---|---|---|---|
${rows.join("\n")}
| all | ${text} | ${toon} | ${json} | ${share(toon, text)} | ${share(json, text)} |

So text is the default: it costs least and says no less. TOON takes the names of columns off rows that are objects; rows of
these answers are short lines already, in every form, and what it takes off JSON is its nested envelope and its quotes.
`;
}
