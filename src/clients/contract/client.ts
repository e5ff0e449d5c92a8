// The description of a client: where it keeps its MCP servers, and the form of an entry there.
import type { ConfigObject } from "../../system/parse-config.ts";

export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** How a client starts a server. */
export interface Launch {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

export interface Client {
  /** As `setup` takes it. */
  readonly name: string;
  readonly title: string;
  readonly form: "json" | "toml";
  /** Files in which the client looks for the user's own servers, absolute, the usual one first. */
  readonly userFiles: (machine: Machine) => readonly [string, ...string[]];
  /** The file that is shared with a project, relative to its root; null if the client has none. */
  readonly projectFile: string | null;
  /** Whether the client works in a folder, from which the server finds the project; a chat window does not. */
  readonly workspace: boolean;
  /** The file at a project's root in which the client's model reads rules; null if there is none. */
  readonly rulesFile: string | null;
  /** The keys that lead to the table of servers, in a file with this content. */
  readonly servers: (config: ConfigObject) => readonly string[];
  readonly entry: (launch: Launch) => ConfigObject;
  /** The words by which an entry starts its server; [] where it names none. */
  readonly wordsOf: (entry: ConfigObject) => readonly string[];
  /** The client's own command that adds the entry, for a POSIX shell; null if it has none. */
  readonly addCommand: (name: string, launch: Launch) => string | null;
}
