// What tsconfig.json and jsconfig.json say about where modules are.

import { asObject, asText, asTexts, parseJsonWithComments, readObject } from "../../system/parse-config.ts";
import type { ModuleConfig } from "../../vocabulary/facts.ts";

/** Of tsconfig.json and jsconfig.json; names and paths as written. */
export interface TsConfig extends ModuleConfig {
  /** The last one wins. */
  readonly extends: readonly string[];
  readonly references: readonly string[];
  readonly baseUrl: string | null;
  /** Null where it says nothing about them. */
  readonly paths: Readonly<Record<string, readonly string[]>> | null;
}

/** A configuration that maps more is generated. */
const PATHS_MAX = 2_000;

export function readTsConfig(text: string): TsConfig | null {
  const config = readObject(text, parseJsonWithComments);
  if (config === null) {
    return null;
  }
  const options = asObject(config["compilerOptions"]);
  const above = config["extends"];
  const paths = asObject(options?.["paths"]);
  const references = Array.isArray(config["references"]) ? config["references"] : [];
  return {
    extends: typeof above === "string" ? [above] : asTexts(above),
    references: references.flatMap((one: unknown) => asText(asObject(one)?.["path"]) ?? []),
    baseUrl: asText(options?.["baseUrl"]),
    paths:
      paths === null
        ? null
        : Object.fromEntries(
            Object.entries(paths)
              .slice(0, PATHS_MAX)
              .map(([key, to]) => [key, asTexts(to)]),
          ),
  };
}
