// Rewords errors and advice for the command line: operations name fields and tools, as MCP has them; here these are flags and
// commands.
import { ALL_OPERATIONS } from "../operations/all-operations.ts";
import type { Answer, CommandForm, Operation } from "../operations/contract/operation.ts";
import { Failure } from "../vocabulary/failure.ts";

const COMMANDS = new Map(ALL_OPERATIONS.flatMap(({ name, command }) => (command === null ? [] : [[name, command]])));

const SNAKE_CASE = /(?<![\w/."'-])[a-z]+(?:_[a-z]+)+(?![\w/."'(])/g;

/**
 * An answer's text whose advice names commands and flags instead of tools and fields: `list_modules` becomes
 * `context-broker list-modules`. Source is left as it is: only an answer without any is reworded as a whole, in others the line that
 * says what to do next.
 */
export function adviceInCommands({ outcome, text }: Answer, { name, input }: Operation): string {
  const isAdvice = name === "health" || (outcome === "empty" && name !== "ask");
  const withFlags = (line: string) =>
    line.replace(/`([a-z_]+)`/g, (whole, field: string) =>
      field in input.shape ? `\`--${field.replaceAll("_", "-")}\`` : whole,
    );
  const reword = (line: string) =>
    isAdvice ? withCommands(line) : line.startsWith("next: ") ? withFlags(withCommands(line)) : line;
  return text.split("\n").map(reword).join("\n");
}

function withCommands(text: string): string {
  return text
    .replace(SNAKE_CASE, (name) => {
      const command = COMMANDS.get(name)?.command;
      return command === undefined ? name : `\`context-broker ${command}\``;
    })
    .replaceAll("``", "`");
}

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
      .replace(SNAKE_CASE, (name) => {
        const command = COMMANDS.get(name)?.command;
        return names.get(name) ?? (command === undefined ? name : `\`context-broker ${command}\``);
      })
      .replaceAll("``", "`");
  const hint = failure.hint.startsWith("the fields are: ")
    ? `\`context-broker ${form.command} --help\` explains the flags`
    : reword(failure.hint);
  return new Failure(failure.code, reword(failure.message), { hint, cause: failure });
}
