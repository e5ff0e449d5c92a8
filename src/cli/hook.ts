// `hook install CLIENT`: adds this program to the hooks of a client, or removes it (`--undo`), after showing the difference. The client then runs
// `src/hook.ts`.

import { homedir } from "node:os";
import { delimiter } from "node:path";
import { Argument, type Command } from "commander";
import type { ClientHooks } from "../clients/contract/client-hooks.ts";
import { hookCommand, withHooks, withoutHooks } from "../clients/hook-entries.ts";
import { CLIENT_HOOKS } from "../clients/hooks-registry.ts";
import { planTextChange, type Refuse, refusalOf, writeTextChange } from "../clients/text-change.ts";
import { packagePath } from "../system/package-root.ts";
import { PRIVATE_MODES } from "../system/platform/permissions.ts";
import { SYSTEM } from "../system/platform/this-system.ts";
import { type CommandContext, type Declare, exampleText, type Run } from "./command.ts";
import { carryOut, exitCodeOf, notConfirmed, type State } from "./confirm-change.ts";
import { renderJson } from "./render-answer.ts";

/** Private, because the file may contain other settings of the user. */
const NEW_FILE_MODE = PRIVATE_MODES.file;

export function declareHookInstall(command: Command, { terminal }: CommandContext, declare: Declare): void {
  const { out, err } = terminal;
  command
    .description("Tell a client after its edits what they may have broken; shows the difference before it writes")
    .addArgument(new Argument("<clients...>", "the clients").choices(CLIENT_HOOKS.map(({ name }) => name)))
    .option("--yes", "Write without asking")
    .option("--undo", "Remove the hooks")
    .option("--json", "Print one JSON object")
    .addHelpText(
      "after",
      exampleText(["context-broker hook install claude-code", "context-broker hook install claude-code --undo"]),
    );
  const run: Run = async (_, options, [names]) => {
    const [isUndo, isYes, isJson] = ["undo", "yes", "json"].map((flag) => options[flag] === true) as [
      boolean,
      boolean,
      boolean,
    ];
    const done: { readonly client: string; readonly file: string; readonly state: State; readonly diff: string }[] = [];
    for (const hooks of CLIENT_HOOKS.filter(({ name }) => [names ?? []].flat().includes(name))) {
      const file = hooks.file(homedir(), process.env);
      const refuse = refusalOf(file, ", then run the command again");
      const change = planTextChange(file, (text) => changed(hooks, text, isUndo, refuse) || null, refuse);
      const write = () => writeTextChange(change, NEW_FILE_MODE, refuse);
      const state = await carryOut(change, write, { isUndo, isYes, isJson }, err);
      done.push({ client: hooks.name, file, state, diff: change.diff });
      if (!isJson) {
        out.write(sentenceOf(hooks, file, state, isUndo));
      }
    }
    if (isJson) {
      out.write(renderJson({ clients: done }, out));
    }
    return exitCodeOf(done);
  };
  declare(command, run, { shown: [] });
}

function changed(hooks: ClientHooks, text: string, isUndo: boolean, refuse: Refuse): string {
  const search = (process.env["PATH"] ?? "").split(delimiter);
  const command = hookCommand(
    hooks.name,
    { platform: SYSTEM, search },
    process.execPath,
    packagePath("dist", "hook.js"),
  );
  try {
    return isUndo ? withoutHooks(hooks, text) : withHooks(hooks, text, command);
  } catch (error) {
    throw error instanceof SyntaxError ? refuse(`is not valid: ${error.message}`) : error;
  }
}

function sentenceOf({ title, afterInstall }: ClientHooks, file: string, state: State, isUndo: boolean): string {
  switch (state) {
    case "written":
      return `${title}: wrote the hooks in ${file}. ${afterInstall ?? `Restart ${title}`}.\n`;
    case "removed":
      return `${title}: removed the hooks from ${file}. Restart ${title}.\n`;
    case "unchanged":
      return `${title}: ${isUndo ? "there are no hooks" : "the hooks are as they should be"} in ${file}\n`;
    case "not confirmed":
      return `${title}: ${notConfirmed(file)}\n`;
  }
}
