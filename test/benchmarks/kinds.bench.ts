// How many files are read in the language that they are in, where several languages share an extension: the figures of "Which language a file
// is in" in docs/records/languages-measured.md. A folder has the files, and in `labels.tsv` a line for each: its path, a tab, and its
// language as it was judged by reading (`one|other` where either is right). "text" is right for any of them: no symbol and no verdict is wrong then.
//   BENCH_LABELLED=DIR[:DIR …] npm run bench:part -- kinds
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { it } from "vitest";
import { openLanguageChooser } from "../../src/languages/choose-language.ts";
import { machine, table } from "./support.ts";

const folders = (process.env["BENCH_LABELLED"] ?? "").split(":").filter(Boolean);

it.runIf(folders.length > 0)("counts the languages that are right", () => {
  const chooseLanguage = openLanguageChooser();
  const rows: string[][] = [];
  const wrong: string[] = [];
  const left: string[] = [];
  for (const folder of folders) {
    const labelled = readFileSync(join(folder, "labels.tsv"), "utf8").trim().split("\n");
    const counts = { right: 0, text: 0, wrong: 0 };
    for (const [path = "", label = ""] of labelled.map((line) => line.split("\t"))) {
      const said = chooseLanguage(path, readFileSync(join(folder, path), "utf8"))?.id ?? "text";
      const kind = label.split("|").includes(said) ? "right" : said === "text" ? "text" : "wrong";
      counts[kind] += 1;
      if (kind === "wrong") wrong.push(`${path}: ${said}, is ${label}`);
      if (kind === "text") left.push(`${path}: ${label}`);
    }
    const extensions = new Set(labelled.map((line) => /\.[^./\t]+(?=\t)/.exec(line)?.[0].toLowerCase()));
    rows.push([folder, `${labelled.length}`, `${extensions.size}`, ...Object.values(counts).map(String)]);
  }
  const told = [
    machine(),
    table(["folder", "files", "extensions", "its language", "text", "another language"], rows),
    ...wrong,
    ...(process.env["BENCH_TEXT"] === undefined ? [] : ["", "read as text:", ...left]),
  ];
  process.stdout.write(`${told.join("\n")}\n`);
});
