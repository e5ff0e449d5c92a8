// What the first answers are made of. The build writes it as a file beside the program, from the same operations, prompts and settings that the
// session has (src/server/make-opening-table.ts).
import { readFileSync } from "node:fs";
import type { Toolset } from "../vocabulary/toolsets.ts";
import type { PlainForm } from "./plain-settings.ts";

export interface OpeningTool {
  readonly toolset: Toolset;
  /** Offered only by a server that may search several projects. */
  readonly onlyForSeveral: boolean;
  /** As `tools/list` has it. */
  readonly listed: unknown;
  /** The same on a server that may search several projects, where that differs. */
  readonly listedForSeveral?: unknown;
}

/** A part of the instructions; `toolset`: only where that is offered. */
export interface InstructionPart {
  readonly toolset?: Toolset;
  readonly text: string;
}

export interface OpeningTable {
  /** Revisions that `initialize` agrees on; the first one is offered to a client that asks for another. */
  readonly revisions: readonly string[];
  /** The revision without sessions. */
  readonly sessionless: string;
  /** Names of the fields of `_meta` by which a request without a session introduces itself. */
  readonly metaKeys: {
    readonly revision: string;
    readonly client: string;
    readonly capabilities: string;
    readonly server: string;
  };
  readonly capabilities: unknown;
  /** Where the tools of a running Emacs are offered, beside others or alone. */
  readonly emacsCapabilities: { readonly beside: unknown; readonly alone: unknown };
  readonly server: unknown;
  readonly instructions: readonly InstructionPart[];
  readonly tools: readonly OpeningTool[];
  readonly prompts: readonly unknown[];
  readonly templates: readonly unknown[];
  /** How long answers without a session may be kept, by method. */
  readonly cacheHints: Readonly<Record<string, object>>;
  /** The form of each setting, by key; null for one whose values need the real check. */
  readonly settings: Readonly<Record<string, PlainForm | null>>;
  /** Keys of settings that may not be given as a flag here. */
  readonly notAsFlag: readonly string[];
  readonly defaultToolsets: readonly (Toolset | "all")[];
}

/** Null if there is no table, or none of this form: then the session gives all answers. */
export function readOpeningTable(path: string | URL): OpeningTable | null {
  try {
    return JSON.parse(readFileSync(path, "utf8")) as OpeningTable;
  } catch {
    return null;
  }
}
