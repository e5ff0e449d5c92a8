import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { removeFromToml, setInToml } from "../../src/clients/config-files/toml-file.ts";
import { parseToml } from "../../src/system/parse-config.ts";

const ENTRY = { command: "node", args: ["/a b/main.js", "serve"], startup_timeout_sec: 30, env: { A: "b" } };
const KEYS = ["mcp_servers", "context-broker"];

describe("a table set in TOML", () => {
  it.each([
    [
      "a file that is empty",
      "",
      `[mcp_servers.context-broker]\ncommand = "node"\nargs = [ "/a b/main.js", "serve" ]\nstartup_timeout_sec = 30\n\n[mcp_servers.context-broker.env]\nA = "b"\n`,
    ],
    [
      "behind what is there",
      `model = "x" # mine\r\n`,
      `model = "x" # mine\r\n\r\n[mcp_servers.context-broker]\r\ncommand = "node"\r\nargs = [ "/a b/main.js", "serve" ]\r\nstartup_timeout_sec = 30\r\n\r\n[mcp_servers.context-broker.env]\r\nA = "b"\r\n`,
    ],
    [
      "in the place of the one that is there",
      `[mcp_servers.context-broker]\n# why\ncommand = "old" # this\nargs = ["/a b/main.js", "serve"]\nstartup_timeout_sec = 30\n[mcp_servers.context-broker.env]\nA = "b"\n\n[profiles.x]\na = 1\n`,
      `[mcp_servers.context-broker]\n# why\ncommand = "node" # this\nargs = ["/a b/main.js", "serve"]\nstartup_timeout_sec = 30\n[mcp_servers.context-broker.env]\nA = "b"\n\n[profiles.x]\na = 1\n`,
    ],
  ])("%s", (_, before, after) => {
    expect(setInToml(before, KEYS, ENTRY)).toBe(after);
  });
});

const OTHERS = {
  before: '# about a\n[mcp_servers.a]\ncommand\t=\t"a"\t# a\n',
  behind: '# about b\n[mcp_servers.b]\nargs = [ "1",\n   "2" ] \n# end\n',
};

describe("every byte outside the table stays", () => {
  it.each([
    ["a table between others", '[mcp_servers.context-broker]\ncommand = "x"\n', ""],
    [
      "comments directly around it",
      '# mine\n[mcp_servers.context-broker]\ncommand = "x"\n# note\n',
      "# mine\n# note\n",
    ],
    [
      "a table below it",
      '[mcp_servers.context-broker]\ncommand = "x"\n# its variables\n[mcp_servers.context-broker.env]\nX = "1" # x\n',
      "",
    ],
    [
      "a table of a file that keeps a comment for the servers",
      '[mcp_servers]\n# none yet\n\n[mcp_servers.context-broker]\ncommand = "x"\n',
      "[mcp_servers]\n# none yet\n",
    ],
  ])("%s", (_, own, rest) => {
    const [before, behind] = [`${OTHERS.before}\n`, `\n${OTHERS.behind}`];
    const text = before + own + behind;
    expect(removeFromToml(text, KEYS)).toBe(rest === "" ? OTHERS.before + behind : before + rest + behind);
    const set = setInToml(text, KEYS, ENTRY);
    expect(set.startsWith(before) && set.endsWith(behind), set).toBe(true);
    expect(parseToml(set)).toMatchObject({ mcp_servers: { "context-broker": ENTRY } });
  });

  it.each([
    [
      "written within braces",
      'mcp_servers = { a = { command = "a" }, context-broker = { command = "x" } } # one\n',
      'mcp_servers = { a = { command = "a" } } # one\n',
    ],
    [
      "a key of the table around it",
      '[mcp_servers]\n# first\ncontext-broker = { command = "x" } # me\nb = { command = "b" }\n',
      '[mcp_servers]\n# first\nb = { command = "b" }\n',
    ],
    [
      "written with dots",
      'mcp_servers.context-broker.command = "x"\nmcp_servers.b.command = "b"\nmcp_servers.context-broker.args = []\n',
      'mcp_servers.b.command = "b"\n',
    ],
    ["the only one, behind a byte-order mark", '\ufeff[mcp_servers.context-broker]\ncommand = "x"\n', "\ufeff"],
  ])("%s", (_, own, rest) => {
    const tail = `\n[tail]\nt\t=\t1\t# t\n`;
    expect(removeFromToml(own + tail, KEYS)).toBe(rest === "\ufeff" ? rest + tail.slice(1) : rest + tail);
    const set = setInToml(own + tail, KEYS, ENTRY);
    expect(set.endsWith(tail), set).toBe(true);
    expect(parseToml(set)).toMatchObject({ mcp_servers: { "context-broker": ENTRY } });
  });
});

const NAMES = ["other", "context-broker", "third"] as const;
const written = fc
  .record({
    servers: fc.uniqueArray(fc.constantFrom(...NAMES), { maxLength: 3 }),
    comment: fc.constantFrom("", " # one"),
    text: fc.constantFrom(`'a'`, `"""\n[mcp_servers.decoy]\n"""`, `["x", # first\n  "y",\n]`),
    eol: fc.constantFrom("\n", "\r\n"),
    blank: fc.constantFrom("", "\n", "\n# about the next\n", "# about the next\n", "\t# one\n\n\n"),
  })
  .map(({ servers, comment, text, eol, blank }) =>
    [
      `model = ${text}${comment}\n`,
      ...servers.map((name) => `${blank}[mcp_servers.${name}]${comment}\ncommand = "${name}"${comment}\nargs = []\n`),
      `${blank}[profiles.a]${comment}\nx = 1\n`,
    ]
      .join("")
      .replaceAll("\n", eol),
  );

describe("whatever the file", () => {
  it("only the table changes: its value, and no other value or comment", () => {
    fc.assert(
      fc.property(written, (text) => {
        const { mcp_servers: servers = {}, ...others } = parseToml(text) as { mcp_servers?: Record<string, unknown> };
        const after = setInToml(text, KEYS, ENTRY);
        expect(parseToml(after)).toEqual({ ...others, mcp_servers: { ...servers, "context-broker": ENTRY } });
        const isForeign = (line: string) => /decoy|other|third|model|first|profiles|about|x = 1/.test(line);
        const lines = (one: string) => one.split(/\r?\n/).filter(isForeign);
        expect(lines(after)).toEqual(lines(text));
      }),
    );
  });

  it("removing what was added gives the bytes back", () => {
    fc.assert(
      fc.property(written, (text) => {
        fc.pre(!text.includes("context-broker"));
        expect(removeFromToml(setInToml(text, KEYS, ENTRY), KEYS)).toBe(text);
      }),
    );
  });
});
