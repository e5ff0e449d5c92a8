// What a Cargo.toml says about its package: by which name others bring it in, where its library and its other targets begin,
// and which of its dependencies have another name or are in a folder.
import { asObject, asText, type ConfigObject, parseToml, readObject } from "../../system/parse-config.ts";
import type { CargoConfig, CargoDependency } from "../../vocabulary/module-config.ts";

const DEPENDENCIES = ["dependencies", "dev-dependencies", "build-dependencies"] as const;
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
