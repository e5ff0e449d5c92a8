// `trust add`, `trust remove` and `trust list`: which folders a client may name as its project, besides those that it works in.
import { Argument, type Command } from "commander";
import { clientOfShell } from "../clients/registry.ts";
import type { LoadedSettings } from "../config/load-settings.ts";
import type { AllowedFolder, Removal, TrustScene } from "../operations/contract/change-trust.ts";
import { type CommandContext, type Declare, exampleText, type Run } from "./command.ts";
import { EXIT } from "./exit.ts";
import type { Place } from "./input-flags.ts";
import { renderJson } from "./render-answer.ts";
import { visible } from "./terminal.ts";

const FOLDER = "the folder; default: the working folder";

/** Loaded late: it looks for projects with a glob library, which no other command needs this early. */
const openTrust = () => import("../operations/contract/change-trust.ts");

export function declareTrustAdd(command: Command, { terminal, cwd }: CommandContext, declare: Declare): void {
  describe(command, "Let clients name a folder, and those below it, as their project", [
    "context-broker trust add",
    "context-broker trust add ~/code",
  ]).addArgument(new Argument("[folder]", FOLDER));
  const run: Run = async (loaded, options, [named]) => {
    const { addTrust } = await openTrust();
    const { folder, isNew } = await addTrust(textOf(named), sceneOf(loaded, cwd));
    const text = `${isNew ? "trusted" : "trusted already"}: ${visible(folder)} and the folders below it\n`;
    terminal.out.write(options["json"] === true ? renderJson({ folder, is_new: isNew }, terminal.out) : text);
    return EXIT.found;
  };
  declare(command, run, { shown: [] });
}

export function declareTrustRemove(command: Command, { terminal, cwd }: CommandContext, declare: Declare): void {
  describe(command, "Stop clients from naming a folder and those below it, whether trusted or indexed", [
    "context-broker trust remove",
    "context-broker trust remove ~/code/app",
  ]).addArgument(new Argument("[folder]", FOLDER));
  const run: Run = async (loaded, options, [named]) => {
    const { removeTrust } = await openTrust();
    const removal = await removeTrust(textOf(named), sceneOf(loaded, cwd));
    const { folder, isRemoved, ended, stillAllowed } = removal;
    terminal.out.write(
      options["json"] === true
        ? renderJson({ folder, is_removed: isRemoved, ended, still_allowed: stillAllowed }, terminal.out)
        : renderRemoval(removal),
    );
    return isRemoved ? EXIT.found : EXIT.nothing;
  };
  declare(command, run, { shown: [] });
}

export function declareTrustList(command: Command, { terminal, cwd }: CommandContext, declare: Declare): void {
  describe(command, "List the folders that clients may name as their project, and why", [
    "context-broker trust list",
    "context-broker trust list --json",
  ]);
  const run: Run = async (loaded, options) => {
    const { allowedFolders } = await openTrust();
    const folders = await allowedFolders(sceneOf(loaded, cwd));
    terminal.out.write(options["json"] === true ? renderJson({ folders }, terminal.out) : renderFolders(folders));
    return folders.length > 0 ? EXIT.found : EXIT.nothing;
  };
  declare(command, run, { shown: [] });
}

const describe = (command: Command, description: string, examples: readonly string[]): Command =>
  command
    .description(description)
    .option("--json", "Print one JSON object")
    .addHelpText("after", exampleText(examples));

const textOf = (named: Place): string => (typeof named === "string" ? named : ".");

function sceneOf({ settings, origins }: LoadedSettings, cwd: string): TrustScene {
  const { dataFolder, allowedProjects } = settings;
  const { kind, name } = origins["allowed_projects"];
  return {
    dataFolder,
    allowedProjects,
    settingFrom: `${kind} ${name}`.trim(),
    cwd,
    client: clientOfShell(process.env),
  };
}

function renderRemoval({ folder, isRemoved, ended, stillAllowed }: Removal): string {
  const lines = [
    ...(isRemoved ? [`removed: ${folder} and the folders below it`] : []),
    ...ended.filter((one) => one.folder !== folder).map((one) => `  ${one.folder} (${one.why})`),
    ...stillAllowed.map(
      (one) => `still allowed by the setting allowed_projects: ${one.folder} (${one.from}); change it there`,
    ),
  ];
  return lines.map((line) => `${visible(line)}\n`).join("");
}

function renderFolders(folders: readonly AllowedFolder[]): string {
  if (folders.length === 0) {
    return "clients may name only the folders that they work in; `context-broker trust add DIR` adds one\n";
  }
  const lines = folders.flatMap((one) => [
    `${one.folder}${one.below ? " and below" : ""}`,
    `  ${one.why}, ${one.from ?? `${one.at?.slice(0, 16).replace("T", " ")} UTC${authorOf(one)}`}`,
    ...one.except.map((removed) => `  except ${removed}`),
  ]);
  return lines.map((line) => `${visible(line)}\n`).join("");
}

function authorOf({ by }: AllowedFolder): string {
  return by === null ? "" : ` by ${by.user} (${by.command}${by.client === null ? "" : `, from ${by.client}`})`;
}
