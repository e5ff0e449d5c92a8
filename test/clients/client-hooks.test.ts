// The messages that clients send to their hooks, from their documentation, and their files of hooks before and after.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, win32 } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { searchedByShell } from "../../src/clients/contract/client-hooks.ts";
import { hookCommand, withHooks, withoutHooks } from "../../src/clients/hook-entries.ts";
import { CLIENT_HOOKS, hooksNamed } from "../../src/clients/hooks-registry.ts";
import { packagePath } from "../../src/system/package-root.ts";

const [claude, codex, cursor, gemini] = CLIENT_HOOKS as [(typeof CLIENT_HOOKS)[number], ...typeof CLIENT_HOOKS];

const eventsOf = (name: string): string[] =>
  readFileSync(packagePath("fixtures/hooks", `${name}.jsonl`), "utf8")
    .trim()
    .split("\n")
    .map((line) => {
      const event = hooksNamed(name)?.read(JSON.parse(line.replaceAll("$ROOT", "/shop"))) ?? null;
      const { kind, session, cwd, ...rest } = event ?? { kind: "nothing", session: "", cwd: "" };
      return [kind, session, cwd, ...Object.values(rest).flat()].join(" ").trim();
    });

describe("the messages of", () => {
  it.each([
    [
      "claude-code",
      [
        "wrote abc123 /shop /shop/src/cart.ts",
        "wrote abc123 /shop /shop/src/cart.ts",
        "searches abc123 /shop totalOf",
        "searches abc123 /shop totalOf",
        "nothing",
        "reads abc123 /shop /shop/src/large.ts",
        "nothing",
      ],
    ],
    [
      "codex",
      ["wrote 0199a213 /shop src/cart.ts src/rate.ts src/old.ts", "searches 0199a213 /shop totalOf", "nothing"],
    ],
    ["gemini", ["wrote 7d1c /shop /shop/src/cart.ts", "nothing"]],
    ["cursor", ["wrote conv-123 /shop /shop/src/cart.ts", "nothing"]],
    [
      "opencode",
      [
        "wrote ses_5c1 /shop /shop/src/cart.ts",
        "wrote ses_5c1 /shop /shop/src/rate.ts",
        "wrote ses_5c1 /shop src/cart.ts src/old.ts",
        "searches ses_5c1 /shop totalOf",
        "searches ses_5c1 /shop totalOf",
        "reads ses_5c1 /shop /shop/src/large.ts",
        "nothing",
        "nothing",
      ],
    ],
  ])("%s", (name, expected) => {
    expect(eventsOf(name)).toEqual(expected);
  });

  it.each(CLIENT_HOOKS)("$name may be anything", (hooks) => {
    for (const message of [
      null,
      1,
      "x",
      [],
      {},
      { tool_input: [] },
      { hook_event_name: "PreToolUse", tool_input: null },
    ]) {
      expect(hooks.read(message)).toBeNull();
    }
  });
});

it.each([
  ["grep -rn totalOf src", "totalOf"],
  ["rg 'total of' -g '*.ts'", "total of"],
  ["git grep -n totalOf", "totalOf"],
  ["/usr/bin/grep totalOf a.ts", "totalOf"],
  ["cat a | grep totalOf", ""],
  ["npm test", ""],
  ["grep", ""],
])("the shell command %j searches for %j", (command, text) => {
  expect(searchedByShell(command)).toBe(text);
});

