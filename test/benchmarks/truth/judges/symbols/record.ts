// Records what the authorities say of the samples in fixtures/languages, so that `small.test.ts` needs none of them:
//   node test/benchmarks/truth/judges/symbols/record.mjs TOOLS
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import process from "node:process";
import { packagePath } from "../../../../../src/system/package-root.ts";
import { AUTHORITIES, askAuthority, type OutsideSymbol } from "./authorities.ts";

/** By language, then by path below fixtures/languages; in order of lines. */
export type Recorded = Readonly<Record<string, Readonly<Record<string, readonly OutsideSymbol[]>>>>;

export async function main([tools = ""]: readonly string[]): Promise<number> {
  const root = packagePath("fixtures/languages");
  const home = mkdtempSync(join(tmpdir(), "context-broker-record-"));
  const recorded: Record<string, Record<string, OutsideSymbol[]>> = {};
  for (const authority of AUTHORITIES) {
    const { language, extensions } = authority;
    const names = readdirSync(join(root, language)).filter((name) => extensions.includes(extname(name)));
    const paths = names.sort().map((name) => join(root, language, name));
    const told = askAuthority(authority, { tools, home, root: join(root, language) }, paths);
    const files = paths.map((path) => [path.slice(root.length + 1), told.get(path) ?? []] as const);
    recorded[language] = Object.fromEntries(
      files.map(([path, all]) => [path, all.toSorted((a, b) => a.line - b.line)]),
    );
  }
  rmSync(home, { recursive: true });
  // One symbol a line, so that a difference can be read.
  const text = JSON.stringify(recorded, null, 1).replace(/\{\s+"name"[^{}]*\}/g, (one) => one.replace(/\s+/g, " "));
  writeFileSync(packagePath("fixtures/benchmarks/truth/symbols.json"), `${text}\n`);
  process.stdout.write("recorded\n");
  return 0;
}
