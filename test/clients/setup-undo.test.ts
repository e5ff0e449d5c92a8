// `setup` and then `--undo` give back the bytes that were there, in configurations of every layout.
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { codex } from "../../src/clients/codex/index.ts";
import type { Client, Launch } from "../../src/clients/contract/client.ts";
import { cursor } from "../../src/clients/cursor/index.ts";
import { launchOf } from "../../src/clients/launch.ts";
import { CLIENT_NAMES, CLIENTS } from "../../src/clients/registry.ts";
import { planChange, writeChange } from "../../src/clients/write-config.ts";
import { misfits } from "../storage/schemas.ts";
import { temporaryFolder } from "../support/folder-corpus.ts";
import { propertyRuns } from "../support/property-runs.ts";

const RUNS = propertyRuns(36);
const named = (name: string): Client => CLIENTS.find((one) => one.name === name) ?? cursor;
const launch = launchOf("/usr/bin/node", "/opt/context broker/dist/main.js", {});
const later = launchOf("/usr/bin/node", "/opt/newer/dist/main.js", { CONTEXT_BROKER_TOP_K: "5" });

let folder: ReturnType<typeof temporaryFolder>;
beforeAll(() => {
  folder = temporaryFolder();
});
afterAll(() => folder.remove());

const file = (): string => join(folder.path, "config");
const data = (): string => join(folder.path, "data");
const content = (): string | null => (existsSync(file()) ? readFileSync(file(), "utf8") : null);

function start(text: string | null): void {
  rmSync(file(), { force: true });
  if (text !== null) {
    writeFileSync(file(), text);
  }
}

async function run(client: Client, what: Launch | "undo", dataFolder = data()): Promise<void> {
  await writeChange(planChange(client, file(), what === "undo" ? null : what, dataFolder), dataFolder);
}

// Configurations: members of an object, written in any way that clients accept.

const space = fc.constantFrom("", " ", "\n", "\r\n", "\n  ", "\n\t", " // note\n", " /* , } */ ");
const servers = fc.uniqueArray(fc.constantFrom("files", "web", "cb"), { maxLength: 2 });
const other = fc.constantFrom('"theme": "dark"', '"a.b": [1, {"c": 2}]', '"list": []', '"none": null', '"empty": {}');

const object = (members: fc.Arbitrary<readonly string[]>): fc.Arbitrary<string> =>
  fc.record({ members, gap: space, end: space, trailing: fc.boolean() }).map(({ members: all, gap, end, trailing }) => {
    const body = all.map((member) => `${gap}${member}`).join(",");
    return `{${body}${trailing && all.length > 0 ? "," : ""}${end}}`;
  });

const table = object(servers.map((names) => names.map((name) => `"${name}": {"command": "x"}`)));

/** The tables that lead to the entry, of which the inner ones may be missing. */
const chain = (keys: readonly string[]): fc.Arbitrary<string> =>
  keys
    .slice(1)
    .reduceRight<fc.Arbitrary<string>>((inner, key) => object(inner.map((text) => [`"${key}": ${text}`])), table);

const jsonOf = (client: Client): fc.Arbitrary<string> => {
  const chains = client.name === "opencode" ? [["mcp"], ["mcp", "servers"]] : [client.servers({})];
  const own = fc.oneof(...chains.map((keys) => chain(keys).map((text) => [`"${keys[0]}": ${text}`])), fc.constant([]));
  const members = fc.tuple(own, fc.uniqueArray(other, { maxLength: 3 })).map(([one, more]) => [...more, ...one]);
  return fc
    .tuple(fc.constantFrom("", "\ufeff"), space, object(members), space)
    .map(([mark, before, text, after]) => `${mark}${before}${text}${after}`);
};

const toml = fc
  .record({
    mark: fc.constantFrom("", "\ufeff"),
    eol: fc.constantFrom("\n", "\r\n"),
    end: fc.boolean(),
    parts: fc.uniqueArray(
      fc.constantFrom(
        ['model = "x"', "# a note"],
        ["", "", "[mcp_servers.files]", 'command = "x" # why', "", "args = ["],
        ["[mcp_servers]", ""],
        ["[profiles.a]", "[[profiles.list]]", "b = 1", "  "],
        ["# the end"],
      ),
      { maxLength: 4 },
    ),
  })
  .map(({ mark, eol, end, parts }) => {
    const lines = parts.flat().flatMap((line) => (line.endsWith("[") ? [line, '  "a", # one', "]"] : [line]));
    return `${mark}${lines.join(eol)}${end && lines.length > 0 ? eol : ""}`;
  })
  // TOML has a table only once, and keys of the file before any table.
  .filter((text) => text.indexOf("model") <= 0 || !text.slice(0, text.indexOf("model")).includes("["));

