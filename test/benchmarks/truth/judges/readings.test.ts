// The judges in small: what the authorities said of fixtures/linking, kept in fixtures/benchmarks/truth, and what the program says of
// the same files. Each reading is what the script beside prints for that project: run it again where the fixture changes.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { Snapshot } from "../../../../src/index/snapshot.ts";
import { lookupOf, openEdges } from "../../../../src/intelligence/edges/edge-scene.ts";
import { hierarchyOf } from "../../../../src/intelligence/edges/hierarchy.ts";
import { resolveTarget } from "../../../../src/intelligence/edges/target.ts";
import { GraphCache } from "../../../../src/intelligence/project/import-graph.ts";
import { modulesOf } from "../../../../src/intelligence/project/modules.ts";
import { semanticsOf } from "../../../../src/languages/semantics.ts";
import { packagePath } from "../../../../src/system/package-root.ts";
import { withSlashes } from "../../../../src/system/platform/below.ts";
import { atOnce } from "../../../../src/system/slices.ts";
import { memoryProject } from "../../../support/memory-project.ts";

const readingOf = (name: string) =>
  JSON.parse(readFileSync(packagePath(`fixtures/benchmarks/truth/${name}.json`), "utf8")) as Record<string, unknown>;

async function snapshotOf(project: string): Promise<Snapshot> {
  const root = packagePath(`fixtures/linking/${project}`);
  const entries = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = entries.map((entry) => withSlashes(join(entry.parentPath, entry.name).slice(root.length + 1))).sort();
  const files = Object.fromEntries(
    paths.filter((path) => path !== "edges.txt").map((path) => [path, readFileSync(join(root, path), "utf8")]),
  );
  return (await memoryProject(files, { withVectors: false })).snapshot;
}

function graphOf(snapshot: Snapshot) {
  const keeper = new GraphCache(semanticsOf);
  expect(keeper.advance(snapshot, Number.POSITIVE_INFINITY)).toBe(true);
  return keeper.graph();
}

it.each(["typescript", "python", "java"])("files of %s import what the language itself says", async (language) => {
  const {
    files,
    unresolved,
    neutral = {},
  } = readingOf(`imports-${language}`) as {
    files: Record<string, string[]>;
    unresolved: Record<string, string[]>;
    neutral?: Record<string, string[]>;
  };
  const isOpen = (path: string, one: string): boolean =>
    neutral[path]?.includes(one) === true || unresolved[path]?.some((specifier) => specifier.endsWith(".*")) === true;
  const snapshot = await snapshotOf(language);
  const graph = graphOf(snapshot);
  const told = Object.fromEntries(
    graph.files
      .filter(({ path }) => files[path] !== undefined)
      .map(({ path, imports }) => {
        const all = imports.map((id) => snapshot.document(id).path);
        return [path, all.filter((one) => files[path]?.includes(one) || !isOpen(path, one)).sort()];
      }),
  );
  expect(Object.keys(told).length).toBeGreaterThan(3);
  expect(told).toEqual(Object.fromEntries(Object.entries(files).map(([path, all]) => [path, [...all].sort()])));
});

it("packages of Go use what go list says", async () => {
  const { packages } = readingOf("imports-go") as { packages: Record<string, string[]> };
  const modules = modulesOf(graphOf(await snapshotOf("go"))).all;
  const told = modules
    .filter(({ name }) => packages[name] !== undefined)
    .map(({ name, uses }) => [name, [...uses.keys()].sort()]);
  expect(Object.fromEntries(told)).toEqual(packages);
});

interface Site {
  readonly path: string;
  readonly line: number;
  readonly found: readonly (readonly [string, number])[];
  readonly members: readonly string[] | null;
}

it.each(["typescript", "go"])("types of %s are implemented by what the language service says", async (language) => {
  const { sites } = readingOf(`types-${language}`) as { sites: readonly Site[] };
  const snapshot = await snapshotOf(language);
  const lookup = lookupOf(snapshot);
  const scene = openEdges(snapshot, lookup, new AbortController().signal);
  let compared = 0;
  for (const { path, line, found, members } of sites) {
    const site = `${path}:${line}`;
    const targeted = resolveTarget(snapshot, lookup, site);
    const told = targeted.kind === "found" ? atOnce(hierarchyOf(scene, targeted.symbol)) : null;
    const definition = targeted.kind === "found" ? targeted.symbol.definition : undefined;
    const below = language === "go" && definition?.kind !== "interface" ? [] : (told?.subtypes ?? []);
    const related = [...(told?.implemented ?? []), ...below, ...(told?.overriding ?? [])];
    expect([site, related.map(({ node }) => `${node.path}:${node.line}`).sort()]).toEqual([
      site,
      found.map(([file, at]) => `${file}:${at}`).sort(),
    ]);
    if (members !== null) {
      const names = (told?.members ?? []).map((member) => member.definition.name);
      expect([site, [...new Set(names)].sort()]).toEqual([site, [...new Set(members)].sort()]);
    }
    compared += 1;
  }
  expect(compared).toBeGreaterThan(3);
});
