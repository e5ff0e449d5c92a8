// Gathers what a task needs, without a language model: takes it apart, looks up its parts and what they name, follows what was found to what
// it is linked with, and weighs every piece of the files that this led to. The same index and task give the same answer.
import { termsOf } from "../index/lexical/terms.ts";
import { openTermFinder } from "../index/raw-text/find-terms.ts";
import type { DocumentRecord, Snapshot, SymbolRecord } from "../index/snapshot.ts";
import { type Decomposition, decompose, type Named } from "../intelligence/ask/parts.ts";
import { resolveSubject } from "../intelligence/ask/resolve-subject.ts";
import { calleesOf } from "../intelligence/edges/calls.ts";
import { lookupOf, openEdges } from "../intelligence/edges/edge-scene.ts";
import { findReferences } from "../intelligence/edges/references.ts";
import { resolveTarget } from "../intelligence/edges/target.ts";
import { type Addressed, resolveAddress } from "../intelligence/symbols/address.ts";
import { distanceOf } from "../intelligence/symbols/candidate-files.ts";
import type { Scope } from "../search/query/filter.ts";
import type { Query } from "../search/query/parse-query.ts";
import { resolvePlaces } from "../search/query/resolve-places.ts";
import { NO_PHRASES, type PhraseShares } from "../search/ranking/retrieve.ts";
import type { Steps } from "../system/slices.ts";
import { type DocumentId, FUNCTION_KINDS, type LineRange } from "../vocabulary/chunk.ts";
import { type CandidateFiles, findCandidates } from "./candidates.ts";
import { type CutFile, cutFile, type Link, linkStrengths, type Weighed, weighFile } from "./evidence.ts";
import { linksAmong, type NamedLinks, type NamedUse, namedLinksOf } from "./links.ts";
import { worthsOf } from "./worth.ts";

/** The project as a gathering reads it. */
export interface Reading {
  readonly signal: AbortSignal;
  /** Whether the project is not indexed yet: then the task is searched for as a whole alone, since texts are slower to rank. */
  readonly isFirst: boolean;
  withSnapshot<Value>(use: (snapshot: Snapshot) => Value): Value;
  inSlices<Value>(use: (snapshot: Snapshot) => Steps<Value>): Promise<Value>;
  /** Null where the file is no longer as it was indexed. */
  read(document: DocumentRecord): Promise<{ readonly text: string } | null>;
  scopeOf(snapshot: Snapshot): Scope;
  queryOf(snapshot: Snapshot, text: string): Query;
  /** Null where meaning is not used. */
  vectorOf(query: Query): Promise<Float32Array | null>;
  phrasesOf(query: Query): Promise<PhraseShares>;
}

/** A kind of look-up that a task led to. */
export type LookUp = "search" | "symbol" | "place" | "references" | "callees" | "links";

/** A stretch of a file that the task names, by a symbol of it or by a line. */
export interface NamedRange extends LineRange {
  readonly document: DocumentId;
  readonly why: string;
}

/** `why`: as of a `Focus`. */
export type NamedAside = Named & { readonly why: string };

export interface Gathered {
  readonly decomposition: Decomposition;
  /** What the caller named beside the task. */
  readonly focused: readonly NamedAside[];
  /** One for each that was made. */
  readonly lookUps: readonly LookUp[];
  /** Likeliest first. */
  readonly files: readonly WeighedFile[];
  readonly links: readonly Link[];
  readonly namedLinks: NamedLinks;
  readonly named: readonly NamedRange[];
  /** Words of the task by place in `terms` of pieces, as the task has them. */
  readonly words: readonly string[];
}

export interface WeighedFile extends CutFile {
  /** By place in `pieces`: what the piece is worth, 0 to 1, and the terms of the task that it has, rarest first. */
  readonly worths: readonly number[];
  readonly terms: readonly (readonly number[])[];
  /** The evidence that its worth is made of. */
  readonly values: readonly (readonly number[])[];
}

/** Parts of a task that are searched for besides the whole. */
const PARTS_SEARCHED = 5;
/** Words that a part needs to be searched for by itself. */
const PART_WORDS_MIN = 3;
/** Named symbols whose references are followed, and files with references that become candidates, for each. */
const FOLLOWED_MAX = 4;
const USERS_MAX = 6;
/** Definitions of one name that is not unique. */
const NAMESAKES_MAX = 4;
/** A longer symbol that the task names is not critical as a whole: its head is. Lines. */
const WHOLE_LINES_MAX = 80;
const HEAD_LINES = 10;

