// Of every linked language: what a file imports is told without looking into definitions, and stays right when another
// file, a configuration or a package's own file among them, goes away.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Snapshot } from "../../../src/index/snapshot.ts";
import { lookupOf } from "../../../src/intelligence/edges/edge-scene.ts";
import { GraphCache } from "../../../src/intelligence/project/import-graph.ts";
import { semanticsOf } from "../../../src/languages/semantics.ts";
import { packagePath } from "../../../src/system/package-root.ts";
import { withSlashes } from "../../../src/system/platform/below.ts";
import { type Files, memoryProject } from "../../support/memory-project.ts";

const folder = packagePath("fixtures/linking");

function filesOf(project: string): Files {
  const root = join(folder, project);
  const entries = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = entries
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .map((path) => withSlashes(path));
  return Object.fromEntries(
    paths
      .filter((path) => path !== "edges.txt")
      .sort()
      .map((path) => [path, readFileSync(join(root, path), "utf8")]),
  );
}

const openKeeper = (): GraphCache => new GraphCache(semanticsOf);

function edgesBy(keeper: GraphCache, snapshot: Snapshot): Record<string, readonly string[]> {
  expect(keeper.advance(snapshot, Number.POSITIVE_INFINITY)).toBe(true);
  const { files } = keeper.graph();
  return Object.fromEntries(
    files.map(({ path, imports }) => [path, imports.map((id) => snapshot.document(id).path).sort()]),
  );
}

/** Without files of languages whose imports bring in packages or modules as such: those are found by what their files define. */
const byPathAlone = (edges: Record<string, readonly string[]>, snapshot: Snapshot): Record<string, readonly string[]> =>
  Object.fromEntries(
    Object.entries(edges).filter(([path]) => {
      const { packages = null, modules } = semanticsOf(snapshot.documentAt(path)?.language ?? "") ?? {};
      return packages === null && modules?.unit === undefined;
    }),
  );

/** The same by the facts as they are. */
function edgesByFacts(snapshot: Snapshot): Record<string, readonly string[]> {
  const lookup = lookupOf(snapshot);
  return Object.fromEntries(
    [...snapshot.documents()].map(({ path, language }) => {
      const modules = language === null ? undefined : semanticsOf(language)?.modules;
      const imports = modules === undefined ? [] : (lookup.facts(path)?.imports ?? []);
      const targets = imports.flatMap(({ specifier, imported }) => [
        ...(modules?.resolve(specifier, path, lookup) ?? []),
        ...(imported === null || imported === "*"
          ? []
          : (modules?.submodule?.(specifier, imported, path, lookup) ?? [])),
      ]);
      return [path, [...new Set(targets)].filter((target) => target !== path).sort()];
    }),
  );
}

describe.each(readdirSync(folder))("the imports of %s", (project) => {
  it("follow what goes away", async () => {
    const files = filesOf(project);
    const whole = await memoryProject(files, { withVectors: false });
    const edges = edgesBy(openKeeper(), whole.snapshot);
    expect(byPathAlone(edges, whole.snapshot)).toEqual(byPathAlone(edgesByFacts(whole.snapshot), whole.snapshot));
    expect(Object.values(edges).flat().length).toBeGreaterThan(1);
    for (const [at, gone] of Object.keys(files).entries()) {
      const keeper = openKeeper();
      edgesBy(keeper, whole.snapshot);
      // In its place, so that all others keep their numbers, a file that nothing can be imported from.
      const others = Object.entries(files).map(([path, text]) =>
        path === gone ? [`gone-${at}.txt`, "-"] : [path, text],
      );
      const { snapshot } = await memoryProject(Object.fromEntries(others) as Files, {
        withVectors: false,
        generation: 2 + at,
      });
      const followed = edgesBy(keeper, snapshot);
      expect(followed).toEqual(edgesBy(openKeeper(), snapshot));
      expect(byPathAlone(followed, snapshot)).toEqual(byPathAlone(edgesByFacts(snapshot), snapshot));
    }
  });
});
