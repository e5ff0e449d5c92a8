// The edits that are not about a symbol, through their tools: a text in a file of any kind, a new file, a file that goes.
import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { isPosix } from "../../support/this-system.ts";
import { openToolsInProcess, type ToolsInProcess } from "../../support/tools-in-process.ts";

const FILES = {
  "store.ts": "export class Store {\n  put(key: string): void {}\n}\n\nexport const LIMIT = 10;\n",
  "main.ts": 'import { LIMIT, Store } from "./store.ts";\n\nnew Store().put(String(LIMIT));\n',
  "all.ts": 'export * from "./store.ts";\n',
  "load.ts": 'import "./store.ts";\n',
  "guide.md": "# Guide\n\nThe port is 8080.\nOpen port 8080 first.\n",
  "notes.txt": "\uFEFFone\r\ntwo\r\nthree\n",
  "data.json": '{ "a": 1, "b": [1, 2] }\n',
  Makefile: "all:\n\tcc main.c\n",
};

let tools: ToolsInProcess;
beforeEach(async () => {
  tools = await openToolsInProcess(FILES);
});
afterEach(() => tools.close());

const at = (path: string): string => join(tools.root, path);
const textOf = (path: string): string => readFileSync(at(path), "utf8");
const ask = (tool: string, input: Record<string, unknown>) => tools.ask(tool, input);
const apply = (tool: string, input: Record<string, unknown>) => ask(tool, { apply: true, ...input });
const stage = (operation: string, input: Record<string, unknown>) => ask("stage_edit", { operation, ...input });
const undo = () => ask("undo_edits", { apply: true });
const expectAsBefore = (): void => {
  expect(Object.fromEntries(Object.keys(FILES).map((path) => [path, textOf(path)]))).toEqual(FILES);
};

describe("replace_text", () => {
  it.each([
    ["prose", "guide.md", "The port is 8080", "The port is 9090", {}],
    ["each of several", "guide.md", "8080", "9090", { count: 2 }],
    ["data", "data.json", "[1, 2]", "[]", {}],
    ["white space as it is", "Makefile", "\tcc main.c", "\tcc -O2 main.c", {}],
    ["code", "store.ts", "LIMIT = 10", "LIMIT = 20", {}],
    ["by nothing", "guide.md", "Open port 8080 first.\n", "", {}],
  ])("replaces %s, after a preview, and is undone byte for byte", async (_what, path, find, replacement, more) => {
    const preview = await ask("replace_text", { path, find, replacement, ...more });
    expect(preview.structured).toMatchObject({ outcome: "found", state: "preview" });
    // Prose has no syntax.
    expect(preview.structured["warnings"] === undefined).toBe(!["Makefile"].includes(path));
    expectAsBefore();
    expect((await apply("replace_text", { path, find, replacement, ...more })).structured["state"]).toBe("applied");
    expect(textOf(path)).toBe(FILES[path as keyof typeof FILES].replaceAll(find, replacement));
    expect((await undo()).structured["state"]).toBe("undone");
    expectAsBefore();
  });

  it("matches any line ending, writes the file's own and keeps the byte-order mark", async () => {
    await apply("replace_text", { path: "notes.txt", find: "one\ntwo\nthree", replacement: "1\n2\n3" });
    expect(textOf("notes.txt")).toBe("\uFEFF1\r\n2\r\n3\n");
  });

  it("answers another number than expected with the lines, and nothing with the file", async () => {
    const many = await apply("replace_text", { path: "guide.md", find: "8080", replacement: "9090" });
    expect(many.text).toContain(
      'ambiguous: "8080" is in guide.md 2 times, not 1: set count, or look for more of the text',
    );
    expect(many.structured["candidates"]).toMatchObject({
      rows: [
        ["guide.md:3", 3, 3],
        ["guide.md:4", 4, 4],
      ],
    });
    const none = await apply("replace_text", { path: "guide.md", find: "port 80 81", replacement: "" });
    expect(none.text.split("\n")[0]).toBe('empty: "port 80 81" is not in guide.md');
    expectAsBefore();
  });

  it.each([
    ["Open\tport 8080", "guide.md:4"],
    ["all:\n  cc main.c\n", "Makefile:1"],
  ])("says where %j is with other white space", async (find, place) => {
    const path = place.replace(/:.*/, "");
    const { structured, text } = await apply("replace_text", { path, find, replacement: "" });
    expect(text.split("\n")[0]).toContain(`is not in ${path}; with other white space it is at ${place}`);
    expect(structured["state"]).toBe("missing");
    expectAsBefore();
  });

  it("is refused for a hash that the file has no more, and for a syntax error", async () => {
    const input = { path: "store.ts", find: "10;", replacement: "(;" };
    const stale = await apply("replace_text", { ...input, hash: "00000000" });
    expect(stale.structured).toMatchObject({ outcome: "failed", state: "stale" });
    const broken = await apply("replace_text", input);
    expect(broken.structured["state"]).toBe("refused");
    expect(broken.text).toContain("store.ts:5: the edit adds a syntax error");
    expectAsBefore();
  });

  it("lists what refers to a name that it takes away", async () => {
    const { structured } = await ask("replace_text", {
      path: "store.ts",
      find: "LIMIT = 10",
      replacement: "MOST = 10",
    });
    expect(JSON.stringify(structured["left"])).toContain('"main.ts"');
  });

  it.each([
    ["of the name elsewhere", "docs/guide.md"],
    ["beside it that is spelt nearly so", "giude.md"],
  ])("names a file %s where none has the path", async (_what, path) => {
    const { structured, text } = await ask("replace_text", { path, find: "a", replacement: "b" });
    expect(structured["state"]).toBe("missing");
    expect(text).toContain(`empty: ${path} is not among the searched files`);
    expect(structured["candidates"]).toMatchObject({ rows: [["guide.md", "file", 1, 4]] });
  });

  it("takes an absolute path and the names that other systems have for its fields", async () => {
    await apply("replace_text", { file_path: at("data.json"), old_string: "[1, 2]", new_string: "[]" });
    expect(textOf("data.json")).toBe('{ "a": 1, "b": [] }\n');
  });
});

