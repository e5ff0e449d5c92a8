// The hook as a client runs it: the installed command through a shell, with the client's own message on stdin.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { packagePath } from "../../src/system/package-root.ts";
import { type Home, makeHome, makeShop } from "../cli/run-cli.ts";
import { cacheIn, environmentAt } from "../support/own-home.ts";
import { stopDaemons } from "../support/stop-daemons.ts";

let home: Home;
let shop: string;
const CLIENTS = ["claude-code", "codex", "gemini", "cursor", "opencode"];
const FILES: Readonly<Record<string, string>> = {
  "claude-code": ".claude/settings.json",
  codex: ".codex/hooks.json",
  gemini: ".gemini/settings.json",
  cursor: ".cursor/hooks.json",
  opencode: ".config/opencode/plugins/context-broker.js",
};

/** By words alone, and one process of a kind: what is found is no subject here. */
const environment = () => ({
  ...environmentAt(home.folder),
  CONTEXT_BROKER_VECTORS: "off",
  CONTEXT_BROKER_JOBS: "1",
});
/** A path as it stands in a message. */
const inJson = (path: string): string => JSON.stringify(path).slice(1, -1);

beforeAll(async () => {
  home = makeHome();
  shop = makeShop(home);
  home.write(
    "shop/src/bill.ts",
    'import { totalOf } from "./cart.ts";\n\nexport const bill = (cart: never) => totalOf(cart);\n',
  );
  const git = (...args: string[]) =>
    execFileSync("git", ["-C", shop, "-c", "user.name=Ada", "-c", "user.email=ada@example.org", ...args], {
      stdio: "pipe",
    });
  git("init", "-q");
  git("add", "-A");
  git("commit", "-q", "-m", "first");
  home.write("shop/src/large.ts", `${"// a line of a large file\n".repeat(2_000)}`);
  const cart = join(shop, "src/cart.ts");
  writeFileSync(cart, readFileSync(cart, "utf8").replace("cart: Cart", "cart: Cart, rate: number"));
  await home.runHere(["hooks", "install", ...CLIENTS, "--yes"], { env: environment() });
});
afterAll(async () => {
  await stopDaemons(home.folder);
  home.remove();
});

const messages = (client: string): string[] =>
  readFileSync(packagePath("fixtures/hooks", `${client}.jsonl`), "utf8")
    .trim()
    .split("\n")
    .map((line) => line.replaceAll("$ROOT", inJson(shop)));

/** The command that the client's file has, run by a shell as clients do. */
function call(client: string, input: string) {
  const file = readFileSync(join(home.folder, FILES[client] ?? ""), "utf8");
  const [, command = "null"] = /"command": ("[^\n]*hook run [^\n]*")/.exec(file) ?? [];
  const started = performance.now();
  const { status, stdout, stderr } = spawnSync(JSON.parse(command), {
    shell: true,
    input,
    env: environment(),
    encoding: "utf8",
  });
  return { status, stdout, stderr, ms: performance.now() - started };
}

/** The note that comes with this message or a later one, as it does for a client whose call did not wait for the answer. */
async function noteAfter(client: string, message: string): Promise<string> {
  const until = performance.now() + 30_000;
  while (performance.now() < until) {
    const { status, stdout, stderr } = call(client, message);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    if (stdout !== "") {
      return JSON.parse(stdout).hookSpecificOutput.additionalContext as string;
    }
    await new Promise((done) => setTimeout(done, 500));
  }
  return "";
}

describe("after an edit", () => {
  it.each(["claude-code", "codex", "gemini"])("%s is told what is still used, once", async (client) => {
    const [wrote = ""] = messages(client);
    expect(await noteAfter(client, wrote)).toMatch(
      /^context-broker: totalOf has another signature and is used in src\/bill\.ts:3\b.* analyze_diff shows all\.$/,
    );
    await new Promise((done) => setTimeout(done, 1_000));
    expect(call(client, wrote).stdout).toBe("");
  });

  it("nothing is said to a client that hears nothing", () => {
    const [wrote = ""] = messages("cursor");
    expect(call("cursor", wrote)).toMatchObject({ status: 0, stdout: "", stderr: "" });
  });
});

