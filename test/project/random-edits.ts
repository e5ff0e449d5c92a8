// Edits of a throw-away project, one chosen at random a step: contents, ignore rules, folders, links, kinds, git's index.
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import type { Random } from "../support/random.ts";
import { pick, writeText } from "./generated-tree.ts";

export const FOLDERS = ["", "src", "src/deep", "vendor", "lib", "lib/nested", "node_modules", "cache"] as const;
const FILES = [
  "a.ts",
  "b.ts",
  "c.log",
  "package.json",
  "yarn.lock",
  ".env",
  "x.min.js",
  "go.mod",
  "CACHEDIR.TAG",
] as const;
const IGNORE_FILES = [".gitignore", ".ignore", ".contextbrokerignore", ".dockerignore", ".git/info/exclude"] as const;
const RULES = [
  "*.log",
  "!*.log",
  "/src",
  "!src/",
  "deep/",
  "a.ts",
  "!a.ts",
  "lib/*",
  "**/nested",
  "vendor",
  "*.ts",
  "",
] as const;
const TEXTS = [
  "one\n",
  "two\n",
  "\0binary",
  `${"x".repeat(5000)};\n`,
  "// @generated\nx\n",
  "",
  "-----BEGIN PRIVATE KEY-----\n",
] as const;

export type Edit = (random: Random) => void;

/** Does nothing where the tree does not allow the edit: that is a legal step as well. */
export function attempt(edit: () => void): void {
  try {
    edit();
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
  }
}

const IDENTITY = ["-c", "user.name=t", "-c", "user.email=t@example.org"];

/** A folder beside the project that edits move things to and from. */
export const outside = (root: string): string => `${root}.outside`;

export interface Edits {
  readonly edits: readonly [Edit, ...Edit[]];
  git(...args: string[]): void;
}

