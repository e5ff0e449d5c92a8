// Random trees of files and ignore rules for comparing with git; every choice comes from one seed.
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Random } from "../support/random.ts";

export function pick<Item>(random: Random, items: readonly [Item, ...Item[]]): Item {
  return items[Math.floor(random() * items.length)] ?? items[0];
}

const FILES = [
  "a.ts",
  "b.ts",
  "ab.ts",
  "abc.txt",
  "a b.ts",
  " lead.ts",
  "trail.ts ",
  "#hash.ts",
  "!bang.ts",
  "[x].ts",
  "x.ts",
  "star*.ts",
  "q?.ts",
  "back\\slash.ts",
  "é.ts",
  "à",
  "日本.txt",
  "A.ts",
  "README",
  ".hidden",
  ".a.ts",
  "a-z.ts",
  "]",
  "a]b.ts",
  "^x.ts",
  "0.log",
  "1.log",
  "tab\tname",
  "new\nline.ts",
  "a.b.c",
  "(p).ts",
  "{a,b}.ts",
  "$d.ts",
  "+.ts",
] as const;
const FOLDERS = [
  "src",
  "lib",
  "doc",
  "a",
  "b",
  "a b",
  "x.y",
  "é",
  "[d]",
  "!n",
  "#c",
  "deep",
  ".dot",
  "A",
  "tmp ",
] as const;

const NAMES = [
  "*.ts",
  "*.txt",
  "*.log",
  "a*",
  "*b*",
  "?.ts",
  "??.ts",
  "[ab].ts",
  "[!a].ts",
  "[^a].ts",
  "[a-c]*",
  "[]-]*",
  "[]]",
  "[[:digit:]].log",
  "[[:alpha:]]*",
  "[[:upper:]]*",
  "[[:space:]]*",
  "[[:bogus:]]",
  "\\#hash.ts",
  "\\!bang.ts",
  "#hash.ts",
  "a\\ b.ts",
  "a b.ts",
  "*\\ ",
  "trail.ts\\ ",
  "trail.ts ",
  " lead.ts",
  "\\[x\\].ts",
  "[[]x].ts",
  "star\\*.ts",
  "q\\?.ts",
  "back\\\\slash.ts",
  "é.ts",
  "[é].ts",
  "?",
  "??",
  "???",
  "à",
  "*à",
  "日*",
  "README",
  ".*",
  ".hidden",
  "src",
  "lib",
  "doc",
  "a",
  "b",
  "A",
  "x.y",
  "deep",
  "tmp\\ ",
  "[d]",
  "\\[d\\]",
  "\\!n",
  "\\#c",
  "*",
  "**",
  "***",
  "a**",
  "**b",
  "*a*b*",
  "[a",
  "a]b.ts",
  "[z-a].ts",
  "[\\]]",
  "[a\\-z]*",
  "\\a.ts",
  "a.ts\\",
  "(p).ts",
  "{a,b}.ts",
  "$d.ts",
  "+.ts",
  "^x.ts",
  "tab\tname",
  "*.[tl]*",
  "[a-",
  "[!]a]*",
  "[\\\\]*",
  "a.b.?",
  "\\",
  "[",
  "*/",
] as const;

function randomPattern(random: Random): string {
  const parts: string[] = [];
  const count = pick(random, [1, 1, 1, 2, 2, 3] as const);
  for (let index = 0; index < count; index++) {
    parts.push(random() < 0.15 ? "**" : pick(random, random() < 0.4 ? ([...FOLDERS] as [string, ...string[]]) : NAMES));
  }
  const body = parts.join("/");
  return `${random() < 0.25 ? "!" : ""}${random() < 0.2 ? "/" : ""}${body}${random() < 0.2 ? "/" : ""}${random() < 0.05 ? "  " : ""}`;
}

export function randomRules(random: Random, lines: number): string {
  const end = random() < 0.15 ? "\r\n" : "\n";
  const rules: string[] = [];
  for (let index = 0; index < lines; index++) {
    // A rule that takes everything leaves the others nothing to say: rare, and often taken back.
    const pattern = randomPattern(random);
    const sweeping = /^\/?[*/?.]+$/.test(pattern);
    if (!sweeping || random() < 0.1) rules.push(pattern);
    if (sweeping && random() < 0.5) rules.push("!*/");
  }
  return `${random() < 0.1 ? "\uFEFF" : ""}${rules.join(end)}${random() < 0.8 ? end : ""}`;
}

/** Writes files into random folders below `root`; returns the folders, the root among them. */
export function writeRandomTree(random: Random, root: string, files: number): readonly string[] {
  const folders = [""];
  for (let index = 0; index < files / 3; index++) {
    const parent = pick(random, folders as [string, ...string[]]);
    if (parent.split("/").length > 4) continue;
    const folder = parent === "" ? pick(random, FOLDERS) : `${parent}/${pick(random, FOLDERS)}`;
    if (!folders.includes(folder)) folders.push(folder);
  }
  for (const folder of folders) mkdirSync(join(root, folder), { recursive: true });
  for (let index = 0; index < files; index++) {
    const folder = pick(random, folders as [string, ...string[]]);
    writeText(join(root, folder, pick(random, FILES)), "text\n");
  }
  return folders;
}

/** Paths at which there is no file: in folders that there are, and in such that are not there yet. */
export function newPaths(random: Random, root: string, folders: readonly string[]): readonly string[] {
  const paths = Array.from({ length: 200 }, () => {
    const above = pick(random, folders as [string, ...string[]]);
    const fresh = pick(random, [[], [], [pick(random, FOLDERS)], [pick(random, FOLDERS), pick(random, FOLDERS)]]);
    return [...(above === "" ? [] : [above]), ...fresh, pick(random, FILES)].join("/");
  });
  return [...new Set(paths)].filter((path) => !existsSync(join(root, path)));
}

export function writeText(path: string, text: string | Buffer): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
