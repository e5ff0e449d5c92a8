// Writes the packages of a generated project: copies of runs of real sources, the first of each as it stands and the
// others renamed, and the noise that real projects have and no search admits. Same sources, seed and count: same bytes.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Failure } from "../../../src/vocabulary/failure.ts";
import { hashOf } from "./hash.ts";
import { commonFolder, homeOf, pathInPackage } from "./layout.ts";
import { renamer } from "./rename.ts";
import type { SourceRun } from "./sources.ts";

const IGNORED = "node_modules/\n/coverage/\n*.log\n.env\n.DS_Store\n";
/** A package that others depend on, such as the root's installed ones: one file each, all ignored. */
const INSTALLED_A_PACKAGE = 3;

export interface Written {
  readonly files: number;
  readonly packages: number;
  /** UTF-8 bytes of the files, noise not counted. */
  readonly bytes: number;
  readonly noise: number;
}

/** Writes a file and the folders above it. */
function write(root: string, path: string, content: string | Uint8Array): number {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
  return typeof content === "string" ? Buffer.byteLength(content) : content.length;
}

/** Two words of the sources, and a number where they were taken before. */
function packageName(key: string, words: readonly string[], taken: Set<string>): string {
  const word = (at: number) => words[hashOf(`${key}:name:${at}`) % Math.max(1, words.length)] ?? "module";
  const plain = `${word(0)}-${word(1)}`;
  const name = taken.has(plain) ? `${plain}-${taken.size}` : plain;
  taken.add(name);
  return name;
}

/** What stands beside the sources of a package and is left out by its class. Answers how many files. */
function writeNoise(root: string, folder: string, key: string): number {
  const bytes = Uint8Array.from({ length: 2_000 }, (_, at) => hashOf(`${key}:${at}`) & 0xff);
  write(root, `${folder}/assets/logo.png`, bytes);
  write(root, `${folder}/package-lock.json`, `{"name":"${key}","lockfileVersion":3,"packages":{}}\n`);
  write(root, `${folder}/public/app.min.js`, `!function(){var a=${hashOf(key)};${"a=a*31|0;".repeat(2_000)}}();\n`);
  write(root, `${folder}/build.log`, `built ${key}\n`.repeat(50));
  for (let at = 0; at < INSTALLED_A_PACKAGE; at++) {
    write(root, `node_modules/${folder.replaceAll("/", "-")}-${at}/index.js`, `module.exports = ${at};\n`);
  }
  return 4 + INSTALLED_A_PACKAGE;
}

/** `words` are the replacements of the renamed copies. NOT_FOUND where no source can be read as text. */
export async function writeProject(
  root: string,
  runs: readonly SourceRun[],
  words: readonly string[],
  options: { readonly files: number; readonly seed: string },
): Promise<Written> {
  const taken = new Set<string>();
  const totals = { files: 0, packages: 0, bytes: 0, noise: 2 };
  write(root, ".gitignore", IGNORED);
  write(root, "coverage/report.json", "{}\n");
  for (let at = 0; totals.files < options.files; at++) {
    if (at === runs.length && totals.files === 0) {
      throw new Failure("NOT_FOUND", "no file of the sources is text", { hint: "name other folders with --sources" });
    }
    const key = `${options.seed}:${at}`;
    const files = runs[at % runs.length]?.files ?? [];
    const paths = files.map(({ path }) => path);
    const common = commonFolder(paths);
    const folder = `${homeOf(paths)}/${packageName(key, words, taken)}`;
    const rename = at < runs.length ? (text: string) => text : renamer(key, words);
    // Two names may be given the same words: the second file is then left out.
    const byPath = new Map(files.map((file) => [rename(pathInPackage(file.path, common)), file]));
    for (const [path, file] of byPath) {
      const text = totals.files < options.files ? await file.read() : null;
      if (text !== null) {
        totals.bytes += write(root, `${folder}/${path}`, rename(text));
        totals.files += 1;
      }
    }
    totals.noise += writeNoise(root, folder, key);
    totals.packages += 1;
  }
  return totals;
}
