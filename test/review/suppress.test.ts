// Suppressions: which comments are read, which findings they silence, and what a change may silence itself.
import { describe, expect, it } from "vitest";
import { openAnalyzer } from "../../src/languages/analyze.ts";
import { removedExport } from "../../src/review/rules/removed-export.ts";
import { swallowedError } from "../../src/review/rules/swallowed-error.ts";
import { type Suppressing, suppress } from "../../src/review/suppress.ts";
import { suppressionComments } from "../../src/review/suppression-comments.ts";
import { prepareWasm } from "../../src/syntax/grammars.ts";
import { runRule, sceneBetween } from "./review-states.ts";

const KNOWN = new Set([removedExport.id, swallowedError.id]);
const CALM = "export function load() {\n  return 1;\n}\n";
const swallowing = (comment: string): string =>
  `export function load() {\n  try {\n    return JSON.parse("1");\n${comment}  } catch {}\n}\n`;
const COMMENT = "  // context-broker: ignore swallowed-error -- a cache that cannot be read is empty\n";

await prepareWasm();
const analyzer = await openAnalyzer();

async function suppressionsBy(path: string, text: string) {
  const { comments } = await analyzer.inspect({ path, text });
  return suppressionComments(text, comments);
}

async function suppressed(before: string, after: string, options: Partial<Suppressing> = {}) {
  const scene = await sceneBetween({ "src/a.ts": before }, { "src/a.ts": after });
  const report = await runRule(swallowedError, scene);
  expect(report.findings.length).toBeGreaterThan(0);
  const task = {
    scene,
    reports: [report],
    bySettings: [],
    own: "below-block",
    block: "critical",
    known: KNOWN,
  } as const;
  const { findings, suppressed: silenced } = await suppress({ ...task, ...options });
  return {
    left: findings.map(({ rule, message }) => `${rule}: ${message}`),
    silenced: silenced.map(({ reason, by, isOwn }) => ({ reason, by, isOwn })),
  };
}