describe("create_file", () => {
  it("is refused where git has a file that a sparse checkout leaves out", async () => {
    const git = (...args: string[]) => {
      const own = ["-C", tools.root, "-c", "user.name=t", "-c", "user.email=t@example.org"];
      execFileSync("git", [...own, ...args], { stdio: "ignore" });
    };
    mkdirSync(at("deep"));
    writeFileSync(at("deep/kept.py"), "k = 2\n");
    git("init", "-q");
    git("add", "-A");
    git("commit", "-qm", "start");
    git("sparse-checkout", "set", "other");
    expect(existsSync(at("deep/kept.py"))).toBe(false);
    const { text } = await apply("create_file", { path: "deep/kept.py", text: "k = 9\n" });
    expect(text).toContain("git has a file of this path, which is not checked out");
    expect(existsSync(at("deep/kept.py"))).toBe(false);
    const other = await apply("create_file", { path: "deep/new.py", text: "k = 9\n" });
    expect(other.structured["state"]).toBe("applied");
  });

  it.each([
    ["a/b/new.ts", "export const n = 1;\n"],
    ["empty.txt", ""],
    ["crlf.txt", "a\r\nb"],
  ])("writes %s as it is given, with its folders, and an undo takes both away", async (path, text) => {
    expect((await ask("create_file", { path, text })).structured["state"]).toBe("preview");
    expect(existsSync(at(path))).toBe(false);
    expect((await apply("create_file", { path, text })).structured["state"]).toBe("applied");
    expect(textOf(path)).toBe(text);
    expect((await undo()).structured["state"]).toBe("undone");
    expect(existsSync(at(path.split("/")[0] ?? ""))).toBe(false);
  });

  it("is not undone over a change, nor with a folder that has something else by then", async () => {
    await apply("create_file", { path: "a/b/new.ts", text: "one\n" });
    writeFileSync(at("a/b/new.ts"), "theirs\n");
    expect((await undo()).structured["state"]).toBe("stale");
    expect(textOf("a/b/new.ts")).toBe("theirs\n");
    writeFileSync(at("a/b/new.ts"), "one\n");
    writeFileSync(at("a/other.ts"), "other\n");
    expect((await undo()).structured["state"]).toBe("undone");
    expect([existsSync(at("a/b")), textOf("a/other.ts")]).toEqual([false, "other\n"]);
  });

  it.each([
    ["guide.md", "a file has this path already; edit it with replace_text, or choose another path"],
    ["folder", "something else has this path already"],
    ["../out.txt", "the path leads out of the project"],
    [".git/hooks/pre-commit", "the path leads out of the project, or into a .git folder"],
    [".env", "it may hold secrets"],
    ["package-lock.json", "it is a lock file"],
    ["guide.md/new.md", "on the way to it"],
  ])("is refused at %s", async (path, why) => {
    mkdirSync(at("folder"));
    const { structured, text } = await apply("create_file", { path, text: "x\n" });
    expect(structured).toMatchObject({ outcome: "failed", state: "refused" });
    expect(text).toContain(why);
    expectAsBefore();
  });

  it("is refused with a syntax error, unless that is allowed", async () => {
    const input = { path: "new.ts", text: "export const = 1;\n" };
    expect((await apply("create_file", input)).structured["state"]).toBe("refused");
    expect((await apply("create_file", { ...input, allow_syntax_errors: true })).structured["state"]).toBe("applied");
  });
});