it("without git, an edit is compared with what the index had; a folder that was never searched is left alone", async () => {
  const plain = makeShop(home, "plain");
  const cart = join(plain, "src/cart.ts");
  home.write("plain/src/bill.ts", readFileSync(join(shop, "src/bill.ts"), "utf8"));
  const [message = ""] = messages("claude-code").map((line) =>
    line.replaceAll(inJson(shop), inJson(plain)).replace("abc123", "plain"),
  );
  const edit = (from: string, to: string) => writeFileSync(cart, readFileSync(cart, "utf8").replace(from, to));
  const indexes = () => readdirSync(join(cacheIn(home.folder), "projects")).length;

  const before = indexes();
  edit("cart: Cart", "cart: Cart, early: boolean");
  expect(call("claude-code", message).stdout).toBe("");
  await new Promise((done) => setTimeout(done, 2_000));
  expect(indexes()).toBe(before);

  await home.runHere(["index"], { cwd: plain, env: environment() });
  edit("early: boolean", "late: boolean, rate: number");
  const again = message.replace('"plain"', '"another"');
  expect(await noteAfter("claude-code", again)).toBe(
    "context-broker: totalOf has another signature and is used in src/bill.ts:3.",
  );
});

it("before a search there is one hint in a session", () => {
  const [, , searches = ""] = messages("claude-code").map((line) => line.replace("abc123", "another"));
  const answers = [1, 2].map(() => call("claude-code", searches).stdout);
  expect(JSON.parse(answers[0] ?? "")).toEqual({
    hookSpecificOutput: {
      hookEventName: "PreToolUse",
      additionalContext: expect.stringContaining("find_references and get_symbol_source answer for the symbol totalOf"),
    },
  });
  expect(answers[1]).toBe("");
});

describe("a hook is silent and succeeds", () => {
  it.each([
    ["for what is no message", "claude-code", "{"],
    ["for an empty message", "codex", ""],
    ["for another event", "claude-code", '{"hook_event_name":"Stop"}'],
    [
      "outside of a repository",
      "claude-code",
      '{"session_id":"x","cwd":"/","hook_event_name":"PostToolUse","tool_input":{"file_path":"/etc/hostname"}}',
    ],
  ])("%s", (_, client, input) => {
    expect(call(client, input)).toMatchObject({ status: 0, stdout: "", stderr: "" });
  });

  it("where its folder cannot be written, and for a client that is not known any more", async () => {
    const [wrote = ""] = messages("claude-code");
    const blocked = join(home.folder, "blocked");
    mkdirSync(blocked);
    writeFileSync(join(blocked, "context-broker"), "a file");
    const main = packagePath("dist/hook.js");
    const run = (client: string) =>
      spawnSync(process.execPath, [main, "hook", "run", client], {
        input: wrote,
        encoding: "utf8",
        env: { ...environment(), XDG_CACHE_HOME: blocked, LOCALAPPDATA: blocked },
      });
    for (const client of ["claude-code", "another"]) {
      expect(run(client)).toMatchObject({ status: 0, stdout: "", stderr: "" });
    }
  });
});

it("is removed with the files that it made", async () => {
  const [first = "", ...others] = CLIENTS;
  const statesOf = async (args: readonly string[]) => {
    const { stdout } = await home.runHere([...args, "--yes", "--json"], { env: environment() });
    return JSON.parse(stdout).clients.map(({ state }: { state: string }) => state);
  };
  expect(await statesOf(["hooks", "uninstall", first])).toEqual(["removed"]);
  // Under its earlier name.
  expect(await statesOf(["hook", "install", ...CLIENTS, "--undo"])).toEqual([
    "unchanged",
    ...others.map(() => "removed"),
  ]);
  for (const file of Object.values(FILES)) {
    expect(() => readFileSync(join(home.folder, file))).toThrow("ENOENT");
  }
});
