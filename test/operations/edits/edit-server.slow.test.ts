// The toolset edit as a client has it: a real server, asked over the protocol; and what a client sees where it is not offered.
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { EDIT_OPERATIONS } from "../../../src/operations/edits/all-edits.ts";
import {
  callTool,
  openPlayground,
  type Playground,
  type RunningServer,
  startServer,
  type ToolAnswer,
} from "../../support/mcp-server.ts";

const STORE =
  "export class Store {\n  put(key: string): void {}\n\n  get(key: string): string {\n    return key;\n  }\n}\n";
const MAIN = 'import { Store } from "./store.ts";\n\nnew Store().put("a");\n';
const READ_ONLY = ["preview_edits", "edit_status"];

let playground: Playground;
let root: string;
let server: RunningServer;

const git = (folder: string, ...args: string[]): void => {
  const identity = ["-c", "user.name=t", "-c", "user.email=t@example.com"];
  execFileSync("git", ["-C", folder, ...identity, ...args], { env: playground.env, stdio: "ignore" });
};
const call = (tool: string, input: Record<string, unknown>): Promise<ToolAnswer> => callTool(server, tool, input);
const textOf = (folder: string, path: string): string => readFileSync(join(folder, path), "utf8");

beforeAll(async () => {
  playground = await openPlayground();
  root = join(playground.folder, "project");
  execFileSync("git", ["init", "-q", root], { env: playground.env });
  writeFileSync(join(root, "store.ts"), STORE);
  writeFileSync(join(root, "main.ts"), MAIN);
  git(root, "add", ".");
  git(root, "commit", "-qm", "first");
  server = await startServer(playground, { cwd: root, args: ["--vectors", "off", "--toolsets", "search,code,edit"] });
});
afterAll(async () => {
  await server?.close();
  await playground?.remove();
});

describe("a server with the toolset edit", () => {
  it("lists each edit tool, as destructive and not read-only but for those that only look", async () => {
    const { tools } = await server.client.listTools();
    for (const { name } of EDIT_OPERATIONS) {
      const { annotations } = tools.find((tool) => tool.name === name) ?? {};
      const expected = READ_ONLY.includes(name)
        ? { readOnlyHint: true }
        : { readOnlyHint: false, destructiveHint: true };
      expect(annotations, name).toMatchObject(expected);
    }
    expect(tools.map(({ name }) => name)).not.toContain("list_modules");
  });

  it("previews by default, writes with apply, and undoes byte for byte", async () => {
    const input = { symbol: "store.ts#Store.put", new_name: "save" };
    const preview = await call("rename_symbol", input);
    expect(preview.structured).toMatchObject({ outcome: "found", state: "preview" });
    expect(textOf(root, "store.ts")).toBe(STORE);

    const applied = await call("rename_symbol", { ...input, apply: true });
    expect(applied.structured).toMatchObject({ state: "applied", impact: {} });
    expect(textOf(root, "main.ts")).toBe(MAIN.replace("put", "save"));
    expect((await call("find_references", { symbol: "Store.save" })).text).toContain("main.ts");

    const undone = await call("undo_edits", { session: applied.structured["session"], apply: true });
    expect(undone.structured).toMatchObject({ state: "undone" });
    expect([textOf(root, "store.ts"), textOf(root, "main.ts")]).toEqual([STORE, MAIN]);
  });

  it("keeps sessions in the user's data folder, and writes nothing else into the project", async () => {
    await call("stage_edit", { operation: "rename_symbol", symbol: "Store.get", new_name: "find" });
    expect((await call("edit_status", {})).text).toContain("1 staged");
    expect(existsSync(join(playground.home, ".context-broker/project/.edits"))).toBe(true);
    expect(execFileSync("git", ["-C", root, "status", "--porcelain"], { env: playground.env }).toString()).toBe("");
    expect((await call("rollback_edits", {})).structured["state"]).toBe("discarded");
  });
});

describe("a commit with a git branch", () => {
  it("has the edited files in a commit of its own, and leaves HEAD and the index as they were", async () => {
    const read = (...args: string[]): string =>
      execFileSync("git", ["-C", root, ...args], { env: playground.env }).toString();
    git(root, "config", "user.name", "t");
    git(root, "config", "user.email", "t@example.com");
    const head = read("rev-parse", "HEAD");
    await call("stage_edit", { operation: "rename_symbol", symbol: "Store.put", new_name: "save" });
    const committed = await call("commit_edits", { apply: true, branch: "save", message: "Name it save" });
    expect(committed.structured).toMatchObject({ state: "applied", git: { branch: "save" } });
    expect(read("log", "-1", "--format=%s", "save")).toBe("Name it save\n");
    expect(read("show", "save:main.ts")).toBe(MAIN.replace("put", "save"));
    expect(read("rev-parse", "HEAD")).toBe(head);
    expect(read("diff", "--cached", "--name-only")).toBe("");
    expect((await call("undo_edits", { apply: true })).structured["state"]).toBe("undone");
  });
});

