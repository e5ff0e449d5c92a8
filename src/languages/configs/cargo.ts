// What a Cargo.toml says about its package: by which name others bring it in, and where its library begins.
import type { CargoConfig } from "../../vocabulary/module-config.ts";

const SECTION = /^\s*\[+\s*([^\]]+?)\s*\]+/;
const VALUE = /^\s*(name|path)\s*=\s*"([^"]{1,200})"/;

const PROGRAM = /^\s*\[\[\s*bin\s*\]\]/;

/** Null for a workspace without a package of its own. */
export function readCargo(text: string): CargoConfig | null {
  const found: Record<string, string> = {};
  const programs: { name?: string; path?: string }[] = [];
  let section = "";
  for (const line of text.split("\n")) {
    section = SECTION.exec(line)?.[1] ?? section;
    if (PROGRAM.test(line)) {
      programs.push({});
    }
    const [, key, value] = VALUE.exec(line) ?? [];
    if (key === undefined || value === undefined) {
      continue;
    }
    if (section === "package" || section === "lib") {
      found[`${section}.${key}`] ??= value;
    } else if (section === "bin") {
      Object.assign(programs.at(-1) ?? {}, { [key]: value });
    }
  }
  const name = found["lib.name"] ?? found["package.name"];
  if (name === undefined) {
    return null;
  }
  return {
    crate: name.replaceAll("-", "_"),
    library: found["lib.path"] ?? "src/lib.rs",
    programs: programs.flatMap(({ name: command = name, path }) =>
      path === undefined ? [] : [[command, path] as const],
    ),
  };
}
