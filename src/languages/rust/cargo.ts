// What a Cargo.toml says about its package: by which name others import it, where its library and its other targets begin,
// and which of its dependencies have another name or are in a folder.
import { asObject, asText, type ConfigObject, parseToml, readObject } from "../../system/parse-config.ts";
import type { ModuleConfig } from "../../vocabulary/facts.ts";

/** Of Cargo.toml. */
export interface CargoConfig extends ModuleConfig {
  /** The name by which others import it; null for a workspace without a package of its own. */
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

export const DEPENDENCIES = ["dependencies", "dev-dependencies", "build-dependencies"] as const;
/** Targets that are not programs. */
const OTHERS = ["example", "test", "bench"] as const;

/** Null for a text that is no TOML, and for a workspace that has no package of its own and says nothing about dependencies. */
export function readCargo(text: string): CargoConfig | null {
  const manifest = readObject(text, parseToml);
  if (manifest === null) {
    return null;
  }
  const library = asObject(manifest["lib"]);
  const name = asText(library?.["name"]) ?? asText(asObject(manifest["package"])?.["name"]);
  const dependencies = dependenciesOf(manifest);
  if (name === null && dependencies.length === 0) {
    return null;
  }
  const filesOf = (target: string): (readonly [string, string])[] =>
    objectsOf(manifest[target]).flatMap((one) => {
      const path = asText(one["path"]);
      return path === null ? [] : [[asText(one["name"]) ?? name ?? "", path] as const];
    });
  return {
    crate: name === null ? null : crateOf(name),
    library: asText(library?.["path"]) ?? "src/lib.rs",
    programs: filesOf("bin"),
    others: OTHERS.flatMap(filesOf).map(([, file]) => file),
    dependencies,
  };
}

/** As paths in the source write it. */
const crateOf = (name: string): string => name.replaceAll("-", "_");

const objectsOf = (value: unknown): ConfigObject[] =>
  Array.isArray(value) ? value.map(asObject).filter((one) => one !== null) : [];

/** Of the package, of its workspace and by platform (`[target.'cfg(unix)'.dependencies]`). */
function dependenciesOf(manifest: ConfigObject): CargoDependency[] {
  const platforms = Object.values(asObject(manifest["target"]) ?? {});
  const found = new Map<string, CargoDependency>();
  for (const owner of [manifest, manifest["workspace"], ...platforms]) {
    for (const [name, value] of DEPENDENCIES.flatMap((kind) =>
      Object.entries(asObject(asObject(owner)?.[kind]) ?? {}),
    )) {
      const known = found.get(crateOf(name));
      const dependency = asObject(value);
      const renamed = asText(dependency?.["package"]);
      const path = known?.path ?? asText(dependency?.["path"]);
      const of = known?.package ?? (renamed === null ? null : crateOf(renamed));
      if (of !== null || path !== null) {
        found.set(crateOf(name), { name: crateOf(name), package: of, path });
      }
    }
  }
  return [...found.values()];
}
