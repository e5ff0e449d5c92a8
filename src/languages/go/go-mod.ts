// Reads go.mod: the module's path, and what it replaces by folders of the same project.
import type { ModuleConfig } from "../../vocabulary/facts.ts";

/** Of go.mod. */
export interface GoModConfig extends ModuleConfig {
  /** What the paths of its packages start with. */
  readonly module: string;
  /** Modules that are in folders of the same project: relative paths, as written. */
  readonly replaced: Readonly<Record<string, string>>;
}

export function readGoMod(text: string): GoModConfig | null {
  const lines = text.split("\n").map((line) => line.replace(/\/\/.*$/, "").trim());
  let block = "";
  let module: string | null = null;
  const replaced: Record<string, string> = Object.create(null);
  for (const line of lines) {
    const opened = /^(\w+)\s*\($/.exec(line)?.[1];
    if (opened !== undefined || line === ")") {
      block = opened ?? "";
      continue;
    }
    const [word = "", ...rest] = (block === "" ? line : `${block} ${line}`).split(/\s+/);
    if (word === "module" && rest[0] !== undefined) {
      module = unquoted(rest[0]);
    } else if (word === "replace") {
      const arrow = rest.indexOf("=>");
      const [from, to] = [unquoted(rest[0] ?? ""), unquoted(rest[arrow + 1] ?? "")];
      if (arrow > 0 && /^\.{1,2}(?:\/|$)/.test(to)) {
        replaced[from] = to;
      }
    }
  }
  return module === null ? null : { module, replaced: { ...replaced } };
}

const unquoted = (word: string): string => word.replace(/^["`](.*)["`]$/, "$1");
