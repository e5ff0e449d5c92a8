// Which files configure how modules are found, and what reads them.
import { type Facts, type ModuleConfig, NO_FACTS } from "../vocabulary/facts.ts";
import { readPackageJson } from "./ecmascript/package-json.ts";
import { readTsConfig } from "./ecmascript/tsconfig.ts";
import { readGoMod } from "./go/go-mod.ts";
import { readCargo } from "./rust/cargo.ts";

interface ConfigReader {
  /** Of the file's name. */
  readonly named: RegExp;
  read(text: string): ModuleConfig | null;
}

const READERS: readonly ConfigReader[] = [
  { named: /^Cargo\.toml$/, read: readCargo },
  { named: /^go\.mod$/, read: readGoMod },
  { named: /^package\.json$/, read: readPackageJson },
  { named: /^(?:ts|js)config(?:\.[\w.-]+)?\.json$/, read: readTsConfig },
];

/** Facts of a configuration file; null for any other, and for one that cannot be read. */
export function configFacts(path: string, text: string): Facts | null {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const config = READERS.find(({ named }) => named.test(name))?.read(text) ?? null;
  return config === null ? null : { ...NO_FACTS, config };
}