describe("suppressions in the source", () => {
  it.each([
    ["// context-broker: ignore a-b -- why", "line", ["a-b"], "why"],
    ["call(); // context-broker: ignore a-b, c -- why not", "line", ["a-b", "c"], "why not"],
    ["# context-broker: ignore-file a-b -- why", "file", ["a-b"], "why"],
    ["/* context-broker: ignore a-b -- why */", "line", ["a-b"], "why"],
    ["<!-- context-broker: ignore a-b -- why -->", "line", ["a-b"], "why"],
    ["-- context-broker: ignore a-b -- why", "line", ["a-b"], "why"],
    ["call(); /* context-broker: ignore a-b -- why */", "line", ["a-b"], "why"],
    [" * context-broker: ignore a-b -- why", "line", ["a-b"], "why"],
    ["// context-broker: ignore", "line", [], null],
    ["// context-broker: ignore -- why", "line", [], null],
    ["// context-broker: ignore a-b, because I say so", "line", [], null],
    ["// context-broker: ignore a-b", "line", ["a-b"], null],
    ["// context-broker: ignore a-b --", "line", ["a-b"], null],
  ])("are read: %s", (line, scope, rules, reason) => {
    expect(suppressionComments(`first\n${line}\r\nlast`, null)).toMatchObject([{ line: 2, scope, rules, reason }]);
  });

  it.each([
    "context-broker: ignore a-b -- why",
    "// context-broker ignore a-b",
    'say("context-broker: ignore a-b -- x")',
  ])("are not read where there is no such comment: %s", (line) => {
    expect(suppressionComments(line, null)).toEqual([]);
  });

  it.each(["// context-broker: ignored a-b -- why", "// see `// context-broker: ignore a-b -- why`"])(
    "are not read where a comment only writes about them: %s",
    (line) => {
      expect(suppressionComments(line, [{ start: 0, end: line.length }])).toEqual([]);
    },
  );

  it.each([
    ["a.ts", "const words = '// context-broker: ignore a-b -- why';\n"],
    ["a.ts", "const words = `\n// context-broker: ignore a-b -- why\n`;\n"],
    ["a.py", 'words = """\n# context-broker: ignore a-b -- why\n"""\n'],
    ["a.py", "words = '# context-broker: ignore a-b -- why'\n"],
    ["a.go", "package a\n\nconst words = `\n// context-broker: ignore a-b -- why\n`\n"],
    ["a.rb", "words = '# context-broker: ignore a-b -- why'\n"],
    ["a.yaml", "words: '# context-broker: ignore a-b -- why'\n"],
  ])("are not read in strings of %s: %s", async (path, text) => {
    expect(suppressionComments(text, null)).not.toEqual([]);
    expect(await suppressionsBy(path, text)).toEqual([]);
  });

  it.each([
    ["a.ts", "call(); // context-broker: ignore a-b -- why\nnext();\n", [1, 1]],
    ["a.ts", "/* context-broker: ignore a-b -- why */ call();\nnext();\n", [1, 1]],
    ["a.ts", "// context-broker: ignore a-b -- why\n\n// and more\ncall();\n", [1, 4]],
    ["a.ts", "/**\n * context-broker: ignore a-b -- why\n * Calls.\n */\nexport function call() {}\n", [2, 5]],
    ["a.py", "# context-broker: ignore a-b -- why\ncall()\n", [1, 2]],
    ["a.vue", "<script>\n// context-broker: ignore a-b -- why\ncall();\n</script>\n<!-- words -->\n", [2, 3]],
    ["a.html", "<!-- context-broker: ignore a-b -- why -->\n<p>words</p>\n", [1, 2]],
    ["a.css", "/* context-broker: ignore a-b -- why */\np { margin: 0 }\n", [1, 2]],
    ["a.rs", "/// context-broker: ignore a-b -- why\nfn call() {}\n", [1, 2]],
    ["a.lua", "-- context-broker: ignore a-b -- why\ncall()\n", [1, 2]],
  ])("are about the code of their line or the next line of code: %s %s", async (path, text, lines) => {
    const read = await suppressionsBy(path, text);
    expect(read.map(({ line, codeLine }) => [line, codeLine])).toEqual([lines]);
    expect(read).toMatchObject([{ rules: ["a-b"], reason: "why" }]);
  });

  it("that the change adds silence a finding that does not block, and the report says so", async () => {
    expect(await suppressed(CALM, swallowing(COMMENT))).toEqual({
      left: [],
      silenced: [{ reason: "a cache that cannot be read is empty", by: "comment", isOwn: true }],
    });
  });

  it("that the change adds silence nothing that blocks", async () => {
    const { left, silenced } = await suppressed(CALM, swallowing(COMMENT), { block: "low" });
    expect([left.length, silenced]).toEqual([1, []]);
  });

  it("that the change adds silence nothing where they are refused", async () => {
    const { left, silenced } = await suppressed(CALM, swallowing(COMMENT), { own: "refuse" });
    expect([left.length, silenced]).toEqual([1, []]);
  });

  it("that were there before are accepted", async () => {
    const before = `${CALM}${COMMENT}`;
    const { left, silenced } = await suppressed(before, swallowing(COMMENT), { own: "refuse", block: "low" });
    expect([left, silenced.map(({ isOwn }) => isOwn)]).toEqual([[], [false]]);
  });

  it("without a reason silence nothing, and are findings themselves", async () => {
    const { left } = await suppressed(CALM, swallowing("  // context-broker: ignore swallowed-error\n"));
    expect(left).toHaveLength(2);
    expect(left[1]).toBe(
      "suppression-comment: this comment gives no reason, so it suppresses nothing: add ` -- reason`",
    );
  });

  it("that silence nothing, or name no rule, are findings", async () => {
    const unused = "// context-broker: ignore swallowed-error -- once needed\nexport const one = 1;\n";
    const unknown = "// context-broker: ignore swallowed -- misspelt\nexport const two = 2;\n";
    const { left } = await suppressed(CALM, `${swallowing("")}${unused}${unknown}`);
    expect(left.slice(1)).toEqual([
      "suppression-comment: this comment suppresses nothing: no finding of swallowed-error is here",
      "suppression-comment: there is no rule swallowed",
    ]);
  });
});

describe("suppressions by settings", () => {
  it("silence findings of a rule below a folder, with their reason", async () => {
    const bySettings = [{ rule: swallowedError.id, glob: "src/**", reason: "old code" }];
    expect(await suppressed(CALM, swallowing(""), { bySettings, own: "refuse" })).toEqual({
      left: [],
      silenced: [{ reason: "old code", by: "settings", isOwn: false }],
    });
  });

  it("leave other folders alone", async () => {
    const bySettings = [{ rule: swallowedError.id, glob: "lib/**", reason: "old code" }];
    expect((await suppressed(CALM, swallowing(""), { bySettings })).left).toHaveLength(1);
  });
});
