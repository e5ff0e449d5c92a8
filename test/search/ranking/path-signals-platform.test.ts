import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { otherPlatform, wantedPlatforms } from "../../../src/search/ranking/path-signals.ts";

describe("the platforms that a query wants", () => {
  it.each<[query: string, host: NodeJS.Platform, platforms: string]>([
    ["how are files watched", "linux", "linux"],
    ["how are files watched", "darwin", "darwin"],
    ["how are files watched", "win32", "windows"],
    ["how are files watched", "netbsd", "bsd"],
    ["how are files watched", "aix", "unix"],
    ["how are files watched on Windows", "linux", "windows"],
    ["epoll or kqueue", "win32", "linux bsd"],
    ["src/win/fs.c:12", "linux", "windows"],
    ["windowing of a macro, a darwinian posixly thing", "linux", "linux"],
    ["window.ts", "linux", "linux"],
    ["constructor __proto__", "linux", "linux"],
  ])("%s, on %s: %s", (query, host, platforms) => {
    expect(wantedPlatforms(query, host).join(" ")).toBe(platforms);
  });
});

describe("a path for another platform", () => {
  it.each<[wanted: string, path: string, other: 0 | 1]>([
    ["linux", "src/win/fs.c", 1],
    ["linux", "src/unix/fs.c", 0],
    ["linux", "src/unix/linux.c", 0],
    ["linux", "src/unix/darwin.c", 0],
    ["linux", "lib/darwin/watch.c", 1],
    ["linux", "exec_windows.go", 1],
    ["linux", "exec_posix.go", 0],
    ["linux", "src/sys/aix-common.c", 1],
    ["darwin", "lib/linux/watch.c", 1],
    ["darwin", "src/fs_posix.rs", 0],
    ["windows", "src/unix/fs.c", 1],
    ["windows", "src/WIN/FS.C", 0],
    ["unix", "lib/kqueue.c", 0],
    ["unix", "lib/iocp.c", 1],
    ["linux", "src/window.ts", 0],
    ["linux", "src/windowing/darwinian.ts", 0],
    ["linux", "src/macro.rs", 0],
    ["linux", "src/macros/biosphere/wasmtime.rs", 0],
    ["linux", "src/[win](.*)+$/a.c", 1],
    ["linux", "", 0],
  ])("who wants %s of %s: %d", (wanted, path, other) => {
    expect(otherPlatform(wantedPlatforms(wanted), path)).toBe(other);
  });

  it("is never one that names what is wanted", () => {
    const part = fc.constantFrom("src", "win", "linux", "unix", "darwin", "freebsd", "wasm", "aix", "fs.c", "window");
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 5 }), (parts) => {
        const path = parts.join("/");
        expect(otherPlatform(wantedPlatforms(path), path)).toBe(0);
      }),
    );
  });

  it("is told of a very long one", () => {
    expect(otherPlatform(["linux"], `${"window/".repeat(100_000)}win/fs.c`)).toBe(1);
  });
});
