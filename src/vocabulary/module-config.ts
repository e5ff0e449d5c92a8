// What configuration files say about where modules are, by kind of file: written by languages/, read by linking/.
import type { ModuleConfig } from "./facts.ts";

/** Of tsconfig.json and jsconfig.json; names and paths as written. */
export interface TsConfig extends ModuleConfig {
  /** The last one wins. */
  readonly extends: readonly string[];
  readonly references: readonly string[];
  readonly baseUrl: string | null;
  /** Null where it says nothing about them. */
  readonly paths: Readonly<Record<string, readonly string[]>> | null;
}

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

/** Of Cargo.toml. */
export interface CargoConfig extends ModuleConfig {
  /** By which name others bring it in; null for a workspace without a package of its own. */
  readonly crate: string | null;
  /** The file that its library begins with, from the folder of the Cargo.toml. */
  readonly library: string;
  /** Programs whose file is named (`[[bin]]` with a `path`): name of the command, file from the folder of the Cargo.toml. */
  readonly programs: readonly (readonly [name: string, file: string])[];
  /** Files that tests, examples and benchmarks begin with, where they are named; from the folder of the Cargo.toml. */
  readonly others: readonly string[];
  /** Dependencies that have another name here, or are in a folder; for the packages of a workspace, too. */
  readonly dependencies: readonly CargoDependency[];
}

/** A dependency of a Cargo.toml; names as paths in the source write them, with `_`. */
export interface CargoDependency {
  readonly name: string;
  /** The package's own name, where it is another. */
  readonly package: string | null;
  /** From the folder of the Cargo.toml. */
  readonly path: string | null;
}

/** Of go.mod. */
export interface GoModConfig extends ModuleConfig {
  /** What the paths of its packages start with. */
  readonly module: string;
  /** Modules that are in folders of the same project: relative paths, as written. */
  readonly replaced: Readonly<Record<string, string>>;
}
