// What all commands share: what they get, how they are declared, and where the help lists them.
import type { Command } from "commander";
import type { LoadedSettings } from "../config/load-settings.ts";
import type { SettingKey, Settings } from "../config/settings.ts";
import type { CommandForm, Operation } from "../operations/contract/operation.ts";
import type { Services } from "../operations/contract/services.ts";
import type { UnreadRepository } from "./check-machine.ts";
import type { Interrupt } from "./interrupt.ts";
import type { Terminal } from "./terminal.ts";

/** The command that services are opened for. */
export interface Called {
  readonly words: string;
  /** Whether it may be run again after it was cut off. */
  readonly isRepeatable: boolean;
}

/** Files of a project that a search found not yet indexed. */
export interface Rest {
  readonly root: string;
  readonly files: number;
}

export interface CommandLineParts {
  readonly version: string;
  /** `command`: its words, such as `saved list`; other processes see them while it runs. */
  openServices(loaded: LoadedSettings, command: Called): Promise<Services>;
  /** Sees to the files that a search left over; returns what to tell the user. */
  finishIndex(rest: Rest, loaded: LoadedSettings): string;
  /** Starts the server and resolves when it is ready; the process then lives until its client is gone. */
  serve(loaded: LoadedSettings): Promise<void>;
  /** Serves the page about a project at a port, 0 for any; returns its link and what ends it. */
  page(loaded: LoadedSettings, root: string, port: number): Promise<{ readonly link: string; close(): Promise<void> }>;
  /** Talks with the user until the lines end; returns the exit code. */
  chat(call: ChatCall): Promise<number>;
  /** Runs the daemon whose entry has this path until it ends; false if another one runs. */
  host(loaded: LoadedSettings, entry: string, ready: () => void): Promise<boolean>;
  /** Starts the server on a port and resolves when it listens; the process then lives until a signal ends it. */
  serveHttp(loaded: LoadedSettings): Promise<ListeningServer>;
  /** Verifies the hashes of the model's files; returns the model's id. Throws MODEL_MISSING or MODEL_MISMATCH. */
  checkModel(settings: Settings): Promise<string>;
  /** Of the repository around a folder (absolute); null if git reads it, or there is none. */
  unreadRepository(folder: string): Promise<UnreadRepository | null>;
  /**
   * What the team's server has of the project in a folder that `index_tenants` names. Throws INVALID_SETTING, MODEL_MISSING,
   * TEAM_INDEX_UNAVAILABLE.
   */
  askTeam(settings: Settings, folder: string): Promise<TeamState>;
  /** The configured language model and whether its address answers; null if none is configured. Throws INVALID_SETTING, LANGUAGE_MODEL_FAILED, TIMED_OUT. */
  askLanguageModel(settings: Settings): Promise<LanguageModelState | null>;
}

export interface LanguageModelState {
  /** With its address. */
  readonly name: string;
  /** Whether the address has it; null if the address does not say. */
  readonly isKnown: boolean | null;
  /** Those that the address lists. */
  readonly names: readonly string[];
}

export interface TeamState {
  readonly name: string;
  /** Null if nothing is published. */
  readonly publication: {
    readonly commit: string | null;
    readonly publishedAt: string;
    readonly chunks: number;
  } | null;
}

export interface ListeningServer {
  /** What a client is given. */
  readonly url: string;
  readonly tokenFile: string;
  /** The token if it was generated now: shown this once. */
  readonly newToken: string | null;
}

export interface ChatCall {
  readonly loaded: LoadedSettings;
  readonly context: CommandContext;
  readonly operations: readonly Operation[];
  /** Of a conversation to go on with; null for a new one. */
  readonly session: string | null;
  readonly isDebugged: boolean;
}

/** What every command gets. */
export interface CommandContext {
  readonly parts: CommandLineParts;
  readonly terminal: Terminal;
  /** Ctrl-C from now on cancels the work. */
  readonly watchInterrupt: () => Interrupt;
  readonly cwd: string;
  /** The file of the user's settings; it need not exist. */
  readonly userFile: string;
}

/** The value of a positional argument: all words, if it takes several. */
export type Positional = string | readonly string[] | undefined;

/** A command's work: from settings and flags to its exit code; null: the process lives on. */
export type Run = (
  loaded: LoadedSettings,
  options: Readonly<Record<string, unknown>>,
  positionals: readonly Positional[],
) => Promise<number | null>;

export interface DeclaredFlags {
  /** The command's own input, which takes precedence over a setting of the same name. */
  readonly taken?: ReadonlySet<string>;
  /** The settings that the command's help lists; by default only the project. */
  readonly shown?: readonly SettingKey[];
}

/** Adds the settings' flags to a command and runs it with the resulting settings. */
export type Declare = (command: Command, run: Run, flags?: DeclaredFlags) => void;

const GROUPS: Readonly<Record<string, string>> = {
  saved: "Saved search results and handoffs: list, show, delete",
  config: "Show and change settings",
  daemon: "The shared local server that commands and clients use",
  trust: "Folders that clients may search beside their own workspace",
  hooks: "Hooks: git reviews what is committed or pushed, clients are told what an edit may have broken",
  edit: "Change code by symbol and files by text: previewed, staged, committed, undone",
};

/** The commands by purpose, in the order of the help: first the seven that most people need. */
const HEADINGS: readonly (readonly [string, readonly string[]])[] = [
  ["Start here:", ["setup", "search", "context", "ask", "review", "edit", "index"]],
  ["Search and chat:", ["search-text", "search-symbols", "search-files", "search-ast", "chat", "write"]],
  [
    "Symbols and changes:",
    [
      "get-symbol",
      "get-symbol-source",
      "find-references",
      "get-call-graph",
      "analyze-impact",
      "analyze-diff",
      "edited-symbols",
    ],
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
      "verify",
    ],
  ],
  ["Saved results:", ["save", "save-handoff", "saved"]],
  ["Index and savings:", ["status", "list-projects", "health", "generate-index", "report", "log", "ui"]],
  ["Installation:", ["serve", "trust", "config", "hooks", "daemon", "doctor"]],
];

/** First words that were renamed, as scripts and habits still have them. */
const EARLIER_WORDS: Readonly<Record<string, string>> = { hook: "hooks" };

/** The arguments with today's name of their command. */
export function renamed(args: readonly string[]): readonly string[] {
  const [word = "", ...more] = args;
  return Object.hasOwn(EARLIER_WORDS, word) ? [EARLIER_WORDS[word] ?? word, ...more] : args;
}

/** `saved` of `saved list`. */
export const firstWord = (words: string): string => words.split(" ")[0] ?? "";

/** Its name and its aliases, as they are typed. */
export const namesOf = ({ command, aliases = [] }: CommandForm): readonly string[] => [command, ...aliases];

const IN_ORDER = HEADINGS.flatMap(([, words]) => words);

/** Position of a command in the help, by its first word; lower is earlier. */
export function placeInHelp(word: string): number {
  const place = IN_ORDER.indexOf(word);
  return place < 0 ? IN_ORDER.length : place;
}

/** The heading that lists a command, by its first word. */
export const headingOf = (word: string): string =>
  HEADINGS.find(([, words]) => words.includes(word))?.[0] ?? "Commands:";

/** Creates the command that `words` name, and its parents if they do not exist. */
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

export const exampleText = (examples: readonly string[]): string =>
  `\n${examples.length === 1 ? "Example" : "Examples"}:\n${examples.map((line) => `  ${line}`).join("\n")}`;
