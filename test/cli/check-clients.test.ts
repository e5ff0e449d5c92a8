import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { checkClients } from "../../src/cli/check-clients.ts";
import { renderEntry } from "../../src/clients/client-config.ts";
import type { Machine } from "../../src/clients/contract/client.ts";
import { launchOf } from "../../src/clients/launch.ts";
import { CLIENTS } from "../../src/clients/registry.ts";
import { withSlashes } from "../../src/system/platform/below.ts";
import { isPosix } from "../support/this-system.ts";

let home: string;
let main: string;
let machine: Machine;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "clients-"));
  main = join(home, "dist", "main.js");
  machine = { platform: process.platform, home, env: { PATH: dirname(process.execPath) } };
  write(main, "");
});

afterEach(() => rmSync(home, { recursive: true, force: true }));

function write(path: string, text: string): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

/** What doctor says of Cursor, whose file holds `text`. */
async function check(text: string): Promise<string[]> {
  write(join(home, ".cursor", "mcp.json"), text);
  const findings = await checkClients(machine, main, home);
  return findings
    .filter((finding) => finding.check === "Cursor")
    .map(
      ({ state, detail, cure }) =>
        `${state}: ${withSlashes(detail.replaceAll(home, "~"))}${cure === "" ? "" : ` → ${cure}`}`,
    );
}

const server = (value: unknown) => JSON.stringify({ mcpServers: { "context-broker": value } });

describe("doctor's look at the clients", () => {
  it("notes clients that are not there, and those without an entry", async () => {
    const absent = await checkClients(machine, main, home);
    expect(absent.map(({ state }) => state)).toEqual(CLIENTS.map(() => "note"));
    expect(await check('{"mcpServers": {}}')).toEqual([
      "note: no entry for context-broker in ~/.cursor/mcp.json → context-broker setup cursor",
    ]);
  });

  it("accepts what setup prints, in every client's own file", async () => {
    const entry = launchOf(process.execPath, main, {});
    for (const client of CLIENTS) {
      write(client.userFiles(machine)[0], renderEntry(client, entry));
    }
    const findings = await checkClients(machine, main, join(home, "elsewhere"));
    expect(findings.map(({ check: client, state }) => `${client} ${state}`)).toEqual(
      CLIENTS.map(({ title }) => `${title} ok`),
    );
  });

  it("looks at the project's own file too", async () => {
    write(join(home, ".cursor", "mcp.json"), "{}");
    const project = join(home, "project");
    const file = write(join(project, ".cursor", "mcp.json"), server({ command: "node", args: [main, "serve"] }));
    const findings = await checkClients(machine, main, project);
    expect(findings).toContainEqual({ check: "Cursor", state: "ok", detail: `context-broker in ${file}`, cure: "" });
  });

  it.each([
    [{ command: "/no/such/node", args: ["serve"] }, "its command /no/such/node does not exist"],
    [{ command: "no-such-program", args: ["serve"] }, "its command no-such-program does not exist"],
    [{ command: "/", args: ["serve"] }, "its command / does not exist"],
    [{ command: "node", args: ["/gone/dist/main.js", "serve"] }, "/gone/dist/main.js does not exist"],
    [{ command: "node", args: [] }, "its arguments lack `serve`"],
    [{ args: ["serve"] }, "it has no command"],
    ["text", "it has no command"],
    [{ command: "node", args: ["-e", "context-broker served"] }, "its arguments lack `serve`"],
  ])("warns of an entry that would not start: %j", async (value, trouble) => {
    expect(await check(server(value))).toEqual([
      `warning: context-broker in ~/.cursor/mcp.json: ${trouble} → context-broker setup cursor`,
    ]);
  });

  it("warns of a file that nobody can read", async () => {
    expect(await check('{"mcpServers": ')).toEqual([
      "warning: ~/.cursor/mcp.json is not valid → Cursor cannot read it either: correct it",
    ]);
  });

  it("survives a folder in the file's place", async () => {
    mkdirSync(join(home, ".cursor", "mcp.json"), { recursive: true });
    const cursor = (await checkClients(machine, main, home)).find(({ check: client }) => client === "Cursor");
    expect(cursor).toMatchObject({ state: "warning", detail: expect.stringContaining("is not a file") });
  });

  it.runIf(isPosix)("does not wait for a named pipe in the file's place", async () => {
    mkdirSync(join(home, ".cursor"));
    execFileSync("mkfifo", [join(home, ".cursor", "mcp.json")]);
    const cursor = (await checkClients(machine, main, home)).find(({ check: client }) => client === "Cursor");
    expect(cursor).toMatchObject({ state: "warning", detail: expect.stringContaining("is not a file") });
  });
});
