// The list of trusted folders by command, and what a client reaches because of it.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { loadSettings } from "../../../src/config/load-settings.ts";
import { chooseProject } from "../../../src/operations/contract/choose-project.ts";
import type { Caller, Operation, OperationContext } from "../../../src/operations/contract/operation.ts";
import { rememberProject } from "../../../src/operations/contract/trusted-folders.ts";
import { trustAddOperation } from "../../../src/operations/trust/trust-add.ts";
import { trustListOperation } from "../../../src/operations/trust/trust-list.ts";
import { trustRemoveOperation } from "../../../src/operations/trust/trust-remove.ts";

let top: string;
let shop: string;
beforeEach(() => {
  top = realpathSync(mkdtempSync(join(tmpdir(), "trust-")));
  shop = join(top, "src", "shop");
  mkdirSync(shop, { recursive: true });
  writeFileSync(join(shop, "package.json"), "{}");
});
afterEach(() => rmSync(top, { recursive: true, force: true }));

function contextFor(kind: Caller["kind"], env: Record<string, string> = {}): OperationContext {
  const { settings } = loadSettings({
    env: { CONTEXT_BROKER_DATA_FOLDER: join(top, "data"), ...env },
    userFile: join(top, "none.json"),
    cwd: top,
  });
  return {
    services: { settings } as OperationContext["services"],
    caller: { kind, client: { name: "test", version: "1" }, roots: async () => [], cwd: top },
    signal: new AbortController().signal,
    onProgress: () => undefined,
  };
}

const run = (operation: Operation, input: object = {}, env?: Record<string, string>) =>
  operation.run(input, contextFor("cli", env));
/** What an MCP client gets for the project. */
const reach = (env?: Record<string, string>) =>
  chooseProject(shop, contextFor("mcp", env)).catch(({ code }: { code: string }) => code);

describe("trust", () => {
  it("lets clients reach every project in a folder until it is removed", async () => {
    expect(await reach()).toBe("PROJECT_NOT_ALLOWED");
    await run(trustAddOperation, { folder: "src" });
    expect(await reach()).toBe(shop);
    const { structured, text } = await run(trustListOperation);
    const folder = join(top, "src");
    expect(structured["folders"]).toMatchObject([{ folder, reach: "below", reason: "trusted" }]);
    expect(text.split("\n")[1]).toMatch(/every project in it: trusted by .+ on \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC$/);
    await run(trustRemoveOperation, { folder: "src" });
    expect(await reach()).toBe("PROJECT_NOT_ALLOWED");
    expect(await run(trustListOperation)).toMatchObject({ outcome: "empty" });
  });

  it("revokes what was only indexed", async () => {
    await rememberProject(join(top, "data"), shop);
    expect(await reach()).toBe(shop);
    await run(trustRemoveOperation, { folder: shop });
    expect(await reach()).toBe("PROJECT_NOT_ALLOWED");
  });

  it("follows a link when it adds, and takes off a folder that is gone", async () => {
    symlinkSync(join(top, "src"), join(top, "link"));
    expect((await run(trustAddOperation, { folder: "link" })).structured["folder"]).toBe(join(top, "src"));
    rmSync(join(top, "src"), { recursive: true });
    await run(trustRemoveOperation, { folder: join(top, "src") });
    expect(await run(trustListOperation)).toMatchObject({ outcome: "empty" });
  });

  it("adds a folder once", async () => {
    await run(trustAddOperation, { folder: "src" });
    expect((await run(trustAddOperation, { folder: "src" })).structured["added"]).toBe(false);
    expect((await run(trustListOperation)).structured["folders"]).toHaveLength(1);
  });

  it("says what allows a folder still", async () => {
    const env = { CONTEXT_BROKER_ALLOWED_PROJECTS: top };
    await run(trustAddOperation, { folder: "src" });
    const { structured } = await run(trustRemoveOperation, { folder: "src" }, env);
    expect(structured["still_allowed_by"]).toEqual([`${top} (setting allowed_projects)`]);
    expect(await reach(env)).toBe(shop);
    expect((await run(trustListOperation, {}, env)).structured["folders"]).toEqual([
      { folder: top, reach: "below", reason: "setting" },
    ]);
  });

  it.each([
    ["a folder that is not there", trustAddOperation, "gone", "INVALID_INPUT"],
    ["a file", trustAddOperation, "src/shop/package.json", "INVALID_INPUT"],
    ["the whole disk", trustAddOperation, "/", "PROJECT_TOO_BROAD"],
    ["a folder that is not on the list", trustRemoveOperation, "src", "NOT_FOUND"],
  ])("refuses %s", async (_name, operation, folder, code) => {
    await expect(run(operation, { folder })).rejects.toMatchObject({ code });
    expect(await run(trustListOperation)).toMatchObject({ outcome: "empty" });
  });

  it("tells which listed folder contains one that is not listed itself", async () => {
    await run(trustAddOperation, { folder: "src" });
    await expect(run(trustRemoveOperation, { folder: shop })).rejects.toMatchObject({
      hint: expect.stringContaining(join(top, "src")),
    });
  });
});
