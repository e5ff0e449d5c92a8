// What a Cargo.toml says about its package: by which name others bring it in, where its library and its other targets begin,
// and which of its dependencies have another name or are in a folder.
import type { CargoConfig, CargoDependency } from "../../vocabulary/module-config.ts";

const SECTION = /^\s*\[+\s*([^\]]+?)\s*\]+/;
const VALUE = /^\s*(name|path|package)\s*=\s*"([^"]{1,200})"/;
const TARGET = /^\s*\[\[\s*(bin|example|test|bench)\s*\]\]/;
/** `[dependencies]`, `[target.'cfg(unix)'.dev-dependencies]`, `[workspace.dependencies]`; with the dependency of a table of its own. */
const DEPENDENCIES = /(?:^|\.)(?:(?:dev|build)-)?dependencies(?:\.([\w-]+))?$/;
/** `store = { path = "../store" }`; a list in it may go over several lines. */
const INLINE = /^[ \t]*([\w-]+)[ \t]*=[ \t]*\{([^{}]{0,2000})\}/gm;
const DOTTED = /^[ \t]*([\w-]+)\.(package|path)[ \t]*=[ \t]*"([^"\n]{1,200})"/gm;
const SETTING = /(?:^|[,\s])(package|path)\s*=\s*"([^"]{1,200})"/g;

interface Section {
  readonly name: string;
  readonly target: string | null;
  readonly lines: string[];
}

/** Null for a workspace that has no package of its own and says nothing about dependencies. */
export function readCargo(text: string): CargoConfig | null {
  const sections = sectionsOf(text);
  const firstOf = (of: string, key: string): string | undefined =>
    sections.filter(({ name }) => name === of).flatMap((section) => valuesOf(section)[key] ?? [])[0];
  const name = firstOf("lib", "name") ?? firstOf("package", "name");
  const dependencies = dependenciesOf(sections);
  if (name === undefined && dependencies.length === 0) {
    return null;
  }
  const targets = sections.filter(({ target }) => target !== null);
  const filesOf = (all: readonly Section[]): (readonly [string, string])[] =>
    all.flatMap((section) => {
      const { name: command = name ?? "", path } = valuesOf(section);
      return path === undefined ? [] : [[command, path] as const];
    });
  return {
    crate: name?.replaceAll("-", "_") ?? null,
    library: firstOf("lib", "path") ?? "src/lib.rs",
    programs: filesOf(targets.filter(({ target }) => target === "bin")),
    others: filesOf(targets.filter(({ target }) => target !== "bin")).map(([, file]) => file),
    dependencies,
  };
}

function sectionsOf(text: string): Section[] {
  const sections: Section[] = [];
  for (const line of text.split("\n")) {
    const name = SECTION.exec(line)?.[1];
    if (name !== undefined) {
      sections.push({ name, target: TARGET.exec(line)?.[1] ?? null, lines: [] });
    } else {
      sections.at(-1)?.lines.push(line);
    }
  }
  return sections;
}

/** The first value of each key. */
function valuesOf({ lines }: Section): Record<string, string> {
  const values: Record<string, string> = {};
  for (const line of lines) {
    const [, key, value] = VALUE.exec(line) ?? [];
    if (key !== undefined && value !== undefined) {
      values[key] ??= value;
    }
  }
  return values;
}

function dependenciesOf(sections: readonly Section[]): CargoDependency[] {
  const found = new Map<string, { package: string | null; path: string | null }>();
  const add = (name: string, key: string, value: string): void => {
    const local = name.replaceAll("-", "_");
    const of = found.get(local) ?? { package: null, path: null };
    of[key === "path" ? "path" : "package"] ??= key === "path" ? value : value.replaceAll("-", "_");
    found.set(local, of);
  };
  for (const section of sections) {
    const of = DEPENDENCIES.exec(section.name);
    if (of === null) {
      continue;
    }
    const [, own] = of;
    if (own !== undefined) {
      for (const [key, value] of Object.entries(valuesOf(section)).filter(([one]) => one !== "name")) {
        add(own, key, value);
      }
      continue;
    }
    const text = section.lines.join("\n");
    for (const [, name = "", body = ""] of text.matchAll(INLINE)) {
      for (const [, key = "", value = ""] of body.matchAll(SETTING)) {
        add(name, key, value);
      }
    }
    for (const [, name = "", key = "", value = ""] of text.matchAll(DOTTED)) {
      add(name, key, value);
    }
  }
  return [...found].map(([name, of]) => ({ name, ...of }));
}