interface LookedUp {
  readonly decomposition: Decomposition;
  readonly focused: readonly NamedAside[];
  readonly queries: readonly Query[];
  readonly named: readonly NamedRange[];
  readonly documents: readonly DocumentId[];
  readonly addresses: readonly string[];
  readonly lookUps: readonly LookUp[];
}

/** What counts as named beside what the task names: an address of a symbol, or the path of a file. */
export interface Focus {
  readonly address: string;
  /** In words, for what is shown of it. */
  readonly why: string;
}

export async function gather(task: string, focus: readonly Focus[], reading: Reading): Promise<Gathered> {
  const asked = reading.withSnapshot((snapshot) => lookUpNames(snapshot, task, focus, reading));
  const [whole] = asked.queries;
  const [vectors, phrases] = await Promise.all([
    Promise.all(asked.queries.map((query) => reading.vectorOf(query))),
    whole === undefined ? NO_PHRASES : reading.phrasesOf(whole),
  ]);
  const searches = asked.queries.map((query, at) => ({
    query,
    vector: vectors[at] ?? null,
    phrases: at === 0 ? phrases : NO_PHRASES,
  }));
  const { candidates, followed } = await reading.inSlices(function* (snapshot) {
    const names = yield* followNames(snapshot, asked.addresses, reading.signal);
    const documents = [...asked.documents, ...names.documents];
    return { candidates: findCandidates(snapshot, reading.scopeOf(snapshot), searches, documents), followed: names };
  });
  const files = await readFiles(candidates, reading);
  const links = await reading.inSlices((snapshot) =>
    linksAmong(
      snapshot,
      openEdges(snapshot, lookupOf(snapshot), reading.signal, undefined, () => false),
      files,
    ),
  );
  const isNamed = (symbol: SymbolRecord): boolean =>
    asked.named.some(({ document, startLine }) => document === symbol.document && startLine === symbol.startLine);
  return {
    decomposition: asked.decomposition,
    focused: asked.focused,
    lookUps: [...asked.queries.map((): LookUp => "search"), ...asked.lookUps, ...followed.lookUps, "links"],
    files: weigh(files, links, isNamed, candidates),
    links,
    namedLinks: namedLinksOf(links, isNamed, followed.uses),
    named: asked.named,
    words: wordsOf(task, [...candidates.termShares.keys()]),
  };
}

/** Round one: what the task names. */
function lookUpNames(snapshot: Snapshot, task: string, focus: readonly Focus[], reading: Reading): LookedUp {
  const decomposition = decompose(task, (text) => resolveSubject(snapshot, text));
  const parts = decomposition.subTasks
    .map(({ text }) => text)
    .filter((text) => text !== task && text.split(/\s+/).length >= PART_WORDS_MIN);
  const searched = reading.isFirst ? [] : parts.slice(0, PARTS_SEARCHED);
  const queries = [task, ...searched].map((text) => reading.queryOf(snapshot, text));
  const focused = focus.map(({ address: written, why }): NamedAside => {
    return { written, resolution: resolveSubject(snapshot, written), why };
  });
  const inTask = decomposition.subTasks
    .flatMap(({ names }) => names)
    .map((name) => ({ ...name, why: `the task names ${name.written}` }));
  const named: NamedRange[] = [];
  const documents = new Set<DocumentId>();
  const addresses: string[] = [];
  const lookUps: LookUp[] = [];
  for (const { written, resolution, why } of [...focused, ...inTask]) {
    const found = definitionsOf(snapshot, written, resolution);
    for (const { document, symbols } of found) {
      documents.add(document.id);
      named.push(...(resolution.kind === "symbol" ? symbols.map((symbol) => rangeOf(symbol, why)) : []));
    }
    if (resolution.kind === "symbol") {
      addresses.push(resolution.address);
    }
    lookUps.push("symbol");
  }
  const [whole] = queries;
  for (const [document, { lines }] of resolvePlaces(snapshot, whole?.places ?? [], reading.scopeOf(snapshot))) {
    documents.add(document);
    const symbols = snapshot.symbols(document);
    const { lineCount } = snapshot.document(document);
    // A trace may be of another state of the file.
    const there = lines.filter((line) => 1 <= line && line <= lineCount);
    named.push(...there.map((line) => ({ document, why: `line ${line} is named`, ...around(symbols, line) })));
    lookUps.push("place");
  }
  return { decomposition, focused, queries, named, documents: [...documents], addresses, lookUps };
}

