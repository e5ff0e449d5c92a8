// What a server with these arguments offers, as far as that can be told without loading the settings: flags before the environment before the
// user's file before the defaults, as src/config/load-settings.ts has it.
import { readFileSync, statSync } from "node:fs";
import { variableOf } from "../config/caller-settings.ts";
import { codeOf } from "../vocabulary/failure.ts";
import { type Offer, offers } from "../vocabulary/toolsets.ts";
import type { OpeningTable } from "./opening-table.ts";
import { type Entries, entriesOfJson, entriesOfText, type PlainForm } from "./plain-settings.ts";

export interface Offered {
  readonly toolsets: Offer;
  readonly isForSeveral: boolean;
}

export interface Sources {
  /** The arguments after `serve`. */
  readonly flags: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly userFile: string;
}

type Known = Pick<OpeningTable, "settings" | "notAsFlag" | "defaultToolsets">;
/** Entries by the setting's key. */
type Values = ReadonlyMap<string, readonly string[]>;

/** A settings file that is larger, in bytes, is left to the real check. */
const FILE_BYTES_MAX = 16_384;

/** Null where something is given that the real check must judge. */
export function offeredBy({ flags, env, userFile }: Sources, known: Known): Offered | null {
  const found = [valuesOfFlags(flags, known), valuesOfVariables(env, known), valuesOfFile(userFile, known)];
  if (found.includes(null)) {
    return null;
  }
  const entriesGiven = (key: string): readonly string[] | undefined => {
    for (const values of found) {
      const entries = values?.get(key);
      if (entries !== undefined) {
        return entries;
      }
    }
    return undefined;
  };
  return {
    toolsets: (entriesGiven("toolsets") as Offer | undefined) ?? known.defaultToolsets,
    isForSeveral: (entriesGiven("project")?.length ?? 0) > 1 || (entriesGiven("allowed_projects")?.length ?? 0) > 0,
  };
}

const LISTS: ReadonlySet<string> = new Set(["choices", "texts", "folders", "projects"]);

function valuesOfFlags(flags: readonly string[], { settings, notAsFlag }: Known): Values | null {
  const values = new Map<string, readonly string[]>();
  for (let at = 0; at < flags.length; at += 1) {
    const [, name = "", joined] = /^--([a-z-]+)(?:=(.*))?$/s.exec(flags[at] ?? "") ?? [];
    const key = name.replaceAll("-", "_");
    const form = Object.hasOwn(settings, key) && !notAsFlag.includes(key) ? (settings[key] ?? null) : null;
    if (joined === undefined) {
      at += 1;
    }
    const text = joined ?? flags[at] ?? "";
    const before = values.get(key);
    if (form === null || text.startsWith("-") || (before !== undefined && !LISTS.has(form.kind))) {
      return null;
    }
    const entries = entriesOfText(form, text);
    if (entries === null) {
      return null;
    }
    values.set(key, [...(before ?? []), ...entries]);
  }
  return values;
}

function valuesOfVariables(env: Sources["env"], { settings }: Known): Values | null {
  const values = new Map<string, readonly string[]>();
  const prefix = variableOf("");
  for (const [name, text = ""] of Object.entries(env)) {
    if (!name.startsWith(prefix) || text === "") {
      continue;
    }
    const key = name.slice(prefix.length).toLowerCase();
    if (variableOf(key) !== name || !Object.hasOwn(settings, key)) {
      // Names no setting: the session says so in its log, and goes on.
      continue;
    }
    const entries = entriesOf(settings, key, (form) => entriesOfText(form, text));
    if (entries === null) {
      return null;
    }
    values.set(key, entries);
  }
  return values;
}

function valuesOfFile(userFile: string, { settings }: Known): Values | null {
  const text = textOf(userFile);
  if (text === null) {
    return null;
  }
  const values = new Map<string, readonly string[]>();
  for (const [key, value] of Object.entries(text === "" ? {} : objectOf(text))) {
    if (key === "$schema" && typeof value === "string") {
      continue;
    }
    const entries = entriesOf(settings, key, (form) => entriesOfJson(form, value));
    if (entries === null) {
      return null;
    }
    values.set(key, entries);
  }
  return values;
}

function entriesOf(settings: Known["settings"], key: string, read: (form: PlainForm) => Entries): Entries {
  const form = Object.hasOwn(settings, key) ? settings[key] : null;
  return form ? read(form) : null;
}

/** "" without a file; null if it cannot be read, is none of usual size, or might be waited for. */
function textOf(path: string): string | null {
  try {
    const stats = statSync(path);
    return stats.isFile() && stats.size <= FILE_BYTES_MAX ? readFileSync(path, "utf8") : null;
  } catch (error) {
    return codeOf(error) === "ENOENT" ? "" : null;
  }
}

/** An object with a key that no setting has where the text is not a JSON object. */
function objectOf(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) {
      return value as Readonly<Record<string, unknown>>;
    }
  } catch {
    // The real check names the error.
  }
  return { "": null };
}

/** Where edits are not offered, a client does not learn that they exist. */
export const isOffered = (offer: Offered, toolset: Offer[number], onlyForSeveral: boolean): boolean =>
  toolset !== "all" && offers(offer.toolsets, toolset) && (!onlyForSeveral || offer.isForSeveral);
