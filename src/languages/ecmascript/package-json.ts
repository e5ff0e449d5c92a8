// What package.json says of a package's name and of what can be imported from it.

import { asObject, asText, parseJsonWithComments, readObject } from "../../system/parse-config.ts";
import type { ModuleConfig } from "../../vocabulary/facts.ts";

/** Of package.json. */
export interface PackageConfig extends ModuleConfig {
  readonly name: string | null;
  /** Files that represent the package where `exports` does not say: sources first. */
  readonly entries: readonly string[];
  /** As written: a path, or conditions and patterns nested in each other. */
  readonly exports: unknown;
  readonly imports: unknown;
  /** A path, or paths by command. */
  readonly bin: unknown;
}

const ENTRIES = ["source", "types", "typings", "module", "main"] as const;

export function readPackageJson(text: string): PackageConfig | null {
  const config = readObject(text, parseJsonWithComments);
  if (config === null) {
    return null;
  }
  return {
    name: asText(config["name"]),
    entries: ENTRIES.flatMap((field) => asText(config[field]) ?? []),
    exports: config["exports"] ?? null,
    imports: asObject(config["imports"]),
    bin: asText(config["bin"]) ?? asObject(config["bin"]),
  };
}
