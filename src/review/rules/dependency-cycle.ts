// A cycle of imports that the change closes.
import type { EdgeScene } from "../../intelligence/edges/edge-scene.ts";
import type { Loading } from "../../languages/contract/loading.ts";
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

/** Files that the search for one cycle looks through at most. */
const FILES_MAX = 5_000;

export const dependencyCycle: Rule = {
  id: "dependency-cycle",
  title: "New dependency cycle",
  type: "architecture",
  severity: "low",
  needs: ["edges"],
  doc: `An import that the change adds and that closes a cycle: the imported file leads back to the importing one. Checked in
languages in which an import runs the imported file, so that one file of the cycle sees another half loaded: JavaScript, TypeScript and
Python. In Go the packages count, without their tests: the compiler refuses such a cycle, so the severity is **high**.

Imports that bring in nothing while the file is loaded do not count: types, and imports in a function. Files that were in one cycle
before the change may import each other, and a new file may join them, such as a part of one of them that was split.

**Remedy**: move what both files need into a third one, or import where it is used.`,
  check,
};

async function check(scene: ReviewScene): Promise<RuleOutcome> {
  const findings: RuleFinding[] = [];
  const graphs = { before: openGraph(scene, "before"), after: openGraph(scene, "after") };
  const reported: ReadonlySet<string>[] = [];
  for (const file of scene.files) {
    const own = file.after === null ? null : graphs.after.nodeOf(file.path);
    const edges = own === null ? [] : await addedEdges(graphs, file, own);
    for (const edge of edges) {
      const isKnown = reported.some((nodes) => nodes.has(own ?? "") && nodes.has(edge.to));
      const back = isKnown || own === null ? null : await graphs.after.wayBetween(edge.to, own);
      if (back !== null && !(await wasCycle(scene, graphs.before, [edge, ...back]))) {
        reported.push(new Set([edge, ...back].map(({ to }) => to)));
        findings.push(await findingOf(scene, file, edge, back));
      }
    }
  }
  const notChecked = scene.isOver() ? ["not all imports were followed in time"] : [];
  return { kind: "checked", findings, notChecked };
}

/** A node is a file, or what the language loads as one: the package of a folder. */
interface Graph {
  /** Null for a file that is in no node. */
  nodeOf(path: string): string | null;
  /** Imports that run what is imported. */
  edges(node: string): Promise<readonly Edge[]>;
  /** A shortest way from one node to another; null if there is none. Empty if both are the same. */
  wayBetween(from: string, to: string): Promise<readonly Edge[] | null>;
}

/** From a file to a node. */
interface Edge extends ImportEdge {
  readonly from: string;
}

async function addedEdges(
  { before, after }: { readonly before: Graph; readonly after: Graph },
  file: ReviewedFile,
  own: string,
): Promise<readonly Edge[]> {
  const now = (await after.edges(own)).filter(({ from }) => from === file.path);
  const was = before.nodeOf(file.from ?? file.path) ?? own;
  const old = new Set((await before.edges(was)).map(({ to }) => to));
  return now.filter(({ to }, at) => !old.has(to) && now.findIndex((other) => other.to === to) === at);
}