const configOf = (client: Client): fc.Arbitrary<string | null> =>
  fc.oneof(
    { arbitrary: fc.constantFrom(null, "", "\n", "\ufeff"), weight: 1 },
    { arbitrary: client === codex ? toml : jsonOf(client), weight: 5 },
  );

describe.each([...CLIENT_NAMES])("%s", (name) => {
  const client = named(name);
  const property = (check: (before: string | null) => Promise<void>) =>
    fc.assert(fc.asyncProperty(configOf(client), check), { numRuns: RUNS });

  it("gives back the bytes that were there", () =>
    property(async (before) => {
      start(before);
      await run(client, launch);
      expect(content()).toContain("context-broker");
      await run(client, "undo");
      expect(content()).toBe(before);
    }));

  it("gives back the bytes from before the first of two setups", () =>
    property(async (before) => {
      start(before);
      await run(client, launch);
      await run(client, later);
      await run(client, "undo");
      expect(content()).toBe(before);
    }));
});

const WITH_ENTRY = '{"mcpServers": {"context-broker": {"command": "x", "args": []}}}';

it("records what the schema describes, and nothing of the rest of the file", async () => {
  start('{"apiKey": "secret", "mcpServers": {}, "token": "secret"}');
  await run(cursor, launch);
  const [name = ""] = readdirSync(join(data(), ".setup"));
  const text = readFileSync(join(data(), ".setup", name), "utf8");
  expect(misfits("setup-record", JSON.parse(text))).toBe("");
  expect(text).not.toContain("secret");
  await run(cursor, "undo");
  expect(readdirSync(join(data(), ".setup"))).toEqual([]);
});

it("keeps the record of the setup before if the file cannot be written", async () => {
  start('{ "theme" : "dark" }');
  await run(cursor, launch);
  const change = planChange(cursor, file(), later, data());
  const text = content() ?? "";
  writeFileSync(file(), `${text} `);
  await expect(writeChange(change, data())).rejects.toThrow("changed");
  writeFileSync(file(), text);
  await run(cursor, "undo");
  expect(content()).toBe('{ "theme" : "dark" }');
});

describe("where the bytes cannot be known", () => {
  it.each([
    ["a table that setup made goes", '{"theme": "dark"}', '{"theme": "dark", "now": 1}'],
    ["a table that was there stays", '{"mcpServers": {}}', '{"mcpServers": {}, "now": 1}'],
    ["a file that setup made goes", null, null],
    ["a file that was there stays", "{}", "{}"],
  ])("because the client has written the file since: %s", async (_name, before, expected) => {
    start(before);
    await run(cursor, launch);
    const config = JSON.parse(content() ?? "") as object;
    // The client writes it all in its own way.
    writeFileSync(file(), JSON.stringify(before === null || before === "{}" ? config : { ...config, now: 1 }));
    await run(cursor, "undo");
    const after = content();
    expect(after === null ? null : JSON.parse(after)).toEqual(expected === null ? null : JSON.parse(expected));
  });

  it("because another server was added to the file that setup made: it stays", async () => {
    start(null);
    await run(cursor, launch);
    const config = JSON.parse(content() ?? "");
    config.mcpServers.other = { command: "y" };
    writeFileSync(file(), JSON.stringify(config));
    await run(cursor, "undo");
    expect(JSON.parse(content() ?? "")).toEqual({ mcpServers: { other: { command: "y" } } });
  });

  it.each([
    [WITH_ENTRY, "{}"],
    [`{"a": 1, ${WITH_ENTRY.slice(1)}`, '{"a": 1}'],
    ['{"mcpServers": {"context-broker": {} /* mine */}}', '{"mcpServers": { /* mine */}}'],
  ])("because there is no record: empty tables go, the file and comments stay", async (text, expected) => {
    start(text);
    await run(cursor, "undo", join(folder.path, "no data"));
    expect(content()).toBe(expected);
  });

  it("because the entry was there before: it goes all the same", async () => {
    start(WITH_ENTRY);
    await run(cursor, launch);
    await run(cursor, "undo");
    expect(content()).toBe("{}");
  });

  it("because the record is damaged", async () => {
    start(null);
    await run(cursor, launch);
    const records = join(data(), ".setup");
    for (const one of readdirSync(records)) {
      writeFileSync(join(records, one), "{");
    }
    await run(cursor, "undo");
    expect(content()?.trim()).toBe("{\n}");
  });
});
