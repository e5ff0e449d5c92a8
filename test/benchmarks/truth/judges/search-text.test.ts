// The judge of search_text in small: what a plain look at each line finds in files of two of the fixtures and in texts that are
// hard to cut into lines. Literal patterns are put to the tool; expressions to what reads files for it, without its processes.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openSieve } from "../../../../src/intelligence/text/byte-filter.ts";
import { noMatches, regexLines } from "../../../../src/intelligence/text/match-lines.ts";
import { parsePattern } from "../../../../src/intelligence/text/pattern.ts";
import { packagePath } from "../../../../src/system/package-root.ts";
import { withSlashes } from "../../../../src/system/platform/below.ts";
import { seededRandom } from "../../../support/random.ts";
import { readTable } from "../../../support/read-table.ts";
import { openToolsInProcess, type ToolsInProcess } from "../../../support/tools-in-process.ts";
import { drawPatterns, type Pattern } from "./text-patterns.ts";

const HARD: Readonly<Record<string, string>> = {
  "hard/crlf.txt": "Order one\r\norder two\r\n\r\nORDER three",
  "hard/mixed.txt": "order\rOrder\n\r\norder \r\n",
  "hard/marked.txt": "\ufefforder at the start\nÉtat, état, ÉTAT\n",
  "hard/astral.txt": "𝒪rder 😀 order\nстрока Строка\n",
  "hard/long.txt": `${"x ".repeat(5_000)}order${" y".repeat(5_000)}\nend`,
  "hard/marks.txt": "a.b*c[d]{e}(f)|g^h$\\i\n$1 \\n \\d\n",
};

const OWN: readonly Pattern[] = [
  ...["order", "Order", "état", "ÉTAT", "строка", "a.b*c[d]", "(f)|g^h$\\i", "😀", "\\n", " two"].flatMap((pattern) =>
    (["sensitive", "insensitive", "smart"] as const).map((way) => ({ pattern, regex: false, case: way })),
  ),
  ...[
    "^order",
    "order$",
    "^$",
    "^\\s*$",
    "o.der",
    "[Oo]rder\\b",
    "\\S+ \\S+$",
    "order|end",
    "(?<=x )order",
    "\\p{Lu}\\p{Ll}+",
  ].map((pattern) => ({ pattern, regex: true, case: "smart" as const })),
];

function filesBelow(folder: string): Record<string, string> {
  const root = packagePath(folder);
  const entries = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const all = entries.map((entry) => withSlashes(join(entry.parentPath, entry.name).slice(root.length + 1)));
  const paths = all.filter((path) => !path.endsWith("edges.txt")).sort();
  return Object.fromEntries(paths.map((path) => [path, readFileSync(join(root, path), "utf8")]));
}

const FILES = { ...filesBelow("fixtures/linking/typescript"), ...filesBelow("fixtures/linking/python"), ...HARD };
const PATTERNS = [...OWN, ...drawPatterns(120, Object.keys(FILES), (path) => FILES[path] ?? "", seededRandom(13))];

/** Lines end at any of the three ends, behind the last of which there is none; a mark at the start of the file is no text. */
const linesOf = (text: string): string[] =>
  text
    .replace(/^\ufeff/, "")
    .replace(/(?:\r\n|\n|\r)$/, "")
    .split(/\r\n|\n|\r/);

function looked({ pattern, regex, case: way }: Pattern): string[] {
  const hasCapital = /\p{Lu}/u.test(regex ? pattern.replace(/\\p\{\w+\}|\\./g, "") : pattern);
  const ignored = way === "insensitive" || (way === "smart" && !hasCapital);
  const folded = (text: string): string => (ignored ? text.toLowerCase() : text);
  const expression = regex ? new RegExp(pattern, `${ignored ? "i" : ""}${pattern.includes("\\p{") ? "u" : ""}`) : null;
  const holds = (line: string): boolean => expression?.test(line) ?? folded(line).includes(folded(pattern));
  return Object.entries(FILES).flatMap(([path, text]) =>
    linesOf(text).flatMap((line, at) => (holds(line) ? [`${path}:${at + 1}`] : [])),
  );
}

let tools: ToolsInProcess;
beforeAll(async () => {
  tools = await openToolsInProcess(FILES);
});
afterAll(() => tools.close());

async function told(pattern: Pattern): Promise<string[]> {
  const { structured } = await tools.ask("search_text", { ...pattern, limit: 500, max_tokens: 200_000 });
  return readTable(structured["lines"]).map(({ path, line }) => `${path}:${line}`);
}

/** What the tool's processes do with an expression: sieve a file by its bytes, then try each line. */
function tried(pattern: Pattern): string[] {
  const parsed = parsePattern(pattern);
  const mayHold = openSieve(parsed);
  return Object.entries(FILES).flatMap(([path, text]) => {
    const matches = noMatches();
    if (mayHold?.(Buffer.from(text)) ?? true) {
      regexLines(
        text.replace(/^\ufeff/, ""),
        new RegExp(parsed.source, parsed.flags),
        Number.MAX_SAFE_INTEGER,
        matches,
      );
    }
    return matches.first.map(({ line }) => `${path}:${line}`);
  });
}

it("search_text finds the lines that a plain look at each line finds", async () => {
  let found = 0;
  for (const pattern of PATTERNS.filter(({ regex }) => !regex)) {
    const wanted = looked(pattern).sort();
    found += wanted.length;
    expect([pattern, (await told(pattern)).sort()]).toEqual([pattern, wanted]);
  }
  expect(found).toBeGreaterThan(PATTERNS.length);
});

it("an expression finds the lines on which it matches by itself", () => {
  let found = 0;
  for (const pattern of PATTERNS.filter(({ regex }) => regex)) {
    const wanted = looked(pattern).sort();
    found += wanted.length;
    expect([pattern, tried(pattern).sort()]).toEqual([pattern, wanted]);
  }
  expect(found).toBeGreaterThan(PATTERNS.length);
});
