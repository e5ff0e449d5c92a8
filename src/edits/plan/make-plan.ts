// A plan for an edit: which symbols it concerns, what depends on each, how risky a change of it is, in which order and with which
// tool to edit them. Reads the index and changes nothing.
import type { DocumentRecord, Snapshot } from "../../index/snapshot.ts";
import { callersOf, type Edge, keyOfNode } from "../../intelligence/edges/calls.ts";
import { type EdgeScene, lookupOf, openEdges } from "../../intelligence/edges/edge-scene.ts";
import { filesWithTests, openTests } from "../../intelligence/edges/in-tests.ts";
import { findReferences } from "../../intelligence/edges/references.ts";
import type { TargetSymbol } from "../../intelligence/edges/target.ts";
import type { Addressed } from "../../intelligence/symbols/address.ts";
import { type Risk, riskOf } from "../../intelligence/symbols/risk.ts";
import { isTestFile } from "../../languages/file-role.ts";
import type { Steps } from "../../system/slices.ts";
import type { LineRange } from "../../vocabulary/chunk.ts";
import { ROLES } from "../../vocabulary/facts.ts";
import { type EditTool, editsReferences, toolFor } from "./choose-tool.ts";
import { type FoundPlace, findPlaces } from "./find-places.ts";
import { type Intent, intentsOf } from "./intent.ts";
import { type Orderable, orderSteps, stageOf } from "./order-steps.ts";
import { outermostOf, type Resolved, resolveTargets, type Unresolved } from "./resolve-targets.ts";

/** Symbols that one plan looks into: each is a search for references. */
const SYMBOLS_MAX = 30;

export interface PlanRequest {
  /** Addresses of symbols, paths of files, and an intent in plain words; each may be empty. */
  readonly symbols: readonly string[];
  readonly files: readonly string[];
  readonly text: string;
  /** Place of a file among the most changed, from 1; null where nothing is known of it. */
  hotspotRankOf(path: string): number | null;
}

/** One symbol to edit. */
export interface PlannedStep extends Orderable {
  readonly document: DocumentRecord;
  /** Readable path in its file. */
  readonly symbol: string;
  readonly kind: string;
  /** Of each of its definitions in the file, in order. */
  readonly spans: readonly LineRange[];
  readonly tool: EditTool;
  /** The new name of a rename, the destination of a move; null where it is not said. */
  readonly to: string | null;
  /** Symbols that refer to it, the most frequent first. Null in a language whose definitions alone are indexed. */
  readonly dependents: readonly Edge[] | null;
  /** References that could not be resolved. */
  readonly unresolved: number;
  readonly tests: readonly string[];
  /** Files with references to it. */
  readonly usedIn: readonly string[];
  readonly risk: Risk | null;
}

export interface Plan {
  /** What each part of the text asks for; at least one. */
  readonly intents: readonly Intent[];
  /** In the order of editing. */
  readonly steps: readonly PlannedStep[];
  readonly ambiguous: readonly Unresolved[];
  readonly missing: readonly Unresolved[];
  /** Found by the words of the text, besides the targets. Empty if the text is a whole edit: "delete X". */
  readonly found: readonly FoundPlace[];
  /** Files that the tools of the steps edit beside the targets' own: with references, or the destination of a move. */
  readonly editedToo: ReadonlySet<string>;
  /** Symbols that were not looked into, since one plan has a limit. */
  readonly symbolsLeft: number;
  readonly filesRead: ReadonlySet<string>;
  readonly filesLeft: ReadonlySet<string>;
}

export function* makePlan(snapshot: Snapshot, request: PlanRequest, signal: AbortSignal): Steps<Plan> {
  const edges = openEdges(snapshot, lookupOf(snapshot), signal);
  const intents = intentsOf(request.text);
  const files = { read: new Set<string>(), left: new Set<string>() };
  const resolved: Resolved[] = [];
  const steps: PlannedStep[] = [];
  let symbolsLeft = 0;
  for (const [at, intent] of intents.entries()) {
    // Symbols and files that are given as such belong to the first verb.
    const { symbols: named, files: namedFiles } = at === 0 ? request : { symbols: [], files: [] };
    const part = resolveTargets({ snapshot, edges }, { symbols: named, files: namedFiles, words: intent.names });
    resolved.push(part);
    const symbols = withFiles(edges, part);
    const room = SYMBOLS_MAX - steps.length;
    for (const symbol of symbols.slice(0, room)) {
      steps.push(yield* planSymbol(edges, symbol, intent, request, files));
    }
    symbolsLeft += Math.max(0, symbols.length - room);
    steps.push(...part.unread.map((one) => planUnread(one, intent)));
  }
  return {
    intents,
    steps: inOrder(steps),
    ambiguous: onceEach(resolved.flatMap(({ ambiguous }) => ambiguous)),
    missing: onceEach(resolved.flatMap(({ missing }) => missing)),
    found: steps.length > 0 && intents.every(isWhole) ? [] : findPlaces(snapshot, request.text, steps),
    editedToo: editedBeside(steps),
    symbolsLeft,
    filesRead: files.read,
    filesLeft: files.left,
  };
}

