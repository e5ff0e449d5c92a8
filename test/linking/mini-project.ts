// A small project in memory: its files' facts, made by the real readers, a lookup over them, and the scene of questions about edges.
import type { EdgeScene } from "../../src/intelligence/edges/edge-scene.ts";
import { openAnalyzer } from "../../src/languages/analyze.ts";
import { semanticsOf } from "../../src/languages/semantics.ts";
import { openLinker } from "../../src/linking/linker.ts";
import { folderOf, importsStem, type Lookup, nameOfPath } from "../../src/linking/lookup.ts";
import { type Facts, namesIn } from "../../src/vocabulary/facts.ts";

export interface MiniProject {
  readonly lookup: Lookup;
  readonly facts: ReadonlyMap<string, Facts | null>;
}

export async function miniProject(files: Readonly<Record<string, string>>): Promise<MiniProject> {
  const analyzer = await openAnalyzer();
  const paths = Object.keys(files).sort();
  const facts = new Map<string, Facts | null>();
  const languages = new Map<string, string | null>();
  for (const path of paths) {
    const analysis = await analyzer.analyze({ path, text: files[path] ?? "" });
    facts.set(path, analysis.facts);
    languages.set(path, analysis.language);
  }
  const defines = (path: string, name: string, whole?: string): boolean =>
    facts.get(path)?.definitions.some((one) => one.name === name && (whole ?? one.path) === one.path) === true;
  return {
    facts,
    lookup: {
      language: (path) => languages.get(path) ?? null,
      facts: (path) => facts.get(path) ?? null,
      exists: (path) => facts.has(path),
      inFolder: (folder) => paths.filter((path) => folderOf(path) === folder),
      named: (name) => paths.filter((path) => nameOfPath(path) === name),
      defining: (name) => paths.filter((path) => defines(path, name)),
      declaring: (whole) => paths.filter((path) => defines(path, whole.split(".").at(-1) ?? whole, whole)),
      containing(name) {
        const isNamed = (one: Facts | null | undefined): boolean => one != null && namesIn(one).has(name);
        return paths.filter((path) => isNamed(facts.get(path)));
      },
      importing: (stem) => paths.filter((path) => importsStem(facts.get(path) ?? null, stem)),
    },
  };
}

/** Any file may have any name. */
export const sceneOf = ({ lookup, facts }: MiniProject, isOver: () => boolean = () => false): EdgeScene => ({
  lookup,
  linker: openLinker(lookup, semanticsOf),
  *candidates() {
    yield;
    return [...facts.keys()];
  },
  stems: () => [],
  isOver,
});
