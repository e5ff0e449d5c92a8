// The ranking signals of a file's path: whether the query names the file, how far beside the source it lies, whether it is a header
// that another file implements, or for another platform (`unix/fs.c`, `win/fs.c`).

import { termsOf } from "../../index/lexical/terms.ts";
import type { Snapshot } from "../../index/snapshot.ts";
import { namesOf, roleOf, sideOf } from "../../languages/file-role.ts";
import { memoized } from "../../system/memo.ts";
import { SYSTEM } from "../../system/platform/this-system.ts";
import { folded } from "../../vocabulary/qualified-names.ts";
import type { Query } from "../query/parse-query.ts";

/** Words of a path part, as the index splits and stems them, without the joined whole of a compound name. */
function wordsOf(name: string): string[] {
  const terms = termsOf(name);
  return terms.length > 1 && terms[0] === folded(name) ? terms.slice(1) : terms;
}

/** Shorter prefixes are shared by chance. */
const PREFIX_LENGTH_MIN = 4;

/** `extract` matches `extractor`: names in paths are shorter forms of the words of a question. */
const isRelated = (a: string, b: string): boolean =>
  a === b || (Math.min(a.length, b.length) >= PREFIX_LENGTH_MIN && (a.startsWith(b) || b.startsWith(a)));

/** Share of `words` that is related to one of `others`. */
function shareRelated(words: readonly string[], others: readonly string[]): number {
  let found = 0;
  // Runs for every candidate file, so it is kept fast.
  for (const word of words) {
    for (const other of others) {
      if (isRelated(word, other)) {
        found++;
        break;
      }
    }
  }
  return words.length === 0 ? 0 : found / words.length;
}

/** Words of the file's own name; `mod.rs` and `index.ts` are named by their folder. */
const nameWords = memoized((path): readonly string[] => {
  const { stem, parent, hub } = namesOf(path);
  return wordsOf(hub && parent !== "" ? parent : stem);
});

/** Share of the words of the file's own name that the query names. */
export const nameInQuery = (query: Query, path: string): number => shareRelated(nameWords(path), query.terms);

/** How far from the source the file is, 0 to 1; 0 for a file that the query names. */
export const beside = (query: Query, path: string, asked: boolean): number =>
  asked ? 0 : (sideOf(path, query.asksFor)?.distance ?? 0);

/** 1 where the file is of a kind that the query asks for: tests, docs, what a folder exports. */
export function askedKind(query: Query, path: string): number {
  const side = roleOf(path);
  const isAsked = side !== null && query.asksFor.has(side.role);
  return isAsked || (query.asksForExports && namesOf(path).hub) ? 1 : 0;
}

const HEADER = /\.(?:h|hh|hpp|hxx)$/;
const IMPLEMENTATIONS = [".c", ".cc", ".cpp", ".cxx", ".m", ".mm"] as const;
/** Projects keep headers here, and implementations in `src/`. */
const INCLUDE_FOLDER = /(^|\/)include\//;

/** 1 for a header whose implementation is in the project, unless the query asks for headers. */
export function header(snapshot: Snapshot, query: Query, path: string): number {
  if (!HEADER.test(path) || query.asksForHeaders) {
    return 0;
  }
  const stem = path.replace(HEADER, "");
  const stems = [stem, stem.replace(INCLUDE_FOLDER, "$1src/"), stem.replace(INCLUDE_FOLDER, "$1")];
  const isThere = (implementation: string): boolean => snapshot.documentAt(implementation) !== undefined;
  return stems.some((one) => IMPLEMENTATIONS.some((ending) => isThere(one + ending))) ? 1 : 0;
}

/** Names of platforms in paths and questions; `unix` covers all Unix-like ones. */
const PLATFORMS = {
  windows: ["win", "windows", "win32", "win64", "winnt", "msvc", "mingw", "iocp"],
  linux: ["linux", "epoll", "inotify"],
  darwin: ["darwin", "macos", "osx", "mac", "ios", "fsevents"],
  bsd: ["bsd", "freebsd", "openbsd", "netbsd", "kqueue"],
  unix: ["unix", "posix"],
  android: ["android"],
  wasm: ["wasm", "wasi", "emscripten"],
  other: ["aix", "sunos", "solaris", "os390", "zos", "ibmi", "haiku", "hurd", "qnx", "cygwin"],
} as const satisfies Record<string, readonly string[]>;

export type Platform = keyof typeof PLATFORMS;

const PLATFORM_OF: ReadonlyMap<string, Platform> = new Map(
  (Object.keys(PLATFORMS) as Platform[]).flatMap((platform) => PLATFORMS[platform].map((name) => [name, platform])),
);

/** Node's names of systems, in these terms. */
const HOSTS: Readonly<Record<string, Platform>> = {
  win32: "windows",
  darwin: "darwin",
  linux: "linux",
  android: "android",
  freebsd: "bsd",
  openbsd: "bsd",
  netbsd: "bsd",
};

/** The platforms that `unix` includes. */
const UNIX_LIKE: ReadonlySet<Platform> = new Set(["linux", "darwin", "bsd", "unix", "android"]);

const WORD = /[a-z0-9]+/g;

/** Matches whole words only: `win` in `win.c` and `fs_win.c`, not in `window.ts`. */
const platformsIn = (text: string): ReadonlySet<Platform> =>
  new Set((text.toLowerCase().match(WORD) ?? []).flatMap((word) => PLATFORM_OF.get(word) ?? []));

const platformsOfPath = memoized(platformsIn);

const suits = (platform: Platform, wanted: Platform): boolean =>
  platform === wanted ||
  (platform === "unix" && UNIX_LIKE.has(wanted)) ||
  (wanted === "unix" && UNIX_LIKE.has(platform));

/** The platforms that the query names, or, where it names none, that of this machine. */
export function wantedPlatforms(text: string, host: string = SYSTEM): readonly Platform[] {
  const named = platformsIn(text);
  return named.size > 0 ? [...named] : [HOSTS[host] ?? "unix"];
}

/**
 * 1 if the path names platforms and none of them is wanted: of two files that are the same for two platforms, the one for this
 * machine is wanted by default.
 */
export function otherPlatform(wanted: readonly Platform[], path: string): number {
  const platforms = platformsOfPath(path);
  if (platforms.size === 0) {
    return 0;
  }
  return [...platforms].some((platform) => wanted.some((one) => suits(platform, one))) ? 0 : 1;
}