/** What is deleted comes last: until then it may still be used. */
function inOrder(steps: readonly PlannedStep[]): PlannedStep[] {
  const isRemoval = ({ tool }: PlannedStep): boolean => tool === "delete_symbol";
  const others = steps.filter((step) => !isRemoval(step));
  return [...orderSteps(others, false), ...orderSteps(steps.filter(isRemoval), true)];
}

/** Files that the tools edit beside those of the targets. */
function editedBeside(steps: readonly PlannedStep[]): ReadonlySet<string> {
  const own = new Set(steps.map(({ document }) => document.path));
  const too = steps.flatMap(({ tool, to, usedIn }) => [
    ...(tool === "move_symbol" && to !== null ? [to] : []),
    ...(editsReferences(tool) ? usedIn : []),
  ]);
  return new Set(too.filter((path) => !own.has(path)));
}

const onceEach = (rows: readonly Unresolved[]): Unresolved[] => [
  ...new Map(rows.map((row) => [row.asked, row])).values(),
];

/** Whether what the edit does is known from its verb and its targets: nothing else in the text says where to look. */
const isWhole = ({ action }: Intent): boolean => action === "rename" || action === "move" || action === "delete";

/** The symbols, and those of each file of which no symbol was named. */
function withFiles(edges: EdgeScene, { symbols, files, unread }: Resolved): TargetSymbol[] {
  const named = new Set([...symbols, ...unread].map(({ document }) => document.path));
  return [
    ...symbols,
    ...files.filter(({ path }) => !named.has(path)).flatMap((document) => outermostOf({ edges }, document)),
  ];
}

function* planSymbol(
  edges: EdgeScene,
  target: TargetSymbol,
  { action, to }: Intent,
  { hotspotRankOf }: PlanRequest,
  files: { readonly read: Set<string>; readonly left: Set<string> },
): Steps<PlannedStep> {
  const { document, definition, places } = target;
  const found = yield* findReferences(edges, target);
  for (const path of found.filesRead) {
    files.read.add(path);
  }
  for (const path of found.filesLeft) {
    files.left.add(path);
  }
  const own = keyOfNode({ path: document.path, symbol: definition.path });
  const dependents = callersOf(edges, found, new Set(ROLES)).filter(({ node }) => keyOfNode(node) !== own);
  const usedIn = [...new Set(found.references.map(({ path }) => path))];
  const tests = filesWithTests(openTests(edges), found.references);
  const definitions = edges.lookup.facts(document.path)?.definitions ?? [];
  const spans = places.flatMap(({ path, at }) => (path === document.path ? (definitions[at] ?? []) : []));
  return {
    address: own,
    document,
    symbol: definition.path,
    kind: definition.kind,
    spans: spans.map(({ startLine, endLine }) => ({ startLine, endLine })),
    stage: stageOf(definition.kind, isTestFile(document.path)),
    tool: toolFor(action, document.language),
    to,
    dependents,
    usedBy: new Set(dependents.map(({ node }) => keyOfNode(node))),
    unresolved: found.unknown,
    tests,
    usedIn,
    risk: riskOf({
      definition,
      dependents: dependents.length,
      tests: tests.length,
      hotspotRank: hotspotRankOf(document.path),
    }),
  };
}

function planUnread({ document, symbols }: Addressed, { action, to }: Intent): PlannedStep {
  const { path: symbol = "", kind = "block" } = symbols[0] ?? {};
  return {
    address: `${document.path}#${symbol}`,
    document,
    symbol,
    kind,
    spans: symbols.map(({ startLine, endLine }) => ({ startLine, endLine })),
    stage: stageOf(kind, isTestFile(document.path)),
    tool: toolFor(action, document.language),
    to,
    dependents: null,
    usedBy: new Set(),
    unresolved: 0,
    tests: [],
    usedIn: [],
    risk: null,
  };
}