describe("an edit in another worktree", () => {
  let tree: string;
  beforeAll(() => {
    tree = join(playground.folder, "feature tree");
    git(root, "worktree", "add", "-q", "-b", "feature", tree);
  });

  const rename = { symbol: "store.ts#Store.put", new_name: "save", apply: true };

  it("is made there alone, and the answer says where", async () => {
    const { structured, text } = await call("rename_symbol", { ...rename, worktree: "feature" });
    expect(structured).toMatchObject({ state: "applied", tree: { root: tree, branch: "feature" } });
    expect(text).toContain(`in the worktree ${tree} (feature)`);
    expect(textOf(tree, "main.ts")).toBe(MAIN.replace("put", "save"));
    expect([textOf(root, "store.ts"), textOf(root, "main.ts")]).toEqual([STORE, MAIN]);
    const session = structured["session"];
    expect((await call("edit_status", { worktree: "feature" })).text).toContain(`${session} applied`);
    expect((await call("edit_status", {})).text).not.toContain(`${session}`);
    const undone = await call("undo_edits", { worktree: tree, apply: true });
    expect(undone.structured["state"]).toBe("undone");
    expect(textOf(tree, "main.ts")).toBe(MAIN);
  });

  it("follows the symbol to another file, where it is the same text", async () => {
    git(tree, "mv", "store.ts", "moved.ts");
    writeFileSync(join(tree, "main.ts"), MAIN.replace("store.ts", "moved.ts"));
    const { structured } = await call("rename_symbol", { ...rename, worktree: tree });
    expect(structured).toMatchObject({ state: "applied" });
    expect(textOf(tree, "moved.ts")).toContain("save(key: string)");
    expect((await call("undo_edits", { worktree: tree, apply: true })).structured["state"]).toBe("undone");
    git(tree, "reset", "-q", "--hard");
  });

  it("is not made where the symbol is another text there: the answer shows what differs", async () => {
    const other = STORE.replace("put(key: string): void {}", "put(key: string): void { this.get(key); }");
    writeFileSync(join(tree, "store.ts"), other);
    const { structured, text } = await call("rename_symbol", { ...rename, worktree: "feature" });
    expect(structured).toMatchObject({ outcome: "failed", state: "stale", tree: { root: tree } });
    expect(text).toContain("store.ts#Store.put has another text in that worktree");
    expect(structured["diff"]).toContain("+put(key: string): void { this.get(key); }");
    expect(textOf(tree, "store.ts")).toBe(other);
  });

  it("is refused in a folder that is no worktree of this repository, whatever the list of worktrees says", async () => {
    const unknown = await call("rename_symbol", { ...rename, worktree: playground.folder });
    expect(unknown.structured).toMatchObject({ error: { code: "NOT_FOUND" } });

    const stranger = join(playground.folder, "stranger");
    execFileSync("git", ["init", "-q", stranger], { env: playground.env });
    writeFileSync(join(stranger, "store.ts"), STORE);
    writeFileSync(
      join(root, ".git/worktrees", readdirSync(join(root, ".git/worktrees"))[0] ?? "", "gitdir"),
      `${join(stranger, ".git")}\n`,
    );
    const refused = await call("rename_symbol", { ...rename, worktree: stranger });
    expect(refused.structured).toMatchObject({ error: { code: "PROJECT_NOT_ALLOWED" } });
    expect(textOf(stranger, "store.ts")).toBe(STORE);
  });
});

describe("a server without the toolset edit", () => {
  it("neither lists nor knows any of its tools, with `all` as well", async () => {
    const reader = await startServer(playground, { cwd: root, args: ["--vectors", "off", "--toolsets", "all"] });
    try {
      const { tools } = await reader.client.listTools();
      expect(tools.map(({ name }) => name)).toContain("ask");
      for (const { name } of EDIT_OPERATIONS) {
        expect(tools.map((tool) => tool.name)).not.toContain(name);
        await expect(callTool(reader, name, {}), name).rejects.toThrow(/Unknown tool/);
      }
      const asked = await callTool(reader, "ask", { question: "rename Store.put to save" });
      const planned = await callTool(reader, "edit_plan", { text: "rename Store.put to save" });
      expect(planned.text).toContain("1 symbol in");
      expect(asked.text + planned.text).not.toMatch(/rename_symbol/);
      expect(textOf(root, "store.ts")).toBe(STORE);
    } finally {
      await reader.close();
    }
  });
});
