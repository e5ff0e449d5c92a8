// Finds the project when none is configured: where it looks, and which folders are too broad to search.
import { realpathSync, statSync } from "node:fs";
import { homedir, userInfo } from "node:os";
import { dirname, isAbsolute, relative, resolve, sep } from "node:path";
import fastGlob from "fast-glob";
import { Failure } from "../vocabulary/failure.ts";

/** Version control marks the whole project, so any of these, however far up, beats the nearest manifest. */
const REPOSITORY_MARKERS = [".git", ".hg", ".svn", ".bzr", ".jj", "_darcs", ".fslckout"];
const MANIFEST_MARKERS = [
  "package.json",
  "pyproject.toml",
  "setup.py",
  "Cargo.toml",
  "go.mod",
  "go.work",
  "pom.xml",
  "build.gradle{,.kts}",
  "settings.gradle{,.kts}",
  "*.sln",
  "*.slnx",
  "composer.json",
  "Gemfile",
  "mix.exs",
  "deno.json{,c}",
  "CMakeLists.txt",
  "meson.build",
  "Package.swift",
  "pubspec.yaml",
  "build.sbt",
  "*.cabal",
  "stack.yaml",
  "dune-project",
  "build.zig",
  "rebar.config",
  "MODULE.bazel",
  "WORKSPACE{,.bazel}",
  ".contextbrokerignore",
];

export interface RootQuery {
  /** The folder that was named; a relative path starts at `cwd`. */
  readonly argument?: string;
  readonly cwd: string;
  /** Folders too broad to be a project, like all above them: homeFolders(), except for tests. */
  readonly homes: readonly string[];
}

export interface DetectedRoot {
  /** Absolute, real path. */
  readonly root: string;
  /** The file or folder that marked the root; absent where it was named. */
  readonly marker?: string;
}

const PATH_SHOWN_MAX = 300;
const HINT =
  "name the project's folder: --project DIR, CONTEXT_BROKER_PROJECT=DIR, or the field project of a tool call";

/** HOME's folder and that of the account: a sandboxed client (snap, flatpak) sets HOME elsewhere. */
export function homeFolders(): readonly string[] {
  try {
    return [homedir(), userInfo().homedir];
  } catch {
    // A container's user need not have an account.
    return [homedir()];
  }
}

/**
 * The folder that was named, or else the one that markers upwards from the working directory show.
 * Failure PROJECT_NOT_FOUND or PROJECT_TOO_BROAD (a home, a folder above one, the file system's root).
 */
export function detectRoot(query: RootQuery): DetectedRoot {
  const homes = query.homes.map(realOrSame);
  return query.argument === undefined
    ? rootByMarker(query.cwd, homes)
    : { root: acceptFolder(query.argument, query.cwd, homes) };
}

function acceptFolder(given: string, cwd: string, homes: readonly string[]): string {
  if (given === "" || given.includes("\0")) {
    throw new Failure("PROJECT_NOT_FOUND", "the project's path is empty or holds a NUL character", { hint: HINT });
  }
  const folder = resolve(cwd, given);
  const root = realFolder(folder);
  if (root === null) throw new Failure("PROJECT_NOT_FOUND", whyNoFolder(folder), { hint: HINT });
  if (isTooBroad(root, homes)) throw tooBroad(root);
  return root;
}

function rootByMarker(cwd: string, homes: readonly string[]): DetectedRoot {
  const start = realFolder(cwd);
  if (start === null) throw new Failure("PROJECT_NOT_FOUND", whyNoFolder(cwd), { hint: HINT });
  let manifest: DetectedRoot | undefined;
  for (let folder = start; !isTooBroad(folder, homes); folder = dirname(folder)) {
    const repository = markerIn(folder, REPOSITORY_MARKERS);
    if (repository !== undefined) return { root: folder, marker: repository };
    const marker = manifest === undefined ? markerIn(folder, MANIFEST_MARKERS) : undefined;
    if (marker !== undefined) manifest = { root: folder, marker };
  }
  if (manifest !== undefined) return manifest;
  if (isTooBroad(start, homes)) throw tooBroad(start);
  throw new Failure("PROJECT_NOT_FOUND", `no project marker (.git, package.json, …) in ${start} or above it`, {
    hint: HINT,
  });
}

/** The first marker in the order of the list; a name alone counts, be it file, folder or link. */
function markerIn(folder: string, markers: readonly string[]): string | undefined {
  const options = { cwd: folder, deep: 1, dot: true, onlyFiles: false, followSymbolicLinks: false } as const;
  const found = fastGlob.globSync([...markers], { ...options, suppressErrors: true });
  const order = (name: string) => markers.indexOf(name);
  return [...found].sort((a, b) => order(a) - order(b) || (a < b ? -1 : 1))[0];
}

/** A home, any folder above one, and a file system's root. */
function isTooBroad(folder: string, homes: readonly string[]): boolean {
  return dirname(folder) === folder || homes.some((home) => isInside(folder, home));
}

function isInside(folder: string, path: string): boolean {
  const below = relative(folder, path);
  return below !== ".." && !below.startsWith(`..${sep}`) && !isAbsolute(below);
}

function tooBroad(root: string): Failure {
  return new Failure("PROJECT_TOO_BROAD", `${root} is a home folder or contains one: too broad to be a project`, {
    hint: HINT,
  });
}

function realFolder(path: string): string | null {
  try {
    const real = realpathSync.native(path);
    return statSync(real).isDirectory() ? real : null;
  } catch {
    return null;
  }
}

function whyNoFolder(path: string): string {
  const shown = path.slice(0, PATH_SHOWN_MAX);
  try {
    const found = statSync(path).isDirectory()
      ? "the folder cannot be read"
      : "the project must be a folder, not a file";
    return `${found}: ${shown}`;
  } catch {
    return `the folder does not exist or cannot be read: ${shown}`;
  }
}

function realOrSame(path: string): string {
  return realFolder(path) ?? resolve(path);
}
