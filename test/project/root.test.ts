// Which folder is the project, and which never is.
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { dirname, join, parse } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FILE_NAMES } from "../../src/languages/registry.ts";
import { detectRoot, homeFolders, type RootQuery } from "../../src/project/root.ts";
import { withSlashes } from "../../src/system/platform/below.ts";
import { asOrdinaryUser } from "../storage/scratch.ts";
import { isPosix } from "../support/this-system.ts";
import { writeText } from "./generated-tree.ts";

let base: string;
beforeEach(() => {
  base = realpathSync.native(mkdtempSync(join(tmpdir(), "root-")));
  mkdirSync(join(base, "home/me/code/app/src/deep"), { recursive: true });
  mkdirSync(join(base, "elsewhere/plain"), { recursive: true });
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

function detect(query: Partial<RootQuery>) {
  const found = detectRoot({
    cwd: join(base, "elsewhere/plain"),
    homes: [join(base, "gone"), join(base, "home/me")],
    fileNames: FILE_NAMES,
    ...query,
  });
  return withSlashes(found.slice(base.length + 1));
}
const at = (path: string) => join(base, path);

test.each([
  ".git/HEAD",
  ".hg/x",
  ".svn/x",
  ".sl/x",
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
  writeText(at(`home/me/code/app/${marker}`), "");
  expect(detect({ cwd: at("home/me/code/app/src/deep") })).toBe("home/me/code/app");
});

test("what a project may have in its folders, too, marks one where no manifest is above", () => {
  writeText(at("home/me/code/app/src/Makefile"), "");
  const cwd = at("home/me/code/app/src/deep");
  expect(detect({ cwd })).toBe("home/me/code/app/src");
  writeText(at("home/me/code/app/requirements.txt"), "");
  expect(detect({ cwd })).toBe("home/me/code/app/src");
  writeText(at("home/me/code/app/package.json"), "");
  expect(detect({ cwd })).toBe("home/me/code/app");
});

test("a bare repository has no files, and says what to name", () => {
  for (const name of ["HEAD", "objects/info/packs", "refs/heads/main"]) writeText(at(`elsewhere/bare.git/${name}`), "");
  const refused = expect.objectContaining({
    code: "PROJECT_NOT_FOUND",
    message: expect.stringContaining("bare git repository"),
    hint: expect.stringContaining("git worktree add"),
  });
  expect(() => detect({ argument: at("elsewhere/bare.git") })).toThrow(refused);
  expect(() => detect({ cwd: at("elsewhere/bare.git") })).toThrow(refused);
});

test("a .git file marks a worktree or submodule", () => {
  writeText(at("home/me/code/app/.git"), "gitdir: /somewhere/.git/worktrees/app\n");
  expect(detect({ cwd: at("home/me/code/app/src") })).toBe("home/me/code/app");
});

test("a repository beats the manifests inside it; without one the nearest manifest wins", () => {
  writeText(at("home/me/code/app/CMakeLists.txt"), "");
  writeText(at("home/me/code/app/src/CMakeLists.txt"), "");
  expect(detect({ cwd: at("home/me/code/app/src/deep") })).toBe("home/me/code/app/src");
  mkdirSync(at("home/me/code/app/.git"));
  expect(detect({ cwd: at("home/me/code/app/src/deep") })).toBe("home/me/code/app");
});

test("a folder that is named is the project, whatever marks one around it", () => {
  writeText(at("home/me/code/app/go.mod"), "");
  expect(detect({ argument: at("home/me/code/app/src"), cwd: at("home/me/code/app") })).toBe("home/me/code/app/src");
});

test("a relative argument starts at the working directory; links are resolved", () => {
  symlinkSync(at("elsewhere/plain"), at("home/me/code/link"));
  expect(detect({ argument: "app/../link", cwd: at("home/me/code") })).toBe("elsewhere/plain");
});

test.each(["home/me", "home", ""])("too broad: %j, by its path or a link", (path) => {
  const broad = { code: "PROJECT_TOO_BROAD", hint: expect.stringContaining("--project") };
  symlinkSync(at(path), at("elsewhere/link"));
  for (const folder of [at(path), at("elsewhere/link"), parse(base).root, dirname(base)]) {
    expect(() => detect({ argument: folder })).toThrow(expect.objectContaining(broad));
  }
});

test("a marker in the home folder does not make it a project", () => {
  mkdirSync(at("home/me/.git"));
  writeText(at("home/package.json"), "{}");
  expect(() => detect({ cwd: at("home/me/code/app") })).toThrow(expect.objectContaining({ code: "PROJECT_NOT_FOUND" }));
  expect(() => detect({ cwd: at("home/me") })).toThrow(expect.objectContaining({ code: "PROJECT_TOO_BROAD" }));
});

test("the account's home is one, whatever HOME says", () => {
  // As POSIX and Windows name it.
  vi.stubEnv("HOME", at("elsewhere"));
  vi.stubEnv("USERPROFILE", at("elsewhere"));
  try {
    expect(homeFolders()).toEqual([at("elsewhere"), userInfo().homedir]);
  } finally {
    vi.unstubAllEnvs();
  }
});

test.each(["", "me"])("HOME=%j names no folder, and above all not the working folder", (home) => {
  vi.stubEnv("HOME", home);
  vi.stubEnv("USERPROFILE", home);
  try {
    expect(homeFolders()).toEqual([userInfo().homedir]);
  } finally {
    vi.unstubAllEnvs();
  }
});

test.runIf(isPosix)("a folder that may not be listed is no project", async () => {
  chmodSync(base, 0o755);
  mkdirSync(at("elsewhere/locked"));
  chmodSync(at("elsewhere/locked"), 0o000);
  await asOrdinaryUser(async () =>
    expect(() => detect({ argument: at("elsewhere/locked") })).toThrow(
      `the folder cannot be read: ${at("elsewhere/locked")}`,
    ),
  );
});

test("what is no folder is not found", () => {
  writeText(at("elsewhere/file"), "");
  for (const argument of [at("gone"), at("elsewhere/file"), "", "a\0b"]) {
    expect(() => detect({ argument })).toThrow(expect.objectContaining({ code: "PROJECT_NOT_FOUND" }));
  }
  expect(() => detect({ argument: at("elsewhere/file") })).toThrow(
    `the project must be a folder, not a file: ${at("elsewhere/file")}`,
  );
  expect(() => detect({ cwd: at("gone") })).toThrow(expect.objectContaining({ code: "PROJECT_NOT_FOUND" }));
  expect(() => detect({})).toThrow(
    expect.objectContaining({ code: "PROJECT_NOT_FOUND", hint: expect.stringContaining("--project") }),
  );
});
