// Cargo.toml and Cargo.lock.
import { asObject, type ConfigObject, parseToml, readObject } from "../../system/parse-config.ts";
import type { DependencyFiles } from "../contract/dependency-files.ts";
import { DEPENDENCIES } from "./cargo.ts";

export const cargoDependencies: DependencyFiles = {
  manifest: "Cargo.toml",
  locks: ["Cargo.lock"],
  isMet: (lock, name, wanted) => lockedVersions(lock, name).some((version) => isAllowed(version, wanted)),
  read(text) {
    const manifest = readObject(text, parseToml);
    const targets = Object.values(asObject(manifest?.["target"]) ?? {}).map(asObject);
    const tables = [manifest, asObject(manifest?.["workspace"]), ...targets].filter((table) => table !== null);
    return manifest === null ? null : new Map(tables.flatMap(versionsIn));
  },
};

function lockedVersions(lock: string, name: string): readonly string[] {
  const entries = lock.matchAll(/^name = "([^"]+)"\r?\nversion = "([^"]+)"/gm);
  return [...entries].flatMap(([, one, version = ""]) => (one === name ? [version] : []));
}

/** By Cargo's default rule: at least as high, and the same up to the first number that is not 0. Other rules count as not met. */
function isAllowed(version: string, wanted: string): boolean {
  if (!/^\^?\d+(?:\.\d+){0,2}$/.test(wanted)) {
    return false;
  }
  const numbers = (text: string): number[] => text.replace("^", "").split(/[.+-]/).slice(0, 3).map(Number);
  const [has, least] = [numbers(version), numbers(wanted)];
  const fixed = Math.max(
    0,
    least.findIndex((one) => one > 0),
  );
  const differs = [0, 1, 2].find((at) => (has[at] ?? 0) !== (least[at] ?? 0));
  return differs === undefined || (differs > fixed && (has[differs] ?? 0) > (least[differs] ?? 0));
}

/** What a dependency inherits or finds in a folder is not recorded by its version here. */
const versionsIn = (table: ConfigObject): [string, string][] =>
  DEPENDENCIES.flatMap((section) =>
    Object.entries(asObject(table[section]) ?? {}).flatMap(([name, wanted]): [string, string][] => {
      const version = typeof wanted === "string" ? wanted : asObject(wanted)?.["version"];
      return typeof version === "string" && asObject(wanted)?.["path"] === undefined ? [[name, version]] : [];
    }),
  );
