import { describe, expect, it } from "vitest";
import { adviceInCommands, inWordsOfCommand } from "../../src/cli/name-flags.ts";
import { ALL_OPERATIONS } from "../../src/operations/all-operations.ts";
import { TYPED_WORD } from "../../src/system/platform/typed-words.ts";
import { Failure } from "../../src/vocabulary/failure.ts";

function check(operation: string, message: string, hint: string): string {
  const found = ALL_OPERATIONS.find(({ name }) => name === operation);
  if (found === undefined || found.command === null) {
    throw new Error(`${operation} is no command`);
  }
  const { message: text, hint: cure } = inWordsOfCommand(
    new Failure("INVALID_INPUT", message, { hint }),
    found,
    found.command,
  );
  return `${text} | ${cure}`;
}

describe("an operation's error on the command line", () => {
  it.each([
    [
      "search_codebase",
      "top_k must be at most 100; max_tokens: too small",
      "the fields are: query, top_k",
      "--top-k must be at most 100; --max-tokens: too small | `context-broker search --help` explains the flags",
    ],
    ["search_codebase", "query: too long", "shorten `query`", "<query>: too long | shorten `<query>`"],
    [
      "search_codebase",
      "kinds[0] must not be empty",
      "leave out `kinds`",
      "--kinds[0] must not be empty | leave out `--kinds`",
    ],
    [
      "get_symbol",
      "no symbol get_user in src/my_file.ts",
      "search_symbols finds it by name",
      "no symbol get_user in src/my_file.ts | `context-broker search-symbols` finds it by name",
    ],
    [
      "get_saved_result",
      "name is required",
      'saved_results {"action":"list"} shows the names',
      "<name> is required | `context-broker saved list` shows the names",
    ],
    [
      "get_symbol",
      'no symbol "search_symbols"',
      "ask `list_symbols`",
      'no symbol "search_symbols" | ask `context-broker list-symbols`',
    ],
  ])("%s: %s", (operation, message, hint, expected) => {
    expect(check(operation, message, hint)).toBe(expected);
  });
});

describe("advice on the command line", () => {
  const advised = (name: string, outcome: "found" | "empty", text: string): string => {
    const operation = ALL_OPERATIONS.find((one) => one.name === name);
    if (operation === undefined) {
      throw new Error(`there is no ${name}`);
    }
    return adviceInCommands({ outcome, text, structured: { summary: "", outcome } }, operation);
  };

  it("names commands in an answer without source", () => {
    expect(advised("search_symbols", "empty", 'no symbol is named "list_modules": try search_codebase')).toBe(
      'no symbol is named "list_modules": try `context-broker search`',
    );
  });

  it.each([
    [
      'next: preview_edits {"session":"1a2b3c4d"} shows the whole session; commit_edits {"session":"1a2b3c4d","apply":true} writes it',
      "next: `context-broker edit preview 1a2b3c4d` shows the whole session; `context-broker edit commit 1a2b3c4d --apply` writes it",
    ],
    [
      'next: rename_symbol {"symbol":"src/a b.ts#A.{x}","new_name":"list_modules"} previews step 1',
      `next: \`context-broker edit rename ${TYPED_WORD("src/a b.ts#A.{x}")} list_modules\` previews step 1`,
    ],
    ['next: delete_symbol {"symbol":"a\\u{202e}.ts#x"}', 'next: delete_symbol {"symbol":"a\\u{202e}.ts#x"}'],
    ["next: no_such_tool {} helps", "next: no_such_tool {} helps"],
  ])("turns a call into a command that can be run: %s", (line, expected) => {
    expect(advised("stage_edit", "found", line)).toBe(expected);
  });

  it.each([
    ["ask", "found: x\nnext: get_symbol_source shows it\n== search_symbols\nnext: call list_modules", 1],
    ["get_symbol", "  call list_modules now\nnext: get_symbol_source runs\nnext: get_symbol_source shows it", 2],
    ["gather_context", "steps:\nnext: list_modules\n```", -1],
  ])("leaves source as it is, and names commands in the next step of %s", (name, text, next) => {
    const words = "next: `context-broker get-symbol-source` shows it";
    const expected = text.split("\n").map((line, at) => (at === next ? words : line));
    expect(advised(name, "found", text)).toBe(expected.join("\n"));
  });
});
