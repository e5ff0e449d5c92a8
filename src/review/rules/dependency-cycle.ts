// A cycle of imports that the change closes.
import type { EdgeScene } from "../../intelligence/edges/edge-scene.ts";
import { languageById } from "../../languages/registry.ts";
import { splitLines } from "../../vocabulary/text.ts";
import type {
  EvidenceLine,
  ReviewedFile,
  ReviewScene,
  Rule,
  RuleFinding,
  RuleOutcome,
  StateSide,
} from "../contract.ts";
import { type ImportEdge, importEdges } from "../import-edges.ts";
import { isTest } from "../test-coverage.ts";

/** Files that the search for one cycle looks through at most. */
const FILES_MAX = 5_000;

export const dependencyCycle: Rule = {
  id: "dependency-cycle",
  title: "New dependency cycle",
  type: "architecture",
  severity: "medium",
  needs: ["edges"],
  doc: `An import that the change adds and that closes a cycle: the imported file leads back to the importing one. Checked in
languages in which an import runs the imported file, so that one file of the cycle sees another half loaded: JavaScript, TypeScript and
Python.

Imports that bring in nothing while the file is loaded do not count: types, and imports in a function. Files that were in one cycle
before the change may import each other, and a new file may join them. A cycle of tests alone is of severity low.

**Remedy**: move what both files need into a third one, or import where it is used.`,
  check,
};

async function check(scene: ReviewScene): Promise<RuleOutcome> {
  const findings: RuleFinding[] = [];
  const graphs = { before: openGraph(scene, "before"), after: openGraph(scene, "after") };
  const reported: ReadonlySet<string>[] = [];
  for (const file of scene.files) {
    const edges = file.after === null ? [] : await addedEdges(graphs, file);
    for (const edge of edges) {
      const isKnown = reported.some((files) => files.has(file.path) && files.has(edge.to));
      const back = isKnown ? null : await graphs.after.wayBetween(edge.to, file.path);
      if (back !== null && !(await wasCycle(scene, graphs.before, [edge, ...back]))) {
        reported.push(new Set([edge, ...back].map(({ to }) => to)));
        findings.push(await findingOf(scene, file, edge, back));
      }
    }
  }
  const notChecked = scene.isOver() ? ["not all imports were followed in time"] : [];
  return { kind: "checked", findings, notChecked };
}

interface Graph {
  /** Imports that run the imported file. */
  edges(path: string): Promise<readonly ImportEdge[]>;
  /** A shortest way from one file to another; null if there is none. Empty if both are the same. */
  wayBetween(from: string, to: string): Promise<readonly Step[] | null>;
}

interface Step extends ImportEdge {
  readonly from: string;
}

async function addedEdges(
  { before, after }: { readonly before: Graph; readonly after: Graph },
  file: ReviewedFile,
): Promise<readonly ImportEdge[]> {
  const now = await after.edges(file.path);
  const old = new Set(file.before === null ? [] : (await before.edges(file.from ?? file.path)).map(({ to }) => to));
  return now.filter(({ to }, at) => !old.has(to) && now.findIndex((other) => other.to === to) === at);
}

/** Whether the files of the cycle that were there before, two at least, led to each other already: a new one joins them. */
async function wasCycle(scene: ReviewScene, before: Graph, cycle: readonly ImportEdge[]): Promise<boolean> {
  const changed = new Map(scene.files.map((file) => [file.path, file]));
  const old = cycle.flatMap(({ to }) => {
    const file = changed.get(to);
    return file === undefined ? [to] : file.before === null ? [] : [file.from ?? to];
  });
  const next = (at: number): string => old[(at + 1) % old.length] ?? "";
  for (const [at, path] of old.entries()) {
    if ((await before.wayBetween(path, next(at))) === null) {
      return false;
    }
  }
  return old.length > 1;
}

function openGraph(scene: ReviewScene, side: StateSide): Graph {
  const edgeScene = (): EdgeScene => (side === "after" ? scene.project.now : scene.project.base);
  const known = new Map<string, Promise<readonly ImportEdge[]>>();
  const read = async (path: string): Promise<readonly ImportEdge[]> => {
    const loading = languageById(edgeScene().lookup.language(path) ?? "")?.loading;
    const all = loading === undefined ? null : importEdges(edgeScene(), path);
    const text = all === null || all.length === 0 ? null : await scene.text(path, side);
    const lines = text === null ? [] : splitLines(text);
    return lines.length === 0
      ? []
      : (all ?? []).filter(
          ({ line, name, isOfTypes }) => !isOfTypes && loading?.isDeferred(lines, line, name) === false,
        );
  };
  const edges = (path: string): Promise<readonly ImportEdge[]> => {
    const reading = known.get(path) ?? read(path);
    known.set(path, reading);
    return reading;
  };
  return { edges, wayBetween: (from, to) => shortestWay(scene, edges, from, to) };
}

async function shortestWay(
  scene: ReviewScene,
  edges: Graph["edges"],
  from: string,
  to: string,
): Promise<readonly Step[] | null> {
  const steps = new Map<string, Step | null>([[from, null]]);
  // Grows during the loop.
  for (const path of steps.keys()) {
    if (path === to) {
      return wayTo(steps, to);
    }
    await scene.pause();
    if (scene.isOver() || steps.size > FILES_MAX) {
      return null;
    }
    for (const edge of await edges(path)) {
      if (!steps.has(edge.to)) {
        steps.set(edge.to, { ...edge, from: path });
      }
    }
  }
  return null;
}

function wayTo(steps: ReadonlyMap<string, Step | null>, to: string): Step[] {
  const way: Step[] = [];
  for (let step = steps.get(to); step !== null && step !== undefined; step = steps.get(step.from)) {
    way.unshift(step);
  }
  return way;
}

async function findingOf(
  scene: ReviewScene,
  { path }: ReviewedFile,
  edge: ImportEdge,
  back: readonly Step[],
): Promise<RuleFinding> {
  const lines = [{ from: path, line: edge.line }, ...back];
  const evidence: (EvidenceLine | null)[] = await Promise.all(
    lines.map((one) => scene.evidence(one.from, one.line, "after")),
  );
  const way = [path, edge.to, ...back.map(({ to }) => to)];
  return {
    severity: way.every(isTest) ? "low" : "medium",
    message: `this import closes a cycle: ${way.join(" -> ")}`,
    path,
    line: edge.line,
    symbol: null,
    evidence: evidence.filter((line) => line !== null),
  };
}
