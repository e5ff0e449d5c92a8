// What a Cargo.toml says about its package: by which name others bring it in, and where its library begins.
import type { CargoConfig } from "../../vocabulary/module-config.ts";

const SECTION = /^\s*\[+\s*([^\]]+?)\s*\]+/;
const VALUE = /^\s*(name|path)\s*=\s*"([^"]{1,200})"/;

/** Null for a workspace without a package of its own. */
export function readCargo(text: string): CargoConfig | null {
  const found: Record<string, string> = {};
  let section = "";
  for (const line of text.split("\n")) {
    section = SECTION.exec(line)?.[1] ?? section;
    const [, key, value] = VALUE.exec(line) ?? [];
    if (key !== undefined && value !== undefined && (section === "package" || section === "lib")) {
      found[`${section}.${key}`] ??= value;
    }
  }
  const name = found["lib.name"] ?? found["package.name"];
  return name === undefined ? null : { crate: name.replaceAll("-", "_"), library: found["lib.path"] ?? "src/lib.rs" };
}
