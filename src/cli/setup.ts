// `setup CLIENT…`: writes this server's entry into the clients' configuration files, or removes it, after showing the difference.

import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { dirname } from "node:path";
import { Argument, type Command } from "commander";
import { renderEntry } from "../clients/client-config.ts";
import type { Client, Launch, Machine } from "../clients/contract/client.ts";
import { ENTRY_NAME, isTemporary, launchOf } from "../clients/launch.ts";
import { CLIENT_NAMES, CLIENTS } from "../clients/registry.ts";
import { type PlannedChange, planChange, writeChange } from "../clients/write-config.ts";
import type { LoadedSettings } from "../config/load-settings.ts";
import { environmentName } from "../config/settings.ts";
import type { Caller } from "../operations/contract/operation.ts";
import { packagePath } from "../system/package-root.ts";
import { SYSTEM } from "../system/platform/this-system.ts";
import { Failure } from "../vocabulary/failure.ts";
import { type CommandContext, type Declare, exampleText, type Run } from "./command.ts";
import { carryOut, exitCodeOf, notConfirmed, type State } from "./confirm-change.ts";
import { findCurrentProject, terminalCaller } from "./current-project.ts";
import { EXIT } from "./exit.ts";
import { environmentText, passedFlags } from "./passed-flags.ts";
import { renderJson } from "./render-answer.ts";
import { setupInstructions } from "./setup-instructions.ts";
import { type Output, visible } from "./terminal.ts";

export function declareSetup(command: Command, context: CommandContext, declare: Declare): void {
  command
    .description("Add this server to clients' configuration files, or remove it; shows the difference before it writes")
    .addArgument(
      new Argument("[clients...]", "the clients; without any, those found on this machine").choices(CLIENT_NAMES),
    )
    .option("--yes", "Write without asking")
    .option("--undo", "Remove the entry")
    .option(
      "--instructions",
      "Instead, add a marked paragraph about this server to the project's AGENTS.md, CLAUDE.md or GEMINI.md",
    )
    .option("--print", "Print only the entry of one client, to add it by hand; writes nothing")
    .option("--json", "Print one JSON object")
    .addHelpText(
      "after",
      exampleText([
        "context-broker setup",
        "context-broker setup claude-desktop --project ~/code/app",
        "context-broker setup codex cursor --yes",
        "context-broker setup cursor --undo",
        "context-broker setup --instructions",
        "context-broker setup vscode --allowed-projects ~/code --print",
      ]),
    );
  const run: Run = async (loaded, options, [names]) => {
    const { parts, cwd, terminal } = context;
    const machine: Machine = { platform: SYSTEM, home: homedir(), env: process.env };
    const named = [names ?? []].flat().map(String);
    const isJson = options["json"] === true;
    const isUndo = options["undo"] === true;
    const manner = { isUndo, isYes: options["yes"] === true, isJson };
    if (options["instructions"] === true) {
      const project = await findCurrentProject(loaded.settings, terminalCaller(parts.version, cwd));
      return setupInstructions(project, named, manner, terminal);
    }
    const clients = chosen(named, machine);
    const { dataFolder } = loaded.settings;
    const main = packagePath("dist", "main.js");
    const launch = async (client: Client): Promise<Launch> =>
      launchOf(process.execPath, main, {
        ...(client.workspace ? {} : await currentProject(loaded, terminalCaller(parts.version, cwd))),
        ...passedFlags(loaded),
      });
    if (options["print"] === true) {
      return printEntry(clients, launch, isJson, terminal.out);
    }
    const done: { readonly change: PlannedChange; readonly state: State }[] = [];
    for (const client of clients) {
      const file = fileOf(client, machine);
      const change = await planOrSkip(client, named.length > 0, terminal.err, async () =>
        planChange(client, file, isUndo ? null : await launch(client), dataFolder),
      );
      if (change === null) {
        continue;
      }
      const state = await carryOut(change, () => writeChange(change, dataFolder), manner, terminal.err);
      done.push({ change, state });
      if (!isJson) {
        terminal.out.write(sentenceOf(change, state, isUndo));
      }
    }
    if (done.some(({ state }) => state === "written") && isTemporary(main)) {
      terminal.err.write(IN_NPX_CACHE);
    }
    if (isJson) {
      terminal.out.write(
        renderJson(
          {
            clients: done.map(({ change: { client, file, diff }, state }) => ({
              client: client.name,
              file,
              state,
              diff,
            })),
          },
          terminal.out,
        ),
      );
    }
    return exitCodeOf(done);
  };
  declare(command, run);
}

