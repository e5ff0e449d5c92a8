// `hooks install CLIENT` and `hooks uninstall CLIENT`: adds this program to the hooks of a client, or removes it, after showing the difference. The
// client then runs `src/hook.ts`. Without a client, these commands are about git's hooks (src/operations/review/hooks.ts).

import { homedir } from "node:os";
import { delimiter } from "node:path";
import { Argument, Option } from "commander";
import type { ClientHooks } from "../clients/contract/client-hooks.ts";
import { hookCommand, withHooks, withoutHooks } from "../clients/hook-entries.ts";
import { CLIENT_HOOKS } from "../clients/hooks-registry.ts";
import { planTextChange, type Refuse, refusalOf, writeTextChange } from "../clients/text-change.ts";
import { packagePath } from "../system/package-root.ts";
import { PRIVATE_MODES } from "../system/platform/permissions.ts";
import { SYSTEM } from "../system/platform/this-system.ts";
import { Failure } from "../vocabulary/failure.ts";
import type { CommandContext, Declare, Run } from "./command.ts";
import { carryOut, exitCodeOf, notConfirmed, type State } from "./confirm-change.ts";
import { renderJson } from "./render-answer.ts";

/** Private, because the file may contain other settings of the user. */
const NEW_FILE_MODE = PRIVATE_MODES.file;

type Options = Readonly<Record<string, unknown>>;

const ABOUT = {
  hooks_install:
    "Have git review what is committed and pushed; with names of clients, tell these after their edits what they may have broken",
  hooks_uninstall:
    "Remove the git hooks, where one that was there before takes its place again; or those of the named clients",
} as const;

export const takesClients = (operation: string): operation is keyof typeof ABOUT => Object.hasOwn(ABOUT, operation);

/** Makes a command about git hooks take clients, too: then it is about their hooks instead. Returns what declares it. */
export const withClients =
  (operation: keyof typeof ABOUT, { terminal }: Pick<CommandContext, "terminal">, declare: Declare): Declare =>
  (command, run, flags) => {
    const clients = new Argument("[clients...]", "clients whose hooks are meant; without any, git's");
    command
      .description(ABOUT[operation])
      .addArgument(clients.choices(CLIENT_HOOKS.map(({ name }) => name)))
      .option("--yes", "With clients: write without asking");
    if (operation === "hooks_install") {
      command.addOption(new Option("--undo", "As `hooks uninstall`").hideHelp());
    }
    const runEither: Run = (loaded, options, [names]) => {
      const named = [names ?? []].flat().map(String);
      refuseOthers(options, named.length > 0);
      return named.length > 0
        ? changeHooks(named, options["undo"] === true || operation === "hooks_uninstall", options, terminal)
        : run(loaded, options, []);
    };
    declare(command, runEither, flags);
  };

/** Flags of clients' hooks, or of git's, where the command is about the others. */
function refuseOthers(options: Options, isOfClients: boolean): void {
  const others = isOfClients ? ["hooks", "project"] : ["yes", "undo"];
  const flag = others.find((name) => options[name] !== undefined);
  if (flag !== undefined) {
    throw new Failure("INVALID_INPUT", `--${flag} is for ${isOfClients ? "git's" : "clients'"} hooks`, {
      hint: isOfClients ? "leave it out, or name no client" : "name the clients, or leave it out",
    });
  }
}

/** Shows each difference, asks, and writes it. Returns the exit code. */
async function changeHooks(
  names: readonly string[],
  isUndo: boolean,
  options: Options,
  { out, err }: CommandContext["terminal"],
): Promise<number> {
  const [isYes, isJson] = [options["yes"] === true, options["json"] === true];
  const done: { readonly client: string; readonly file: string; readonly state: State; readonly diff: string }[] = [];
  for (const hooks of CLIENT_HOOKS.filter(({ name }) => names.includes(name))) {
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
