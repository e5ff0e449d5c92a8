// `setup CLIENT`: prints the entry that makes a client start this server. Writes nothing.
import { homedir } from "node:os";
import { Argument, type Command } from "commander";
import { type LoadedSettings, valueAt } from "../config/load-settings.ts";
import { environmentName, SETTING_KEYS } from "../config/settings.ts";
import type { Caller } from "../operations/contract/operation.ts";
import { packagePath } from "../system/package-root.ts";
import { addCommand, launchOf, renderEntry } from "./client-entry.ts";
import { CLIENT_NAMES, type Client, type ClientName, clientsOf } from "./clients.ts";
import { type CommandContext, type Declare, exampleText, type Run } from "./command.ts";
import { findCurrentProject, terminalCaller } from "./current-project.ts";
import { EXIT } from "./exit.ts";
import { renderJson } from "./render-answer.ts";
import { styleOf } from "./style.ts";
import type { Output } from "./terminal.ts";

export function declareSetup(command: Command, context: CommandContext, declare: Declare): void {
  command
    .description("Print what a client's configuration needs to start this server; writes nothing")
    .addArgument(new Argument("<client>", "the client").choices(CLIENT_NAMES))
    .option("--print", "Print only the entry, to append it to a file")
    .option("--json", "Print one JSON object")
    .addHelpText(
      "after",
      exampleText([
        "context-broker setup claude-desktop --project ~/code/app",
        "context-broker setup codex --print >> ~/.codex/config.toml",
        "context-broker setup cursor --allowed-projects ~/code --print",
      ]),
    );
  const run: Run = async (loaded, options, [name]) => {
    const { parts, cwd, terminal } = context;
    const { out } = terminal;
    const clientName = name as ClientName;
    const client = clientsOf({ platform: process.platform, home: homedir(), env: process.env })[clientName];
    const entry = launchOf(process.execPath, packagePath("dist", "main.js"), {
      ...(client.workspace ? {} : await currentProject(loaded, terminalCaller(parts.version, cwd))),
      ...passedFlags(loaded),
    });
    const text = renderEntry(clientName, client, entry);
    const command = addCommand(clientName, entry);
    if (options["json"] === true) {
      out.write(
        renderJson({ client: clientName, file: client.userFiles[0], format: client.form, entry: text, command }, out),
      );
    } else if (options["print"] === true) {
      out.write(text);
    } else {
      out.write(explain(client, text, command, out));
      const isReached = environmentName("project") in entry.env || loaded.settings.allowedProjects.length > 0;
      if (!client.workspace && !isReached) {
        out.write(
          `\n${client.title} starts servers outside any project: name a folder with --project, or allow folders with --allowed-projects.\n`,
        );
      }
    }
    return EXIT.found;
  };
  declare(command, run);
}

function explain(client: Client, entry: string, command: string | null, out: Output): string {
  const { bold, cyan } = styleOf(out);
  const byCommand = command === null ? "Add" : `Run:\n\n  ${cyan(command)}\n\nOr add`;
  const files = client.userFiles.map((file) => bold(file)).join(" or ");
  const shared = client.projectFile === null ? "" : `, or to ${client.projectFile} in a project`;
  return `${byCommand} this to ${files}${shared}:\n\n${entry}\nThen restart ${client.title}.\n`;
}

/** A client without a folder starts servers in `/` or in the home folder, so its entry names the current project. */
async function currentProject({ settings }: LoadedSettings, caller: Caller): Promise<Record<string, string>> {
  if (settings.allowedProjects.length > 0) {
    return {};
  }
  const project = await findCurrentProject(settings, caller);
  return project === null ? {} : { [environmentName("project")]: project };
}

/** The settings that were set by flags, as environment variables. */
export function passedFlags({ settings, origins }: LoadedSettings): Record<string, string> {
  const keys = SETTING_KEYS.filter((key) => origins[key].kind === "flag");
  return Object.fromEntries(keys.map((key) => [environmentName(key), environmentText(valueAt(settings, key))]));
}

function environmentText(value: unknown): string {
  if (Array.isArray(value)) {
    return JSON.stringify(value);
  }
  return typeof value === "object" && value !== null
    ? Object.entries(value)
        .map((pair) => pair.join("="))
        .join(",")
    : String(value);
}
