// Finds the project when nobody configured one. Knows where to look and what is too broad to search; not what a
// project holds.
import { realpathSync, statSync } from "node:fs";
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
  /** A path given with this very request; relative ones are resolved against `cwd`. */
  readonly argument?: string;
  /** CONTEXT_BROKER_PROJECT or `serve --project`. */
  readonly setting?: string;
  /** Absolute folders that the client named, best first. */
  readonly clientRoots: readonly string[];
  readonly cwd: string;
  readonly home: string;
}

export interface DetectedRoot {
  /** Absolute, real path. */
  readonly root: string;
  readonly because: "argument" | "setting" | "client root" | "marker";
  /** The file or folder that marked the root, where one did. */
  readonly marker?: string;
}

const HINT = "pass the project's folder: --project DIR, CONTEXT_BROKER_PROJECT=DIR, or the call's `project` argument";

/**
 * The project of a request: explicit argument, then setting, then the client's roots, then markers upwards from the
 * working directory. Failure PROJECT_NOT_FOUND or PROJECT_TOO_BROAD (home, a folder above it, the file system's root).
 */
export function detectRoot(query: RootQuery): DetectedRoot {
  const home = realOrSame(query.home);
  if (query.argument !== undefined) {
    return { root: acceptFolder(query.argument, query.cwd, home), because: "argument" };
  }
  if (query.setting !== undefined) {
    return { root: acceptFolder(query.setting, query.cwd, home), because: "setting" };
  }
  const clientRoot = query.clientRoots.map((folder) => usableFolder(folder, home)).find((root) => root !== null);
  if (clientRoot !== undefined && clientRoot !== null) return { root: clientRoot, because: "client root" };
  return rootByMarker(query.cwd, home);
}

function acceptFolder(given: string, cwd: string, home: string): string {
  if (given === "" || given.includes("\0")) {
    throw new Failure("PROJECT_NOT_FOUND", "the project's path is empty or holds a NUL character", { hint: HINT });
  }
  const root = realFolder(resolve(cwd, given));
  if (root === null)
    throw new Failure("PROJECT_NOT_FOUND", `no such folder, or no access to it: ${resolve(cwd, given)}`, {
      hint: HINT,
    });
  if (isTooBroad(root, home)) throw tooBroad(root);
  return root;
}

function usableFolder(folder: string, home: string): string | null {
  const root = isAbsolute(folder) ? realFolder(folder) : null;
  return root === null || isTooBroad(root, home) ? null : root;
}

function rootByMarker(cwd: string, home: string): DetectedRoot {
  const start = realFolder(cwd);
  if (start === null)
    throw new Failure("PROJECT_NOT_FOUND", `no such folder, or no access to it: ${cwd}`, { hint: HINT });
  let manifest: DetectedRoot | undefined;
  for (let folder = start; !isTooBroad(folder, home); folder = dirname(folder)) {
    const repository = markerIn(folder, REPOSITORY_MARKERS);
    if (repository !== undefined) return { root: folder, because: "marker", marker: repository };
    const marker = manifest === undefined ? markerIn(folder, MANIFEST_MARKERS) : undefined;
    if (marker !== undefined) manifest = { root: folder, because: "marker", marker };
  }
  if (manifest !== undefined) return manifest;
  if (isTooBroad(start, home)) throw tooBroad(start);
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

/** Home, any folder above it, and a file system's root. */
function isTooBroad(folder: string, home: string): boolean {
  if (dirname(folder) === folder || folder === home) return true;
  const below = relative(folder, home);
  return below !== ".." && !below.startsWith(`..${sep}`) && !isAbsolute(below);
}

function tooBroad(root: string): Failure {
  return new Failure("PROJECT_TOO_BROAD", `${root} is a home folder or lies above one: too broad to be a project`, {
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

function realOrSame(path: string): string {
  return realFolder(path) ?? resolve(path);
}
