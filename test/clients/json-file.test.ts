import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { removeFromJson, setInJson } from "../../src/clients/config-files/json-file.ts";
import { parseJsonWithComments } from "../../src/system/parse-config.ts";

const ENTRY = { command: "node", args: ["serve"] };
const KEYS = ["mcpServers", "cb"];

describe("an entry set in JSON with comments", () => {
  it.each([
    [
      "a file that is empty",
      "",
      `{\n  "mcpServers": {\n    "cb": {\n      "command": "node",\n      "args": [\n        "serve"\n      ]\n    }\n  }\n}\n`,
    ],
    [
      "an empty object",
      "{}",
      `{\n  "mcpServers": {\n    "cb": {\n      "command": "node",\n      "args": [\n        "serve"\n      ]\n    }\n  }\n}`,
    ],
    [
      "behind the last one and the comment on its line",
      `{\n  // mine\n  "mcpServers": {\n    "a": { "command": "x" } // last\n  }\n}\n`,
      `{\n  // mine\n  "mcpServers": {\n    "a": { "command": "x" }, // last\n    "cb": {\n      "command": "node",\n      "args": [\n        "serve"\n      ]\n    }\n  }\n}\n`,
    ],
    [
      "with a comma behind it where the last one has one",
      `{\r\n\t"mcpServers": {\r\n\t\t"a": 1, /* last */\r\n\t},\r\n}`,
      `{\r\n\t"mcpServers": {\r\n\t\t"a": 1, /* last */\r\n\t\t"cb": {\r\n\t\t\t"command": "node",\r\n\t\t\t"args": [\r\n\t\t\t\t"serve"\r\n\t\t\t]\r\n\t\t},\r\n\t},\r\n}`,
    ],
    [
      "on one line",
      `{"theme": "x", "mcpServers": {"a": 1}}`,
      `{"theme": "x", "mcpServers": {"a": 1, "cb": {"command":"node","args":["serve"]}}}`,
    ],
    [
      "in the place of the one that is there",
      `{\n  "mcpServers": {\n    "cb": { "command": "old" }, // ours\n    "b": 1\n  }\n}\n`,
      `{\n  "mcpServers": {\n    "cb": { "command": "node", "args": ["serve"] }, // ours\n    "b": 1\n  }\n}\n`,
    ],
    [
      "with a list that stays on its line",
      `{\n  "mcpServers": {\n    "cb": { "command": "node", "args": [ "a" ] }\n  }\n}\n`,
      `{\n  "mcpServers": {\n    "cb": { "command": "node", "args": ["serve"] }\n  }\n}\n`,
    ],
    [
      "between the comments of the one that is there",
      `{\n  "mcpServers": {\n    "cb": {\n      // why\n      "command": "old", // this\n      "old": 1,\n      "args": [ "serve" ] /* odd */\n    }\n  }\n}\n`,
      `{\n  "mcpServers": {\n    "cb": {\n      // why\n      "command": "node", // this\n      "args": [ "serve" ] /* odd */\n    }\n  }\n}\n`,
    ],
    [
      "an object of servers that holds only a comment",
      `{\n  "mcpServers": {\n    // none yet\n  }\n}\n`,
      `{\n  "mcpServers": {\n    "cb": {\n      "command": "node",\n      "args": [\n        "serve"\n      ]\n    }\n    // none yet\n  }\n}\n`,
    ],
  ])("%s", (_, before, after) => {
    expect(setInJson(before, KEYS, ENTRY)).toBe(after);
  });
});

describe("an entry removed from JSON with comments", () => {
  it.each([
    [
      "with its line",
      `{\n  "mcpServers": {\n    "cb": {},\n    "b": 1 // kept\n  }\n}\n`,
      `{\n  "mcpServers": {\n    "b": 1 // kept\n  }\n}\n`,
    ],
    [
      "the last one, and the comma before it",
      `{\n  "mcpServers": {\n    "a": 1, // kept\n    "cb": {}\n  }\n}\n`,
      `{\n  "mcpServers": {\n    "a": 1 // kept\n  }\n}\n`,
    ],
    ["the only one", `{ "mcpServers": { "cb": {} } }`, `{ "mcpServers": { } }`],
    [
      "the last one of those that all have a comma",
      `{\n  "mcpServers": {\n    "a": 1,\n    "cb": {},\n  },\n}\n`,
      `{\n  "mcpServers": {\n    "a": 1,\n  },\n}\n`,
    ],
    ["on one line", `{"mcpServers": {"cb": 1, "b": 2}}`, `{"mcpServers": {"b": 2}}`],
    ["none, where there is none", `{"mcpServers": {"b": 2}}`, `{"mcpServers": {"b": 2}}`],
  ])("%s", (_, before, after) => {
    expect(removeFromJson(before, KEYS)).toBe(after);
  });
});

/** JSON objects as people write them: comments, commas at the end, either line ending. */
const written = fc
  .record({
    servers: fc.uniqueArray(fc.constantFrom("a", "b", "c", "cb"), { maxLength: 3 }),
    others: fc.uniqueArray(fc.constantFrom("theme", "model"), { maxLength: 2 }),
    comment: fc.constantFrom("", " // one", " /* two */", "\n  // on a line"),
    trailing: fc.boolean(),
    eol: fc.constantFrom("\n", "\r\n"),
    first: fc.boolean(),
  })
  .map(({ servers, others, comment, trailing, eol, first }) => {
    const end = trailing ? "," : "";
    const row = (rows: string[], pad: string) =>
      rows.map((text, at) => `${pad}${text}${at === rows.length - 1 ? end : ","}${comment}\n`).join("");
    const table = `"mcpServers": {${comment}\n${row(
      servers.map((name) => `"${name}": { "command": "${name}" }`),
      "    ",
    )}  }`;
    const plain = others.map((name) => `"${name}": "x"`);
    return `{${comment}\n${row(first ? [table, ...plain] : [...plain, table], "  ")}}\n`.replaceAll("\n", eol);
  });

describe("whatever the file", () => {
  it("only the entry changes: its value, and no other value, comment or line ending", () => {
    fc.assert(
      fc.property(written, (text) => {
        const value = parseJsonWithComments(text) as { mcpServers: Record<string, unknown> };
        const after = setInJson(text, KEYS, ENTRY);
        expect(parseJsonWithComments(after)).toEqual({ ...value, mcpServers: { ...value.mcpServers, cb: ENTRY } });
        expect(after.match(/\/\/.*|\/\*.*?\*\//g)).toEqual(text.match(/\/\/.*|\/\*.*?\*\//g));
        expect(after.includes("\n") && /[^\r]\n/.test(after)).toBe(/[^\r]\n/.test(text));
        const { cb: _, ...others } = value.mcpServers;
        expect(parseJsonWithComments(removeFromJson(after, KEYS))).toEqual({ ...value, mcpServers: others });
      }),
    );
  });

  it("removing what was added gives the bytes back", () => {
    fc.assert(
      fc.property(written, (text) => {
        const { mcpServers } = parseJsonWithComments(text) as { mcpServers: Record<string, unknown> };
        fc.pre(mcpServers["cb"] === undefined && Object.keys(mcpServers).length > 0);
        expect(removeFromJson(setInJson(text, KEYS, ENTRY), KEYS)).toBe(text);
      }),
    );
  });
});
