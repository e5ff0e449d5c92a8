// Cargo.toml and Cargo.lock.
import { asObject, type ConfigObject, parseToml, readObject } from "../../system/parse-config.ts";
import type { DependencyFiles } from "../contract/dependency-files.ts";

const SECTIONS = ["dependencies", "dev-dependencies", "build-dependencies"] as const;

export const cargoDependencies: DependencyFiles = {
  manifest: "Cargo.toml",
  locks: ["Cargo.lock"],
  read(text) {
    const manifest = readObject(text, parseToml);
    const targets = Object.values(asObject(manifest?.["target"]) ?? {}).map(asObject);
    const tables = [manifest, asObject(manifest?.["workspace"]), ...targets].filter((table) => table !== null);
    return manifest === null ? null : new Map(tables.flatMap(versionsIn));
  },
};

/** What a dependency inherits or finds in a folder is not recorded by its version here. */
function versionsIn(table: ConfigObject): [string, string][] {
  return SECTIONS.flatMap((section) =>
    Object.entries(asObject(table[section]) ?? {}).flatMap(([name, wanted]): [string, string][] => {
      const version = typeof wanted === "string" ? wanted : asObject(wanted)?.["version"];
      return typeof version === "string" && asObject(wanted)?.["path"] === undefined ? [[name, version]] : [];
    }),
  );
}
