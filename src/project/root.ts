// Finds the project when none is configured: where it looks, and which folders are too broad to search.
import { opendirSync, statSync } from "node:fs";
import { homedir, userInfo } from "node:os";
import { dirname, isAbsolute, resolve } from "node:path";
import fastGlob from "fast-glob";
import { isInside } from "../system/platform/inside.ts";
import { realPath } from "../system/real-path.ts";
import { Failure } from "../vocabulary/failure.ts";
import type { FileNames } from "../vocabulary/file-names.ts";
import { localDisk } from "./disk.ts";
import { isBare, WITH_FILES } from "./repository.ts";

/** Version control marks the whole project, so any of these, however far up, beats the nearest manifest. */
const REPOSITORY_MARKERS = [".git", ".hg", ".sl", ".svn", ".bzr", ".jj", "_darcs", ".fslckout"];
/** Manifests of no single language; languages give theirs. */
const COMMON_MANIFESTS = ["meson.build", "MODULE.bazel", "WORKSPACE{,.bazel}", ".contextbrokerignore"];
/** Folders inside a project may have these as well: they count where there is no manifest above. */
const WEAK_MANIFESTS = ["requirements.txt", "Makefile", "GNUmakefile"];

export interface RootQuery {
  /** The folder that was named; a relative path starts at `cwd`. */
  readonly argument?: string;
  readonly cwd: string;
  /** Folders too broad to be a project, like all above them: homeFolders(), except for tests. */
  readonly homes: readonly string[];
  /** What the tools of languages call files. */
  readonly fileNames: readonly FileNames[];
}

const PATH_SHOWN_MAX = 300;
const HINT =
  "name the project's folder: --project DIR, CONTEXT_BROKER_PROJECT=DIR, or the field project of a tool call";

/** HOME's folder and that of the account: a sandboxed client (snap, flatpak) sets HOME elsewhere. */
export function homeFolders(): readonly string[] {
  // HOME may be empty or relative, and would then mean the working folder.
  return [homedir(), accountHome()].filter(isAbsolute);
}

function accountHome(): string {
  try {
    return userInfo().homedir;
  } catch {
    // A container's user need not have an account.
    return "";
  }
}

/**
 * The folder that was named, or else the one that markers upwards from the working directory show, as an absolute, real path.
 * Failure PROJECT_NOT_FOUND or PROJECT_TOO_BROAD (a home, a folder above one, the file system's root).
 */
export function detectRoot(query: RootQuery): string {
  const homes = query.homes.map(realOrSame);
  return query.argument === undefined ? rootByMarker(query, homes) : acceptFolder(query.argument, query.cwd, homes);
}

function acceptFolder(named: string, cwd: string, homes: readonly string[]): string {
  if (named === "" || named.includes("\0")) {
    throw new Failure("PROJECT_NOT_FOUND", "the project's path is empty or holds a NUL character", { hint: HINT });
  }
  const folder = resolve(cwd, named);
  const root = realFolder(folder);
  if (root === null || !isReadable(root)) throw new Failure("PROJECT_NOT_FOUND", whyNoFolder(folder), { hint: HINT });
  if (isTooBroad(root, homes)) throw tooBroad(root);
  refuseBare(root);
  return root;
}

function refuseBare(folder: string): void {
  if (isBare(new Set(localDisk.list(folder).map(({ name }) => name)))) {
    throw new Failure("PROJECT_NOT_FOUND", `${folder} is a bare git repository, which has no files`, {
      hint: WITH_FILES,
    });
  }
}

function rootByMarker({ cwd, fileNames }: RootQuery, homes: readonly string[]): string {
  const start = realFolder(cwd);
  if (start === null) throw new Failure("PROJECT_NOT_FOUND", whyNoFolder(cwd), { hint: HINT });
  const manifests = [...fileNames.flatMap(({ rootMarkers }) => rootMarkers?.split(" ") ?? []), ...COMMON_MANIFESTS];
  refuseBare(start);
  let nearest: string | undefined;
  let weak: string | undefined;
  for (let folder = start; !isTooBroad(folder, homes); folder = dirname(folder)) {
    if (hasMarker(folder, REPOSITORY_MARKERS)) return folder;
    if (nearest === undefined && hasMarker(folder, manifests)) nearest = folder;
    if (weak === undefined && hasMarker(folder, WEAK_MANIFESTS)) weak = folder;
  }
  const found = nearest ?? weak;
  if (found !== undefined) return found;
  if (isTooBroad(start, homes)) throw tooBroad(start);
  throw new Failure("PROJECT_NOT_FOUND", `no project marker (.git, ${manifests[0]}, …) in ${start} or above it`, {
    hint: HINT,
  });
}

/** A name alone counts, be it file, folder or link. */
function hasMarker(folder: string, markers: readonly string[]): boolean {
  const options = { cwd: folder, deep: 1, dot: true, onlyFiles: false, followSymbolicLinks: false } as const;
  return fastGlob.globSync([...markers], { ...options, suppressErrors: true }).length > 0;
}

/** A home, any folder above one, and a file system's root. */
const isTooBroad = (folder: string, homes: readonly string[]): boolean =>
  dirname(folder) === folder || homes.some((home) => isInside(folder, home));

const tooBroad = (root: string): Failure =>
  new Failure("PROJECT_TOO_BROAD", `${root} is a home folder or contains one: too broad to be a project`, {
    hint: HINT,
  });

function realFolder(path: string): string | null {
  try {
    const real = realPath(path);
    return statSync(real).isDirectory() ? real : null;
  } catch {
    return null;
  }
}

function isReadable(folder: string): boolean {
  try {
    opendirSync(folder).closeSync();
    return true;
  } catch {
    return false;
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

const realOrSame = (path: string): string => realFolder(path) ?? resolve(path);