describe("delete_file", () => {
  it("lists what imports it and what refers to what it defines", async () => {
    const { structured, text } = await ask("delete_file", { path: "store.ts" });
    expect(structured["state"]).toBe("preview");
    expect(structured["left"]).toMatchObject({
      rows: {
        "all.ts": [[1, "imports store.ts, which is deleted"]],
        "load.ts": [[1, "imports store.ts, which is deleted"]],
        "main.ts": [
          [1, "refers to Store, which is deleted"],
          [3, "refers to Store, which is deleted"],
        ],
      },
    });
    expect(text).toContain("delete store.ts +0 -5");
    expectAsBefore();
  });

  it("takes the file away; an undo restores its bytes and permissions", async () => {
    chmodSync(at("notes.txt"), 0o751);
    const before = readFileSync(at("notes.txt"));
    expect((await apply("delete_file", { path: "notes.txt" })).structured["state"]).toBe("applied");
    expect(existsSync(at("notes.txt"))).toBe(false);
    expect((await undo()).structured["state"]).toBe("undone");
    expect(readFileSync(at("notes.txt"))).toEqual(before);
    expect(isPosix ? statSync(at("notes.txt")).mode & 0o777 : 0o751).toBe(0o751);
  });

  it("is not made of a file that changed since its hash, or that is not there", async () => {
    expect((await apply("delete_file", { path: "guide.md", hash: "000000" })).structured["state"]).toBe("stale");
    expect((await apply("delete_file", { path: "none.md" })).structured["state"]).toBe("missing");
    expectAsBefore();
  });

  it("names no folder", async () => {
    await apply("create_file", { path: "lib/a.txt", text: "a\n" });
    expect((await apply("delete_file", { path: "lib/" })).text).toContain("empty: lib is a folder: name a file");
  });

  it("is not undone where there is a file again", async () => {
    await apply("delete_file", { path: "guide.md" });
    writeFileSync(at("guide.md"), "theirs\n");
    expect((await undo()).text).toContain("guide.md: the file exists already");
    expect(textOf("guide.md")).toBe("theirs\n");
  });
});

describe("a session with edits of files and of symbols", () => {
  it("writes them together, several of one file as well, and reverts them together", async () => {
    const { session } = (await stage("rename_symbol", { symbol: "store.ts#Store.put", new_name: "save" })).structured;
    for (const [operation, input] of [
      ["replace_text", { path: "store.ts", find: "LIMIT = 10", replacement: "LIMIT = 20" }],
      ["replace_text", { path: "guide.md", find: "The port", replacement: "A port" }],
      ["replace_text", { path: "guide.md", find: "Open port", replacement: "Close port" }],
      ["create_file", { path: "new/sum.ts", text: "export const sum = 1;\n" }],
      ["replace_text", { path: "new/sum.ts", find: "sum = 1", replacement: "sum = 2" }],
      ["replace_text", { path: "new/sum.ts", find: "sum = 2", replacement: "total = 2" }],
      ["delete_file", { path: "load.ts" }],
    ] as const) {
      expect((await stage(operation, { ...input, session })).structured, operation).toMatchObject({ state: "staged" });
    }
    expectAsBefore();
    expect((await apply("commit_edits", { session })).structured["state"]).toBe("applied");
    expect(textOf("store.ts")).toBe(FILES["store.ts"].replace("put", "save").replace("10", "20"));
    expect(textOf("guide.md")).toBe("# Guide\n\nA port is 8080.\nClose port 8080 first.\n");
    expect(textOf("new/sum.ts")).toBe("export const total = 2;\n");
    expect(existsSync(at("load.ts"))).toBe(false);
    expect((await undo()).structured["state"]).toBe("undone");
    expectAsBefore();
    expect(existsSync(at("new"))).toBe(false);
  });

  it("takes no edit that another one is in the way of", async () => {
    const { session } = (await stage("replace_text", { path: "guide.md", find: "# Guide", replacement: "# A" }))
      .structured;
    const refused = [
      ["replace_text", { path: "guide.md", find: "Guide", replacement: "B" }],
      ["delete_file", { path: "guide.md" }],
    ] as const;
    for (const [operation, input] of refused) {
      const { text } = await stage(operation, { ...input, session });
      expect(text, operation).toContain("the session already has an edit of this place");
    }
    await stage("create_file", { path: "new.txt", text: "one\n", session });
    expect((await stage("create_file", { path: "new.txt", text: "two\n", session })).structured["state"]).toBe(
      "refused",
    );
    expect((await stage("replace_text", { path: "new.txt", find: "two", replacement: "", session })).text).toContain(
      '"two" is not in new.txt',
    );
    expect((await apply("commit_edits", { session })).structured["state"]).toBe("applied");
    expect(textOf("new.txt")).toBe("one\n");
  });

  it("takes a path as the target that stage_edit has for symbols", async () => {
    const { text } = await stage("delete_file", { symbol: "guide.md" });
    expect(text).toContain("found: staged delete_file guide.md: 1 file, +0 -4");
  });

  it("judges the syntax of a file that it makes after each edit of it", async () => {
    const { session } = (await stage("create_file", { path: "new.ts", text: "export const a = 1;\n" })).structured;
    const { structured } = await stage("replace_text", { path: "new.ts", find: "= 1", replacement: "=", session });
    expect(structured["state"]).toBe("refused");
  });

  it("is stale where the new path was taken meanwhile", async () => {
    await stage("create_file", { path: "new.txt", text: "one\n" });
    writeFileSync(at("new.txt"), "theirs\n");
    const { structured } = await apply("commit_edits", {});
    expect(structured).toMatchObject({ outcome: "failed", state: "refused" });
    expect(textOf("new.txt")).toBe("theirs\n");
  });
});
