// The list of trusted folders by command, and what a client reaches because of it.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { loadSettings } from "../../../src/config/load-settings.ts";
import { markProject, projectsFolder } from "../../../src/index/database/project-folder.ts";
import { chooseProject } from "../../../src/operations/contract/choose-project.ts";
import type { Caller, Operation, OperationContext } from "../../../src/operations/contract/operation.ts";
import { permittedProjects } from "../../../src/operations/contract/permitted-projects.ts";
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

  it("makes a project below a trusted folder an exception, until it is trusted itself", async () => {
    const other = join(top, "src", "other");
    mkdirSync(other);
    await run(trustAddOperation, { folder: "src" });
    const { structured, text } = await run(trustRemoveOperation, { folder: shop });
    expect(structured).toMatchObject({ folder: shop, excepted_from: [join(top, "src")], still_allowed_by: [] });
    expect(text).toContain(`it is an exception from ${join(top, "src")}`);
    expect(await reach()).toBe("PROJECT_NOT_ALLOWED");
    expect(await chooseProject(other, contextFor("mcp"))).toBe(other);

    const listed = await run(trustListOperation);
    expect(listed.structured["folders"]).toMatchObject([
      { folder: join(top, "src"), reach: "below", reason: "trusted", command: "trust add" },
      { folder: shop, reach: "none", reason: "removed", command: "trust remove", user: expect.stringMatching(/./) },
    ]);
    const [first, , exception] = listed.text.split("\n");
    expect(first).toBe("found: beside their own workspace, clients may search 1 folder, with 1 exception");
    expect(exception).toMatch(/^not .*shop and every project in it: removed by .+ \(`trust remove`\) on \d{4}-.* UTC$/);

    await run(trustAddOperation, { folder: shop });
    expect(await reach()).toBe(shop);
    await run(trustRemoveOperation, { folder: shop });
    expect(await reach()).toBe("PROJECT_NOT_ALLOWED");
  });

  it("an exception holds for all below it and for a link to it, however often it is made, and outlives indexing", async () => {
    const inner = join(shop, "inner");
    mkdirSync(inner);
    writeFileSync(join(inner, "package.json"), "{}");
    symlinkSync(shop, join(top, "src", "link"));
    await run(trustAddOperation, { folder: "src" });
    await run(trustRemoveOperation, { folder: "src/link" });
    await run(trustRemoveOperation, { folder: shop });
    for (const root of [shop, inner]) await rememberProject(join(top, "data"), root);
    for (const named of [shop, inner, join(top, "src", "link")]) {
      await expect(chooseProject(named, contextFor("mcp"))).rejects.toMatchObject({ code: "PROJECT_NOT_ALLOWED" });
    }
    expect((await run(trustListOperation)).structured["folders"]).toHaveLength(2);
  });

  it("an exception is not lifted when the folder above is taken off and trusted again", async () => {
    await run(trustAddOperation, { folder: "src" });
    await run(trustRemoveOperation, { folder: shop });
    await run(trustRemoveOperation, { folder: "src" });
    await run(trustAddOperation, { folder: "src" });
    expect(await reach()).toBe("PROJECT_NOT_ALLOWED");
  });

  it("what was indexed below a trusted folder becomes an exception, too", async () => {
    await rememberProject(join(top, "data"), shop);
    await run(trustAddOperation, { folder: "src" });
    await run(trustRemoveOperation, { folder: shop });
    expect(await reach()).toBe("PROJECT_NOT_ALLOWED");
  });

  it("an exception does not keep a client out of its own workspace, nor what the setting allows", async () => {
    await run(trustAddOperation, { folder: "src" });
    const env = { CONTEXT_BROKER_ALLOWED_PROJECTS: top };
    const { structured, text } = await run(trustRemoveOperation, { folder: shop }, env);
    expect(structured).toMatchObject({ still_allowed_by: [`${top} (setting allowed_projects)`] });
    expect(text).toContain("but clients reach it still through");
    expect(await reach(env)).toBe(shop);
    const context = contextFor("mcp");
    const own = { ...context, caller: { ...context.caller, roots: async () => [shop] } };
    expect(await chooseProject(shop, own)).toBe(shop);
  });

  it("projects that are exceptions are not offered, although they were searched before", async () => {
    await run(trustAddOperation, { folder: "src" });
    const cacheFolder = join(top, "cache");
    for (const [name, root] of [
      ["a", shop],
      ["b", join(top, "src", "other")],
    ] as const) {
      mkdirSync(root, { recursive: true });
      const folder = join(projectsFolder(cacheFolder), name);
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, "index-1.sqlite"), "");
      await markProject(folder, root);
    }
    const context = contextFor("mcp", { CONTEXT_BROKER_CACHE_FOLDER: cacheFolder });
    const trusted = async () => (await permittedProjects(context)).filter(({ permission }) => permission === "trusted");
    expect((await trusted()).map(({ root }) => root).sort()).toEqual([join(top, "src", "other"), shop]);
    await run(trustRemoveOperation, { folder: shop });
    expect((await trusted()).map(({ root }) => root)).toEqual([join(top, "src", "other")]);
  });
});
