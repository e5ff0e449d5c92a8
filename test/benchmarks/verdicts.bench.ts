// How many files of real repositories are called broken, by language, and which: nearly all that people have committed is valid. The figures
// of docs/records/languages-measured.md:
//   BENCH_REPOSITORIES=DIR[:DIR …] [BENCH_FILES=300] npm run bench:part -- verdicts
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { it } from "vitest";
import { openAnalyzer } from "../../src/languages/analyze.ts";
import type { SyntaxCheck } from "../../src/syntax/check-syntax.ts";
import { prepareWasm } from "../../src/syntax/grammars.ts";
import { packagePath } from "../../src/system/package-root.ts";
import { machine, table } from "./support.ts";

const repositories = (process.env["BENCH_REPOSITORIES"] ?? packagePath("src")).split(":").filter(Boolean);
/** Of one extension; drawn by the hash of their paths, so that two versions of the program look at the same ones. */
const FILES_MAX = Number(process.env["BENCH_FILES"] ?? 300);
const BYTES_MAX = 200_000;
const LEFT_OUT = /\/(?:\.git|node_modules)\/|\.(?:png|jpe?g|gif|svg|woff2?|mdx?|txt|adoc|rst|lock)$/;

const hash = (text: string): number =>
  [...text].reduce((sum, character) => (sum * 31 + (character.codePointAt(0) ?? 0)) % 1_000_003, 7);

function filesIn(root: string): readonly string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !LEFT_OUT.test(path) && /\.\w+$/.test(path))
    .sort((one, other) => hash(one) - hash(other));
}

interface Row {
  readonly counts: Record<SyntaxCheck["verdict"], number>;
  ms: number;
}

it("counts verdicts", async () => {
  await prepareWasm();
  const { check } = await openAnalyzer();
  const rows = new Map<string, Row>();
  const seen = new Map<string, number>();
  const broken: string[] = [];
  for (const path of repositories.flatMap(filesIn)) {
    const extension = path.slice(path.lastIndexOf("."));
    const bytes = (seen.get(extension) ?? 0) < FILES_MAX ? readFileSync(path) : null;
    if (bytes === null || bytes.length > BYTES_MAX || bytes.includes(0)) {
      continue;
    }
    seen.set(extension, (seen.get(extension) ?? 0) + 1);
    const before = process.cpuUsage();
    const said = await check({ path, text: bytes.toString("utf8") });
    const { user, system } = process.cpuUsage(before);
    const language = said.language ?? "text";
    const row = rows.get(language) ?? { counts: { valid: 0, broken: 0, "expected-partial": 0, unchecked: 0 }, ms: 0 };
    rows.set(language, row);
    row.counts[said.verdict] += 1;
    row.ms += (user + system) / 1000;
    if (said.verdict === "broken") {
      broken.push(`${path}: line ${said.faults[0]?.line ?? 0}, ${said.faults[0]?.what ?? ""}`);
    }
  }
  const lines = [...rows].sort().map(([language, { counts, ms }]) => {
    const files = Object.values(counts).reduce((sum, count) => sum + count, 0);
    const each = [files, counts.valid, counts["expected-partial"], counts.unchecked, counts.broken];
    return [language, ...each.map(String), (ms / files).toFixed(1)];
  });
  const sum = (verdict: SyntaxCheck["verdict"]) =>
    [...rows.values()].reduce((all, row) => all + row.counts[verdict], 0);
  const verdicts = ["valid", "expected-partial", "unchecked", "broken"] as const;
  const told = [
    machine(),
    table(["language", "files", "valid", "excused", "unchecked", "broken", "ms of CPU each"], lines),
    `all: ${verdicts.map((verdict) => `${sum(verdict)} ${verdict}`).join(", ")}`,
    ...broken,
  ];
  process.stdout.write(`${told.join("\n")}\n`);
}, 3_600_000);
