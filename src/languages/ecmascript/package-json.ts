// What package.json says about what a package is called and what can be taken from it.

import { asObject, asText, parseJsonWithComments, readObject } from "../../system/parse-config.ts";
import type { PackageConfig } from "../../vocabulary/module-config.ts";

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
