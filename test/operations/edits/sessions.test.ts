// Sessions of edits through their tools: staged, previewed, committed, discarded, undone.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openToolsInProcess, type ToolsInProcess } from "../../support/tools-in-process.ts";

const FILES = {
  "src/store.ts":
    "export class Store {\n  put(key: string): void {}\n}\n\nexport function open(): Store {\n  return new Store();\n}\n",
  "src/main.ts": 'import { open, Store } from "./store.ts";\n\nexport const store: Store = open();\nstore.put("a");\n',
};

let tools: ToolsInProcess;
beforeEach(async () => {
  tools = await openToolsInProcess(FILES);
});
afterEach(() => tools.close());

const textOf = (path: string): string => readFileSync(join(tools.root, path), "utf8");
const stage = async (input: Record<string, unknown>) =>
  (await tools.ask("stage_edit", { operation: "rename_symbol", ...input })).structured;

/** A staged session of two renames. */
async function stageTwo(): Promise<string> {
  const { session } = await stage({ symbol: "src/store.ts#Store.put", new_name: "save" });
  await stage({ symbol: "src/store.ts#open", new_name: "openStore", session });
  return String(session);
}

describe("a staged session", () => {
  it("holds edits and writes no file until it is committed with apply", async () => {
    const session = await stageTwo();
    const preview = await tools.ask("preview_edits", {});
    expect(preview.structured).toMatchObject({ outcome: "found", state: "preview", session });
    expect(preview.structured["diff"]).toContain("+  save(key: string): void {}");
    expect(preview.structured["diff"]).toContain("+export function openStore(): Store {");
    expect((await tools.ask("commit_edits", { session })).structured["state"]).toBe("preview");
    expect(textOf("src/store.ts")).toBe(FILES["src/store.ts"]);

    const committed = await tools.ask("commit_edits", { session, apply: true });
    expect(committed.structured).toMatchObject({ state: "applied", session, impact: {} });
    expect(textOf("src/store.ts")).toContain("save(key: string)");
    expect(textOf("src/main.ts")).toBe(
      'import { openStore, Store } from "./store.ts";\n\nexport const store: Store = openStore();\nstore.save("a");\n',
    );
  });

  it("says the calls that come next, with its id", async () => {
    const staged = await tools.ask("stage_edit", {
      operation: "rename_symbol",
      symbol: "src/store.ts#Store.put",
      new_name: "save",
    });
    const session = staged.structured["session"];
    const commit = `commit_edits {"session":"${session}","apply":true} writes it`;
    expect(staged.text.split("\n").at(-1)).toBe(
      `next: preview_edits {"session":"${session}"} shows the whole session; ${commit}`,
    );
    expect((await tools.ask("preview_edits", {})).text.split("\n").at(-1)).toBe(`next: ${commit}`);
  });

  it("is checked again when it is committed: a file that changed meanwhile makes it stale", async () => {
    const session = await stageTwo();
    writeFileSync(join(tools.root, "src/main.ts"), `// changed\n${FILES["src/main.ts"]}`);
    const { structured } = await tools.ask("commit_edits", { session, apply: true });
    expect(structured).toMatchObject({ outcome: "failed", state: "stale" });
    expect(JSON.stringify(structured["refusals"])).toContain("src/main.ts");
    expect(textOf("src/store.ts")).toBe(FILES["src/store.ts"]);
  });

  it("is discarded without a change of any file", async () => {
    const session = await stageTwo();
    const { text } = await tools.ask("rollback_edits", { session });
    expect(text).toContain(`found: session ${session} discarded with 2 edits; no file was changed`);
    await expect(tools.ask("preview_edits", {})).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(textOf("src/store.ts")).toBe(FILES["src/store.ts"]);
  });

  it("refuses fields that its operation does not have, and asks for those that it needs", async () => {
    await expect(stage({ symbol: "Store.put" })).rejects.toMatchObject({
      code: "INVALID_INPUT",
      message: "new_name is required",
    });
    await expect(stage({ symbol: "Store.put", new_name: "a", session: "x" })).rejects.toMatchObject({
      code: "INVALID_INPUT",
    });
  });

  it("says where to look for a target that nothing is like", async () => {
    const { text } = await tools.ask("stage_edit", { operation: "delete_symbol", symbol: "dist/q.js#xyz" });
    expect(text.split("\n").at(-1)).toBe("next: index_status {} lists files that are left out, and why");
  });

  it("explains a wrong expression by fields that it has", async () => {
    const input = { operation: "replace_in_symbol", symbol: "Store.put", find: "(", replacement: "", regex: true };
    await expect(tools.ask("stage_edit", input)).rejects.toMatchObject({
      code: "INVALID_INPUT",
      hint: expect.not.stringContaining("`case`"),
    });
  });

  it("must be named where there are several", async () => {
    await stage({ symbol: "src/store.ts#Store.put", new_name: "save" });
    await stage({ symbol: "src/store.ts#Store.put", new_name: "add" });
    await expect(tools.ask("commit_edits", { apply: true })).rejects.toMatchObject({ code: "AMBIGUOUS" });
  });

  it("leaves no session behind where its first edit is refused", async () => {
    const { state } = await stage({ symbol: "src/store.ts#Store", new_name: "open" });
    expect(state).toBe("refused");
    expect((await tools.ask("edit_status", {})).outcome).toBe("empty");
  });
});

describe("an applied session", () => {
  const apply = async () => {
    const { structured } = await tools.ask("rename_symbol", {
      symbol: "src/store.ts#Store.put",
      new_name: "save",
      apply: true,
    });
    expect(structured["state"]).toBe("applied");
    return String(structured["session"]);
  };

  it("is undone byte for byte, after a preview", async () => {
    const session = await apply();
    const preview = await tools.ask("undo_edits", {});
    expect(preview.structured).toMatchObject({ state: "preview", session });
    expect(preview.structured["diff"]).toContain("+  put(key: string): void {}");
    expect(textOf("src/store.ts")).not.toBe(FILES["src/store.ts"]);
    const undone = await tools.ask("undo_edits", { session, apply: true });
    expect(undone.structured).toMatchObject({ outcome: "found", state: "undone" });
    for (const [path, text] of Object.entries(FILES)) {
      expect(textOf(path)).toBe(text);
    }
    expect((await tools.ask("search_symbols", { query: "put" })).text).toContain("src/store.ts");
  });

  it("is not undone where a file changed since, and the answer names it", async () => {
    const session = await apply();
    writeFileSync(join(tools.root, "src/main.ts"), "// another text\n");
    for (const apply of [false, true]) {
      const { structured, text } = await tools.ask("undo_edits", { session, apply });
      expect(structured).toMatchObject({ outcome: "failed", state: "stale" });
      expect(text).toContain(`session ${session} cannot be undone: 1 file changed since; nothing was reverted`);
      expect(text).toContain("src/main.ts: the file has changed");
    }
    expect(textOf("src/store.ts")).toContain("save(key: string)");
  });

  it("is listed with its state, edits and files", async () => {
    expect((await tools.ask("edit_status", {})).text).toMatch(
      /^empty: no edit was staged or applied here\n(?!.*searched)/,
    );
    const session = await apply();
    const { structured, text } = await tools.ask("edit_status", {});
    expect(text).toContain("found: sessions: 0 staged, 1 applied, 0 undone");
    expect(JSON.stringify(structured["sessions"])).toContain(session);
    expect(existsSync(join(tools.root, ".context-broker"))).toBe(false);
  });
});