/** Edits of the project at `root()`. */
export function editsOf(root: () => string): Edits {
  const write: Edit = (random) =>
    writeText(join(root(), pick(random, FOLDERS), pick(random, FILES)), pick(random, TEXTS));
  const writeRules: Edit = (random) => {
    const name = pick(random, IGNORE_FILES);
    const folder = name.startsWith(".git/") ? "" : pick(random, FOLDERS);
    writeText(join(root(), folder, name), `${pick(random, RULES)}\n${pick(random, RULES)}\n`);
  };
  const remove: Edit = (random) => {
    const name = pick(random, [...FILES, ...IGNORE_FILES] as const);
    rmSync(join(root(), pick(random, FOLDERS), name), { force: true });
  };
  const removeFolder: Edit = (random) => {
    const folder = pick(random, FOLDERS);
    if (folder !== "") rmSync(join(root(), folder), { recursive: true, force: true });
  };
  const rename: Edit = (random) => {
    renameSync(
      join(root(), pick(random, FOLDERS), pick(random, FILES)),
      join(root(), pick(random, FOLDERS), pick(random, FILES)),
    );
  };
  const renameFolder: Edit = (random) => {
    const from = pick(random, FOLDERS);
    if (from !== "") renameSync(join(root(), from), join(root(), pick(random, FOLDERS)));
  };
  /** Same size, same mtime, other text: only the ctime tells. */
  const rewriteSilently: Edit = (random) => {
    const path = join(root(), pick(random, FOLDERS), pick(random, [...FILES, ...IGNORE_FILES] as const));
    const { atime, mtime } = statSync(path);
    writeFileSync(
      path,
      readFileSync(path).map((byte) => (byte === 97 ? 98 : byte)),
    );
    utimesSync(path, atime, mtime);
  };
  const link: Edit = (random) => {
    symlinkSync(
      pick(random, ["a.ts", "..", "/etc", "loop", "gone"] as const),
      join(root(), pick(random, FOLDERS), "loop"),
    );
  };
  const unlink: Edit = (random) => rmSync(join(root(), pick(random, FOLDERS), "loop"), { force: true });
  const swapKind: Edit = (random) => {
    const path = join(root(), pick(random, FOLDERS), "a.ts");
    rmSync(path, { recursive: true, force: true });
    if (random() < 0.5) mkdirSync(path);
  };
  const addToGit: Edit = (random) => git("add", "-f", "--", join(root(), pick(random, FOLDERS), pick(random, FILES)));
  const removeFromGit: Edit = (random) => git("rm", "-q", "--cached", "--", pick(random, FILES));
  const nest: Edit = (random) => {
    const folder = pick(random, FOLDERS);
    if (folder === "" || existsSync(join(root(), folder, ".git")))
      rmSync(join(root(), "lib/.git"), { recursive: true, force: true });
    else git("init", "-q", join(root(), folder));
  };

  /** As editors save: a new file takes the place of the old one. */
  const saveAtomically: Edit = (random) => {
    const path = join(root(), pick(random, FOLDERS), pick(random, FILES));
    writeText(`${path}.tmp`, pick(random, TEXTS));
    renameSync(`${path}.tmp`, path);
  };
  const moveOut: Edit = (random) => {
    const folder = pick(random, FOLDERS);
    mkdirSync(outside(root()), { recursive: true });
    if (folder !== "") renameSync(join(root(), folder), join(outside(root()), "moved"));
  };
  const editOutside: Edit = (random) =>
    writeText(join(outside(root()), "moved", pick(random, FOLDERS), pick(random, FILES)), pick(random, TEXTS));
  const moveIn: Edit = (random) => renameSync(join(outside(root()), "moved"), join(root(), pick(random, FOLDERS)));
  /** Another folder takes the place of one, with all below it. */
  const replaceFolder: Edit = (random) => {
    const folder = pick(random, FOLDERS);
    if (folder === "") return;
    const next = join(outside(root()), "next");
    writeText(join(next, "nested", pick(random, FILES)), pick(random, TEXTS));
    rmSync(join(root(), folder), { recursive: true, force: true });
    renameSync(next, join(root(), folder));
  };
  /** A second name outside of the project, by which the file is written to where nobody looks. */
  const shareFile: Edit = (random) => {
    mkdirSync(outside(root()), { recursive: true });
    rmSync(join(outside(root()), "shared"), { force: true });
    linkSync(join(root(), pick(random, FOLDERS), pick(random, FILES)), join(outside(root()), "shared"));
  };
  const writeShared: Edit = (random) => {
    const path = join(outside(root()), "shared");
    if (existsSync(path)) writeFileSync(path, pick(random, TEXTS));
  };
  const changeMode: Edit = (random) =>
    chmodSync(join(root(), pick(random, FOLDERS), pick(random, [...FILES, ""])), random() < 0.5 ? 0o700 : 0o755);
  const commit: Edit = () => {
    git("add", "-A");
    git("commit", "-q", "-m", "all");
  };
  const switchBranch: Edit = (random) => git("checkout", "-q", "-f", "-B", "work", `HEAD~${Math.floor(random() * 3)}`);
  const stash: Edit = () => git("stash", "-q", "-u");
  const unstash: Edit = () => git("stash", "pop", "-q");

  const edits: readonly [Edit, ...Edit[]] = [
    write,
    write,
    write,
    writeRules,
    writeRules,
    remove,
    removeFolder,
    rename,
    renameFolder,
    rewriteSilently,
    rewriteSilently,
    link,
    unlink,
    swapKind,
    addToGit,
    removeFromGit,
    nest,
    saveAtomically,
    saveAtomically,
    moveOut,
    editOutside,
    moveIn,
    replaceFolder,
    shareFile,
    writeShared,
    writeShared,
    changeMode,
    commit,
    switchBranch,
    stash,
    unstash,
  ];

  function git(...args: string[]): void {
    try {
      const env = { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_SYSTEM: "/dev/null" };
      execFileSync("git", ["-C", root(), ...IDENTITY, ...args], { env, stdio: "ignore" });
    } catch (error) {
      // `git add` of a path that is not there.
      if (!(error instanceof Error && "status" in error)) throw error;
    }
  }

  return { edits, git };
}
