// Rewords errors and advice for the command line: operations name fields and tools, as MCP has them; here these are flags and
// commands.
import { ALL_OPERATIONS } from "../operations/all-operations.ts";
import type { Answer, CommandForm, Operation } from "../operations/contract/operation.ts";
import { TYPED_WORD } from "../system/platform/typed-words.ts";
import { Failure } from "../vocabulary/failure.ts";

const OPERATIONS = new Map(ALL_OPERATIONS.map((operation) => [operation.name, operation]));

/** A tool's name, alone or as a call that an answer suggests: `commit_edits {"session":"1a2b3c4d","apply":true}`. */
const TOOL = /(?<![\w/."'-])([a-z]+(?:_[a-z]+)+)(?![\w/."'(])(?: (\{(?:[^{}"]|"(?:[^"\\]|\\.)*")*\}))?/g;

/**
 * An answer's text whose advice names commands and flags instead of tools and fields: `list_modules` becomes
 * `context-broker list-modules`. Source is left as it is: only an answer without any is reworded as a whole, in others the line that
 * says what to do next.
 */
export function adviceInCommands({ outcome, text }: Answer, { name, input }: Operation): string {
  const isAdvice = name === "health" || ((outcome === "empty" || outcome === "none") && name !== "ask");
  const withFlags = (line: string) =>
    line.replace(/`([a-z_]+)`/g, (whole, field: string) =>
      field in input.shape ? `\`--${field.replaceAll("_", "-")}\`` : whole,
    );
  const lines = text.split("\n");
  const next = placeOfNext(lines, name);
  const reword = (line: string, at: number) =>
    isAdvice ? withCommands(line) : at === next ? withFlags(withCommands(line)) : line;
  return lines.map(reword).join("\n");
}

/** Index of the line that says what to do next: the last one, but for `ask`, whose evidence follows; -1 for none. Source may have such lines. */
function placeOfNext(lines: readonly string[], name: string): number {
  const isNext = (line: string): boolean => line.startsWith("next: ");
  return name === "ask" ? lines.findIndex(isNext) : isNext(lines.at(-1) ?? "") ? lines.length - 1 : -1;
}

/** What is typed for the tool, or for a call of it. Null where no command does that. */
function typedFor(tool: string, json: string | undefined): string | null {
  const operation = OPERATIONS.get(tool);
  if (operation === undefined || json === undefined) {
    return operation?.command == null ? null : `context-broker ${operation.command.command}`;
  }
  const input = parsedCall(json);
  const asked = input === null ? null : (operation.choose?.(input) ?? { operation, input });
  return asked?.operation.command == null ? null : callOf(asked.operation.command, asked.input as Values);
}

type Values = Readonly<Record<string, unknown>>;

/** The same call as a command: `context-broker edit commit 1a2b3c4d --apply`. */
function callOf({ command, positionals }: CommandForm, input: Values): string {
  const places = positionals.flatMap((field) => (field in input ? [TYPED_WORD(String(input[field]))] : []));
  const flags = Object.entries(input).flatMap(([field, value]) => {
    const flag = `--${field.replaceAll("_", "-")}`;
    const values = positionals.includes(field) ? [] : Array.isArray(value) ? value : [value];
    return values.map((one) => (one === true ? flag : `${flag} ${TYPED_WORD(String(one))}`));
  });
  return ["context-broker", command, ...places, ...flags].join(" ");
}

/** Null where names in it had to be escaped. */
function parsedCall(json: string): Values | null {
  try {
    return JSON.parse(json);
  } catch {
    // Escaped for a terminal (`\u{202e}`): such a call cannot be typed, and stays as it was.
    return null;
  }
}

const withCommands = (text: string): string =>
  text
    .replace(TOOL, (whole, name: string, json?: string) => {
      const typed = typedFor(name, json);
      return typed === null ? whole : `\`${typed}\``;
    })
    .replaceAll("``", "`");

/** The failure in the words of the command: `top_k` becomes `--top-k`, `list_modules` becomes `context-broker list-modules`. */
export function inWordsOfCommand(failure: Failure, { input }: Operation, form: CommandForm): Failure {
  const names = new Map(
    Object.keys(input.shape).map((field) => [
      field,
      form.positionals.includes(field) ? `<${field}>` : `--${field.replaceAll("_", "-")}`,
    ]),
  );
  const reword = (text: string) =>
    text
      // A field in backticks, one that opens a complaint, and any name of several words.
      .replace(/`([a-z_]+)`/g, (whole, name: string) => (names.has(name) ? `\`${names.get(name)}\`` : whole))
      .replace(/(^|; )([a-z_]+)(?=(?:\[\d+\])?(?:: | must | is required))/g, (whole, before: string, name: string) =>
        names.has(name) ? `${before}${names.get(name)}` : whole,
      )
      .replace(TOOL, (whole, name: string, json?: string) => {
        const typed = names.has(name) ? null : typedFor(name, json);
        return typed === null ? whole.replace(name, names.get(name) ?? name) : `\`${typed}\``;
      })
      .replaceAll("``", "`");
  const hint = failure.hint.startsWith("the fields are: ")
    ? `\`context-broker ${form.command} --help\` explains the flags`
    : reword(failure.hint);
  return new Failure(failure.code, reword(failure.message), { hint, cause: failure });
}
