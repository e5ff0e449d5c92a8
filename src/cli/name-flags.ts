// Errors of operations name fields and tools, as MCP has them; on the command line these are flags and commands.
import { ALL_OPERATIONS } from "../operations/all-operations.ts";
import type { CommandForm, Operation } from "../operations/operation.ts";
import { Failure } from "../vocabulary/failure.ts";

const COMMANDS = new Map(ALL_OPERATIONS.flatMap(({ name, command }) => (command === null ? [] : [[name, command]])));

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
      // A field in backticks, one that a colon follows at the start of a complaint, and any name of several words.
      .replace(/`([a-z_]+)`/g, (whole, name: string) => (names.has(name) ? `\`${names.get(name)}\`` : whole))
      .replace(/(^|; )([a-z_]+)(?=(?:\.\d+)?: )/g, (whole, before: string, name: string) =>
        names.has(name) ? `${before}${names.get(name)}` : whole,
      )
      .replace(/(?<![\w/."'-])[a-z]+(?:_[a-z]+)+(?![\w/."'(])/g, (name) => {
        const command = COMMANDS.get(name)?.command;
        return names.get(name) ?? (command === undefined ? name : `\`context-broker ${command}\``);
      })
      .replaceAll("``", "`");
  const hint = failure.hint.startsWith("the fields are: ")
    ? `\`context-broker ${form.command} --help\` lists the flags`
    : reword(failure.hint);
  return new Failure(failure.code, reword(failure.message), { hint, cause: failure });
}
