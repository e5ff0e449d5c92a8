// Which folder is the project, and which never is.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { detectRoot, type RootQuery } from "../../src/project/root.ts";
import { writeText } from "./generated-tree.ts";

let base: string;
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "root-")));
  mkdirSync(join(base, "home/me/work/app/src/deep"), { recursive: true });
  mkdirSync(join(base, "elsewhere/plain"), { recursive: true });
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

function detect(query: Partial<RootQuery>) {
  const found = detectRoot({
    clientRoots: [],
    cwd: join(base, "elsewhere/plain"),
    home: join(base, "home/me"),
    ...query,
  });
  return { ...found, root: found.root.slice(base.length + 1) };
}
const at = (path: string) => join(base, path);

test.each([
  ".git/HEAD",
  ".hg/x",
  ".svn/x",
  "package.json",
  "pyproject.toml",
  "Cargo.toml",
  "go.mod",
  "pom.xml",
  "build.gradle",
  "build.gradle.kts",
  "My App.sln",
  "composer.json",
  "Gemfile",
  "mix.exs",
  "deno.json",
  "CMakeLists.txt",
])("marker %s above the working directory", (marker) => {
  writeText(at(`home/me/work/app/${marker}`), "");
  const expected = { root: "home/me/work/app", because: "marker", marker: marker.split("/")[0] };
  expect(detect({ cwd: at("home/me/work/app/src/deep") })).toEqual(expected);
});

test("a .git file marks a worktree or submodule", () => {
  writeText(at("home/me/work/app/.git"), "gitdir: /somewhere/.git/worktrees/app\n");
  expect(detect({ cwd: at("home/me/work/app/src") })).toMatchObject({ root: "home/me/work/app", marker: ".git" });
});

test("a repository beats the manifests inside it; without one the nearest manifest wins", () => {
  writeText(at("home/me/work/app/CMakeLists.txt"), "");
  writeText(at("home/me/work/app/src/CMakeLists.txt"), "");
  expect(detect({ cwd: at("home/me/work/app/src/deep") })).toMatchObject({ root: "home/me/work/app/src" });
  mkdirSync(at("home/me/work/app/.git"));
  expect(detect({ cwd: at("home/me/work/app/src/deep") })).toMatchObject({ root: "home/me/work/app", marker: ".git" });
});

test("precedence: argument, setting, client root, marker", () => {
  writeText(at("home/me/work/app/go.mod"), "");
  const all = {
    argument: at("elsewhere"),
    setting: at("home/me/work"),
    clientRoots: [at("gone"), at("home/me"), at("elsewhere/plain")],
    cwd: at("home/me/work/app"),
  };
  expect(detect(all)).toEqual({ root: "elsewhere", because: "argument" });
  const { argument: _, ...rest } = all;
  expect(detect(rest)).toEqual({ root: "home/me/work", because: "setting" });
  // A client root that is gone, or that is home, is passed over.
  expect(detect({ cwd: all.cwd, clientRoots: all.clientRoots })).toEqual({
    root: "elsewhere/plain",
    because: "client root",
  });
  expect(detect({ cwd: all.cwd, clientRoots: [at("home/me")] })).toMatchObject({
    root: "home/me/work/app",
    because: "marker",
  });
});

test("a relative argument starts at the working directory; links are resolved", () => {
  symlinkSync(at("elsewhere/plain"), at("home/me/work/link"));
  expect(detect({ argument: "app/../link", cwd: at("home/me/work") }).root).toBe("elsewhere/plain");
});

test.each(["home/me", "home", ""])("too broad: %j, by argument, setting or link", (path) => {
  const broad = { code: "PROJECT_TOO_BROAD", hint: expect.stringContaining("--project") };
  symlinkSync(at(path), at("elsewhere/link"));
  for (const folder of [at(path), at("elsewhere/link"), "/", dirname(base)]) {
    expect(() => detect({ argument: folder })).toThrow(expect.objectContaining(broad));
    expect(() => detect({ setting: folder })).toThrow(expect.objectContaining(broad));
  }
});

test("a marker in the home folder does not make it a project", () => {
  mkdirSync(at("home/me/.git"));
  writeText(at("home/package.json"), "{}");
  expect(() => detect({ cwd: at("home/me/work/app") })).toThrow(expect.objectContaining({ code: "PROJECT_NOT_FOUND" }));
  expect(() => detect({ cwd: at("home/me") })).toThrow(expect.objectContaining({ code: "PROJECT_TOO_BROAD" }));
});

test("what is no folder is not found", () => {
  writeText(at("elsewhere/file"), "");
  for (const argument of [at("gone"), at("elsewhere/file"), "", "a\0b"]) {
    expect(() => detect({ argument })).toThrow(expect.objectContaining({ code: "PROJECT_NOT_FOUND" }));
  }
  expect(() => detect({ cwd: at("gone") })).toThrow(expect.objectContaining({ code: "PROJECT_NOT_FOUND" }));
  expect(() => detect({})).toThrow(
    expect.objectContaining({ code: "PROJECT_NOT_FOUND", hint: expect.stringContaining("--project") }),
  );
});