describe("the entries of", () => {
  const LINUX = { platform: "linux", search: [] } as const;
  const COMMAND = hookCommand("claude-code", LINUX, "/usr/bin/node", "/opt/it's/main.js");

  it.each(CLIENT_HOOKS)(
    "$name are added once, brought up to date, and removed with the file that they made",
    (hooks) => {
      const command = hookCommand(hooks.name, LINUX, "/usr/bin/node", "/opt/main.js");
      const made = withHooks(hooks, "", command);
      if (hooks.installed.form === "entries") {
        expect(JSON.parse(made)).toMatchObject(hooks.installed.newFile);
      }
      expect(withHooks(hooks, made, command)).toBe(made);
      const moved = withHooks(hooks, made, command.replace("/opt", "/new"));
      expect(moved).toBe(made.replaceAll("/opt", "/new"));
      expect(withoutHooks(hooks, moved)).toBe("");
    },
  );

  const FILES = {
    "a file with comments and other hooks": `{
  // mine
  "model": "opus",
  "hooks": {
    "PostToolUse": [
      { "matcher": "Write", "hooks": [{ "type": "command", "command": "prettier" }] } // format
    ],
    "Stop": []
  }
}
`,
    "tabs and no last line break": '{\n\t"model": "opus"\n}',
    "CR LF": '{\r\n  "model": "opus",\r\n  "env": {\r\n    "A": "1"\r\n  }\r\n}\r\n',
    "one line": '{"model":"opus"}',
    "an empty object": "{}\n",
  };
  it.each(Object.entries(FILES))("another program's file stay byte for byte after removal: %s", (_, before) => {
    const after = withHooks(claude, before, COMMAND);
    expect(after).toContain(JSON.stringify(COMMAND));
    if (before.includes("\r\n")) {
      expect(after.replaceAll("\r\n", "")).not.toContain("\n");
    }
    expect(before.includes("prettier") ? after.includes("// format") : true).toBe(true);
    expect(withHooks(claude, after, COMMAND)).toBe(after);
    // An empty object says no more than no file.
    expect(withoutHooks(claude, after)).toBe(before === "{}\n" ? "" : before);
  });

  it("a client do not touch those of another in the same file", () => {
    const both = withHooks(gemini ?? claude, withHooks(claude, '{ "a": 1 }\n', COMMAND), "x hook run gemini");
    expect(withoutHooks(gemini ?? claude, both)).toContain("hook run claude-code");
  });

  it("a plugin are refused in a file that is another program's", () => {
    const opencode = hooksNamed("opencode") ?? claude;
    for (const change of [withHooks, withoutHooks]) {
      expect(() => change(opencode, "export const Mine = async () => ({});\n", "x")).toThrow("another program's");
    }
  });

  it("a client leave the other commands of an entry that someone added this one to", () => {
    const other = { type: "command", command: "mine" };
    const shared = (hooks: readonly unknown[]) =>
      JSON.stringify({
        hooks: {
          PostToolUse: [
            { matcher: "Edit", hooks },
            { matcher: "X", hooks: [other] },
          ],
        },
      });
    const text = shared([{ type: "command", command: "/old/node /old/hook.js hook run claude-code" }, other]);
    expect(withoutHooks(claude, text)).toBe(shared([other]));
    expect(withoutHooks(claude, withHooks(claude, text, COMMAND))).toBe(shared([other]));
  });

  it.each([
    ['{"hooks": []}', '"hooks" is not an object'],
    ['{"hooks": null}', '"hooks" is not an object'],
    ['{"hooks": {"PostToolUse": {}}}', '"hooks.PostToolUse" is not a list'],
    ['{"hooks": {"PostToolUse": []}, "hooks": {}}', '"hooks" is in it twice'],
    ['{"hooks": {"PreToolUse": [], "PreToolUse": []}}', '"hooks.PreToolUse" is in it twice'],
  ])("a client are refused where there is no place for them: %s", (text, why) => {
    expect(() => withHooks(claude, text, COMMAND)).toThrow(new SyntaxError(why));
    expect(withoutHooks(claude, text)).toBe(text);
  });

  it("a client leave another's entry that only mentions this program", () => {
    const other = { description: "instead of hook run claude-code", hooks: [{ type: "command", command: "make" }] };
    const text = JSON.stringify({ hooks: { PostToolUse: [other] } });
    expect(withoutHooks(claude, text)).toBe(text);
  });

  it("a client are refused in a file that is not an object", () => {
    expect(() => withHooks(codex ?? claude, "[]", "x")).toThrow(SyntaxError);
    expect(() => withoutHooks(cursor ?? claude, "{")).toThrow(SyntaxError);
  });

  describe("a client on Windows", () => {
    const folder = mkdtempSync(join(tmpdir(), "hook-node-"));
    afterAll(() => rmSync(folder, { recursive: true }));
    for (const name of ["a b", "other"]) {
      mkdirSync(join(folder, name));
      writeFileSync(join(folder, name, "node.exe"), "");
    }
    const node = win32.join(folder, "a b", "node.exe");
    const [own, other, none] = ["a b", "other", "none"].map((name) => join(folder, name)) as [string, string, string];

    it.each([
      ["by its name, where PATH leads to it", [none, own, other], "node"],
      ["by its path, where PATH leads to another", [other, own], `"${node.replaceAll("\\", "/")}"`],
      ["by its path, where PATH leads to none", [none], `"${node.replaceAll("\\", "/")}"`],
    ])("name Node %s", (_, search, program) => {
      expect(hookCommand("codex", { platform: "win32", search }, node, "C:\\Users\\a b\\hook.js")).toBe(
        `${program} "C:/Users/a b/hook.js" hook run codex`,
      );
    });

    it("have no quotes that are not needed, since PowerShell prints a program that is quoted", () => {
      expect(hookCommand("gemini", { platform: "win32", search: [] }, "C:\\nodejs\\node.exe", "C:\\a\\hook.js")).toBe(
        "C:/nodejs/node.exe C:/a/hook.js hook run gemini",
      );
    });
  });

  it("a client on POSIX are quoted for its shell", () => {
    expect(COMMAND).toBe("/usr/bin/node '/opt/it'\\''s/main.js' hook run claude-code");
  });
});