function definitionsOf(snapshot: Snapshot, written: string, resolution: Named["resolution"]): readonly Addressed[] {
  switch (resolution.kind) {
    case "file": {
      const document = snapshot.documentAt(resolution.path);
      return document === undefined ? [] : [{ document, symbols: [] }];
    }
    case "symbol": {
      const address = resolveAddress(snapshot, resolution.address);
      return address.kind === "found" ? [address.found] : [];
    }
    case "several": {
      const address = resolveAddress(snapshot, written);
      return address.kind === "ambiguous"
        ? address.candidates.filter(({ document }) => distanceOf(document) === 0).slice(0, NAMESAKES_MAX)
        : [];
    }
    default:
      return [];
  }
}

const lengthOf = ({ startLine, endLine }: LineRange): number => endLine - startLine + 1;

/** The whole symbol, or its head where it is long. */
function rangeOf({ document, startLine, endLine, kind }: SymbolRecord, why: string): NamedRange {
  const isWhole =
    lengthOf({ startLine, endLine }) <= WHOLE_LINES_MAX &&
    (FUNCTION_KINDS.has(kind) || endLine - startLine < 2 * HEAD_LINES);
  return { document, why, startLine, endLine: isWhole ? endLine : Math.min(endLine, startLine + HEAD_LINES - 1) };
}

/** The innermost function around a line if it is not long, else the lines beside it. */
function around(symbols: readonly SymbolRecord[], line: number): LineRange {
  const enclosing = symbols
    .filter(({ startLine, endLine, kind }) => startLine <= line && line <= endLine && FUNCTION_KINDS.has(kind))
    .sort((a, b) => lengthOf(a) - lengthOf(b))[0];
  return enclosing !== undefined && lengthOf(enclosing) <= WHOLE_LINES_MAX
    ? { startLine: enclosing.startLine, endLine: enclosing.endLine }
    : { startLine: Math.max(1, line - HEAD_LINES), endLine: line + HEAD_LINES };
}

interface Followed {
  readonly documents: readonly DocumentId[];
  readonly lookUps: readonly LookUp[];
  /** Lines that use a named symbol. */
  readonly uses: readonly NamedUse[];
}

/** Round two: what the named symbols call, and who uses them. */
function* followNames(snapshot: Snapshot, addresses: readonly string[], signal: AbortSignal): Steps<Followed> {
  const lookup = lookupOf(snapshot);
  const edges = openEdges(snapshot, lookup, signal);
  const paths = new Set<string>();
  const uses: NamedUse[] = [];
  const lookUps: LookUp[] = [];
  for (const address of addresses.slice(0, FOLLOWED_MAX)) {
    const target = resolveTarget(snapshot, lookup, address);
    if (target.kind !== "found") {
      continue;
    }
    const { references } = yield* findReferences(edges, target.symbol);
    const callees = calleesOf(edges, target.symbol) ?? [];
    const users = [...new Set(references.map(({ path }) => path))].slice(0, USERS_MAX);
    const called = [...new Set(callees.map(({ node }) => node.path))].slice(0, USERS_MAX);
    for (const path of [...users, ...called]) {
      paths.add(path);
    }
    const calls = references.filter(({ role, path }) => role !== "import" && role !== "export" && users.includes(path));
    uses.push(...calls.map(({ path, line }) => ({ path, line, name: target.symbol.definition.path })));
    lookUps.push("references", "callees");
  }
  const documents = [...paths].flatMap((path) => snapshot.documentAt(path)?.id ?? []);
  return { documents, lookUps, uses };
}

async function readFiles({ files }: CandidateFiles, { read }: Reading): Promise<CutFile[]> {
  const texts = await Promise.all(files.map(({ document }) => read(document)));
  return files.flatMap((file, at) => {
    const text = texts[at];
    return text === null || text === undefined ? [] : [cutFile(file, text.text)];
  });
}

function weigh(
  files: readonly CutFile[],
  links: readonly Link[],
  isNamed: (symbol: SymbolRecord) => boolean,
  { termShares }: CandidateFiles,
): WeighedFile[] {
  const strengths = linkStrengths(files, links, isNamed);
  const finder = openTermFinder([...termShares.keys()], []);
  const shares = [...termShares.values()];
  const weighed = files.map((file): readonly Weighed[] => weighFile(file, finder, shares, strengths));
  const values = weighed.map((ofFile) => ofFile.map((one) => one.values));
  const worths = worthsOf(files, values);
  return files.map((file, at) => ({
    ...file,
    worths: worths[at] ?? [],
    values: values[at] ?? [],
    terms: weighed[at]?.map(({ terms }) => terms) ?? [],
  }));
}

/** The word of the task that a term is of; the term itself where a correction put it there. */
function wordsOf(task: string, terms: readonly string[]): string[] {
  const words = task.match(/[\p{L}\p{N}_]+/gu) ?? [];
  return terms.map((term) => words.find((word) => termsOf(word).includes(term)) ?? term);
}
