// Platform twins (`unix/fs.c`, `win/fs.c`): which platforms a path is for and a query asks about.
import { memoized } from "../../system/memo.ts";

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

/** What `process.platform` says, in these terms. */
const HOSTS: Readonly<Record<string, Platform>> = {
  win32: "windows",
  darwin: "darwin",
  linux: "linux",
  android: "android",
  freebsd: "bsd",
  openbsd: "bsd",
  netbsd: "bsd",
};

/** What runs where `unix` is said. */
const UNIX_LIKE: ReadonlySet<Platform> = new Set(["linux", "darwin", "bsd", "unix", "android"]);

const WORD = /[a-z0-9]+/g;

/** Matches whole words only: `win` in `win.c` and `fs_win.c`, not in `window.ts`. */
function platformsIn(text: string): ReadonlySet<Platform> {
  return new Set((text.toLowerCase().match(WORD) ?? []).flatMap((word) => PLATFORM_OF.get(word) ?? []));
}

const platformsOfPath = memoized(platformsIn);

const suits = (platform: Platform, wanted: Platform): boolean =>
  platform === wanted ||
  (platform === "unix" && UNIX_LIKE.has(wanted)) ||
  (wanted === "unix" && UNIX_LIKE.has(platform));

/** The platforms that the query names, or, where it names none, that of this machine. */
export function wantedPlatforms(text: string, host: string = process.platform): readonly Platform[] {
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