const IN_NPX_CACHE =
  "note: the entry starts the copy in npx's cache; for one that stays, `npm install -g` the package and set up again\n";

/** The planned change. A client that was found, not named, is skipped with a message if its file cannot be changed; then null. */
async function planOrSkip(
  { title }: Client,
  isNamed: boolean,
  err: Output,
  plan: () => Promise<PlannedChange>,
): Promise<PlannedChange | null> {
  try {
    return await plan();
  } catch (error) {
    if (isNamed || !(error instanceof Failure)) {
      throw error;
    }
    err.write(`${title}: skipped, ${visible(error.message)}\n`);
    return null;
  }
}

/** The named clients; without names, those that this machine has. */
function chosen(names: readonly string[], machine: Machine): readonly Client[] {
  const found = CLIENTS.filter((client) =>
    names.length === 0
      ? client.userFiles(machine).some((file) => isInstalled(file, machine))
      : names.includes(client.name),
  );
  if (found.length === 0) {
    throw new Failure("NOT_FOUND", "no client that is known was found on this machine", {
      hint: `name one: ${CLIENT_NAMES.join(", ")}`,
    });
  }
  return found;
}

/** Whether the client has ever run: it has made its folder or, if its file is in the home folder, the file. */
const isInstalled = (file: string, { home }: Machine): boolean =>
  existsSync(file) || (dirname(file) !== home && existsSync(dirname(file)));

function fileOf(client: Client, machine: Machine): string {
  const files = client.userFiles(machine);
  return files.find((file) => existsSync(file)) ?? files[0];
}

function sentenceOf({ client: { title }, file }: PlannedChange, state: State, isUndo: boolean): string {
  switch (state) {
    case "written":
      return `${title}: wrote the entry ${ENTRY_NAME} in ${file}. Restart ${title}.\n`;
    case "removed":
      return `${title}: removed the entry ${ENTRY_NAME} from ${file}. Restart ${title}.\n`;
    case "unchanged":
      return `${title}: ${isUndo ? "there is no entry" : "the entry is as it should be"} in ${file}\n`;
    case "not confirmed":
      return `${title}: ${notConfirmed(file)}\n`;
  }
}

async function printEntry(
  clients: readonly Client[],
  launch: (client: Client) => Promise<Launch>,
  isJson: boolean,
  out: Output,
): Promise<number> {
  const [client] = clients;
  if (client === undefined || clients.length > 1) {
    throw new Failure("INVALID_INPUT", "--print prints the entry of one client", {
      hint: `name one: ${CLIENT_NAMES.join(", ")}`,
    });
  }
  const start = await launch(client);
  const entry = renderEntry(client, start);
  const command = client.addCommand(ENTRY_NAME, start);
  out.write(isJson ? renderJson({ client: client.name, format: client.form, entry, command }, out) : entry);
  return EXIT.found;
}

/** A client that does not work in a folder starts servers in `/` or in the home folder, so its entry names the current project. */
async function currentProject({ settings }: LoadedSettings, caller: Caller): Promise<Record<string, string>> {
  if (settings.allowedProjects.length > 0) {
    return {};
  }
  if (settings.project.length > 1) {
    return { [environmentName("project")]: environmentText(settings.project) };
  }
  const project = await findCurrentProject(settings, caller);
  if (project === null) {
    throw new Failure("INVALID_INPUT", "this client starts servers outside any project, and no project is named", {
      hint: "name a folder with --project, or allow folders with --allowed-projects",
    });
  }
  return { [environmentName("project")]: project };
}