/** Whether the files of the cycle that were there before, two at least, led to each other already: a new one joins them. */
async function wasCycle(scene: ReviewScene, before: Graph, cycle: readonly ImportEdge[]): Promise<boolean> {
  const changed = new Map(scene.files.map((file) => [file.path, file]));
  // A file that was split is where each of its parts was.
  const splitFrom = new Map(scene.moved.map(({ before: was, after }) => [after.file, was.file]));
  const places = cycle.flatMap(({ to }) => {
    const file = changed.get(to);
    return file === undefined ? [to] : file.before === null ? (splitFrom.get(to) ?? []) : [file.from ?? to];
  });
  const old = [...new Set(places)];
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
  const known = new Map<string, Promise<readonly Edge[]>>();
  const loadingOf = (path: string): Loading | undefined =>
    languageById(edgeScene().lookup.language(path) ?? "")?.loading;
  const nodeOf = (path: string): string | null => {
    const unit = loadingOf(path)?.unit;
    return unit === undefined ? path : unit(path, edgeScene().lookup);
  };
  const read = async (node: string): Promise<readonly Edge[]> => {
    const edges: Edge[] = [];
    for (const path of filesOf(edgeScene(), node, nodeOf)) {
      const found = await importsOf(scene, edgeScene(), path, side);
      edges.push(
        ...found.flatMap((edge) => {
          const to = nodeOf(edge.to);
          return to === null || to === node ? [] : [{ ...edge, to, from: path }];
        }),
      );
    }
    return edges;
  };
  const edges = (node: string): Promise<readonly Edge[]> => {
    const reading = known.get(node) ?? read(node);
    known.set(node, reading);
    return reading;
  };
  return { nodeOf, edges, wayBetween: (from, to) => shortestWay(scene, edges, from, to) };
}

/** A node with `:` is a folder's; a file's path may have one, too. */
function filesOf({ lookup }: EdgeScene, node: string, nodeOf: Graph["nodeOf"]): readonly string[] {
  const folder = node.slice(0, node.lastIndexOf(":"));
  return node.includes(":") && !lookup.exists(node)
    ? lookup.inFolder(folder).filter((path) => nodeOf(path) === node)
    : [node];
}

/** Those that run what is imported. Of files that are compiled together, types count as well. */
async function importsOf(
  scene: ReviewScene,
  edgeScene: EdgeScene,
  path: string,
  side: StateSide,
): Promise<readonly ImportEdge[]> {
  const loading = languageById(edgeScene.lookup.language(path) ?? "")?.loading;
  const all = loading === undefined ? [] : (importEdges(edgeScene, path) ?? []);
  const text = all.length === 0 ? null : await scene.text(path, side);
  const lines = text === null ? [] : splitLines(text);
  const isRun = ({ line, name, isOfTypes }: ImportEdge): boolean =>
    !(isOfTypes && loading?.unit === undefined) && loading?.isDeferred(lines, line, name) === false;
  return lines.length === 0 ? [] : all.filter(isRun);
}

async function shortestWay(
  scene: ReviewScene,
  edges: Graph["edges"],
  from: string,
  to: string,
): Promise<readonly Edge[] | null> {
  const steps = new Map<string, { readonly edge: Edge; readonly node: string } | null>([[from, null]]);
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
        steps.set(edge.to, { edge, node: path });
      }
    }
  }
  return null;
}

function wayTo(steps: ReadonlyMap<string, { readonly edge: Edge; readonly node: string } | null>, to: string): Edge[] {
  const way: Edge[] = [];
  for (let step = steps.get(to); step !== null && step !== undefined; step = steps.get(step.node)) {
    way.unshift(step.edge);
  }
  return way;
}

async function findingOf(
  scene: ReviewScene,
  { path }: ReviewedFile,
  edge: Edge,
  back: readonly Edge[],
): Promise<RuleFinding> {
  const lines = [{ from: path, line: edge.line }, ...back];
  const evidence: (EvidenceLine | null)[] = await Promise.all(
    lines.map((one) => scene.evidence(one.from, one.line, "after")),
  );
  const own = back.at(-1)?.to ?? path;
  const way = [own, edge.to, ...back.map(({ to }) => to)];
  const isRefused = languageById(scene.project.now.lookup.language(path) ?? "")?.loading?.unit !== undefined;
  const names = isRefused ? way.map((node) => node.slice(0, node.lastIndexOf(":")) || ".") : way;
  return {
    severity: isRefused ? "high" : "low",
    message: `this import closes a cycle: ${names.join(" -> ")}`,
    path,
    line: edge.line,
    symbol: null,
    evidence: evidence.filter((line) => line !== null),
  };
}
