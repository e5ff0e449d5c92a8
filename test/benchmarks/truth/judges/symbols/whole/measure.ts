// How many symbols have the name, the kind and the first and last line that the language's own parser gives them, in all files of any folders:
//   npm run bench:symbols -- TOOLS FOLDER [FOLDER …]
// Prints the table of docs/records/languages-measured.md, then what differs.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import process from "node:process";
import { openAnalyzer } from "../../../../../../src/languages/analyze.ts";
import { prepareWasm } from "../../../../../../src/syntax/grammars.ts";
import { append } from "../../../../../../src/system/append.ts";
import { tell } from "../../../../run-main.ts";
import { table } from "../../../../support.ts";
import { askWholeAuthority, WHOLE_AUTHORITIES } from "./authorities.ts";
import { compareWhole, type WholeFile } from "./compare.ts";

const BYTES_MAX = 256 * 1024;

interface Text {
  readonly path: string;
  readonly text: string;
}

/** Files of the folders by the language that the product takes them for. */
async function filesByLanguage(folders: readonly string[]): Promise<Map<string, WholeFile[]>> {
  await prepareWasm();
  const analyzer = await openAnalyzer();
  const found = new Map<string, WholeFile[]>();
  const texts = folders.flatMap((folder): Text[] =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !/\/(\.git|node_modules)(\/|$)/.test(entry.parentPath))
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => ({ path, text: readFileSync(path, "utf8") }))
      .filter(({ text }) => text.length <= BYTES_MAX && !text.includes("\0")),
  );
  for (const { path, text } of texts) {
    const { language, symbols } = await analyzer.analyze({ path, text });
    append(found, language ?? "text", { path, text, symbols });
  }
  return found;
}

export async function main([tools = "", ...folders]: readonly string[], cwd: string): Promise<number> {
  if (folders.length === 0) {
    tell("usage: npm run bench:symbols -- TOOLS FOLDER [FOLDER …]");
    return 2;
  }
  const files = await filesByLanguage(folders.map((folder) => resolve(cwd, folder)));
  const home = mkdtempSync(join(tmpdir(), "context-broker-whole-"));
  const rows: string[][] = [];
  const differing: string[] = [];
  for (const authority of WHOLE_AUTHORITIES) {
    for (const language of authority.languages) {
      const own = files.get(language) ?? [];
      files.delete(language);
      if (own.length > 0) {
        const told = askWholeAuthority(
          authority,
          { tools: resolve(cwd, tools), home },
          own.map(({ path }) => path),
        );
        const { read, compared, equal, lines } = compareWhole(authority, own, told);
        const share = compared === 0 ? "" : (equal / compared).toFixed(3);
        rows.push([language, authority.name, `${read} of ${own.length}`, String(compared), String(equal), share]);
        differing.push(...lines);
      }
    }
  }
  rmSync(home, { recursive: true });
  const judged = "judge";
  const unjudged = [...files].filter(([, all]) => all.some(({ symbols }) => symbols.length > 0));
  const told = [
    table(["language", judged, "files read", "symbols", "equal", "share"], rows),
    `no judge: ${unjudged.map(([language, all]) => `${language} (${all.length})`).join(", ")}`,
    ...differing,
  ];
  process.stdout.write(`${told.join("\n")}\n`);
  return 0;
}
