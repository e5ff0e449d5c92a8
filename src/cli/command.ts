// What every command is made of: what it is handed, how it is declared, where it hangs.
import type { Command } from "commander";
import type { LoadedSettings } from "../config/load-settings.ts";
import type { SettingKey, Settings } from "../config/settings.ts";
import type { Services } from "../operations/services.ts";
import type { Place } from "./input-flags.ts";
import type { Terminal } from "./terminal.ts";

export interface CommandLineParts {
  readonly version: string;
  /** `command`: its words alone, `saved list`; others see them while it runs. */
  openServices(loaded: LoadedSettings, command: string): Promise<Services>;
  /** Starts the server and answers when it stands; the process then lives until its client is gone. */
  serve(loaded: LoadedSettings): Promise<void>;
  /** Checks the model's files against their hashes; answers the model's id. Throws MODEL_MISSING or MODEL_MISMATCH. */
  checkModel(settings: Settings): Promise<string>;
}

/** What every command is handed. */
export interface CommandContext {
  readonly parts: CommandLineParts;
  readonly terminal: Terminal;
  readonly cwd: string;
}

/** A command's work: its settings and flags in, its exit code out; null: the process lives on. */
export type Run = (
  loaded: LoadedSettings,
  options: Readonly<Record<string, unknown>>,
  places: readonly Place[],
) => Promise<number | null>;

export interface DeclaredFlags {
  /** The command's own input, which goes before a setting of the same name. */
  readonly taken?: ReadonlySet<string>;
  /** The settings with a line in the command's help; by default the project. */
  readonly shown?: readonly SettingKey[];
}

/** Gives a command the settings' flags and runs it with the settings in force. */
export type Declare = (command: Command, run: Run, flags?: DeclaredFlags) => void;

const GROUPS: Readonly<Record<string, string>> = {
  saved: "Saved search results: list, show, delete",
  config: "Show and change settings",
};

/** The commands by what they are for, in the order of the help. */
const HEADINGS: readonly (readonly [string, readonly string[]])[] = [
  ["Search:", ["search", "search-text", "search-symbols", "search-files", "search-ast", "ask"]],
  [
    "Symbols and changes:",
    ["get-symbol", "get-symbol-source", "find-references", "get-call-graph", "analyze-impact", "analyze-diff"],
  ],
  [
    "Files and modules:",
    [
      "get-repo-overview",
      "list-modules",
      "get-module",
      "analyze-directory",
      "analyze-file",
      "list-symbols",
      "list-languages",
      "validate-syntax",
    ],
  ],
  ["Saved results:", ["save", "saved"]],
  ["Index and savings:", ["index", "status", "health", "generate-index", "report"]],
  ["Installation:", ["serve", "setup", "config", "doctor"]],
];

/** Where a command stands in the help, by its first word; lower is earlier. */
export function placeInHelp(word: string): number {
  const place = HEADINGS.findIndex(([, words]) => words.includes(word));
  return place < 0 ? HEADINGS.length : place;
}

/** The heading that lists a command, by its first word. */
export function headingOf(word: string): string {
  return HEADINGS.find(([, words]) => words.includes(word))?.[0] ?? "Commands:";
}

/** Makes the command that `words` name; its parents are made with the first of their children. */
export function commandAt(program: Command, words: string): Command {
  const names = words.split(" ");
  return names.reduce((parent, name, index) => {
    const there = parent.commands.find((command) => command.name() === name);
    if (there !== undefined) {
      return there;
    }
    const made = parent.command(name).enablePositionalOptions().helpCommand(false);
    made.helpOption("-h, --help", "Show this help");
    if (index === 0) {
      made.helpGroup(headingOf(name));
    }
    const group = index < names.length - 1 ? GROUPS[name] : undefined;
    return group === undefined ? made : made.description(group);
  }, program);
}

/** The command that explains this one: `context-broker index gc --help`. */
export function helpOf(command: Command): string {
  const names: string[] = [];
  for (let one: Command | null = command; one !== null; one = one.parent) {
    names.unshift(one.name());
  }
  return `\`${names.join(" ")} --help\``;
}

export function exampleText(examples: readonly string[]): string {
  return `\n${examples.length === 1 ? "Example" : "Examples"}:\n${examples.map((line) => `  ${line}`).join("\n")}`;
}
