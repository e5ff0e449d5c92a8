// Questions about one symbol's edges: resolves the address, and answers itself if it matches none or several.
import { z } from "zod";
import type { DocumentRecord, Snapshot } from "../../../index/snapshot.ts";
import type { SymbolNode } from "../../../intelligence/edges/calls.ts";
import type { EdgeScene } from "../../../intelligence/edges/edge-scene.ts";
import { openEdges } from "../../../intelligence/edges/edge-scene.ts";
import { lookupOf } from "../../../intelligence/edges/snapshot-lookup.ts";
import { resolveTarget, type Targeted, type TargetSymbol } from "../../../intelligence/edges/target.ts";
import { requestedPath } from "../../../intelligence/requested-path.ts";
import type { Addressed } from "../../../intelligence/symbols/address.ts";
import { ADDRESS_LENGTH_MAX, quoted } from "../../../intelligence/symbols/address.ts";
import type { Steps } from "../../../system/slices.ts";
import { renderCount } from "../../../vocabulary/amounts.ts";
import { shortened } from "../../../vocabulary/shown-text.ts";
import {
  answerCode,
  type CodeAnswer,
  type CodeFinding,
  type CodeInput,
  type CodeScene,
} from "../../answer/answer-code.ts";
import type { WireTable } from "../../answer/table.ts";
import type { OperationContext } from "../../contract/operation.ts";
import { SYMBOLS, symbolCells, symbolColumns } from "./symbol-rows.ts";

export interface FileScene {
  readonly snapshot: Snapshot;
  readonly edges: EdgeScene;
  readonly document: DocumentRecord;
}

export interface SymbolScene extends FileScene {
  readonly symbol: TargetSymbol;
}

interface SymbolInput extends CodeInput {
  readonly symbol: string;
}

/** The other fields of an answer without a symbol, beside `candidates`. */
interface Unanswered {
  readonly symbol: null;
  readonly candidates: WireTable;
}

/** Candidates that are listed; all are counted. */
const CANDIDATES_MAX = 50;

type SymbolFinding<Fields extends object> = Omit<CodeFinding<Fields>, "authority">;

/** Input and output fields of the tools about one symbol. */
export const symbolField = z
  .string()
  .min(1)
  .max(ADDRESS_LENGTH_MAX)
  .describe("path#Class.method, Class.method, name or path:line")
  .meta({ help: "Symbol: path#Class.method, Class.method, name or path:line" });
export const meantField = z
  .object(symbolColumns)
  .nullable()
  .meta({ doc: "what the address means; null where it means nothing or several symbols" });
export const candidatesField = SYMBOLS.field.optional();

/** A symbol in the structured form: its place and kind. */
export const meantSymbol = ({ document, definition }: TargetSymbol): z.output<z.ZodObject<typeof symbolColumns>> => ({
  path: document.path,
  start_line: definition.startLine,
  end_line: definition.endLine,
  kind: definition.kind,
  symbol: shortened(definition.path),
});

export interface SymbolTool<Found, Fields extends object> {
  /** The tool's name in the journal. */
  readonly operation: string;
  /** Searches in the snapshot; slower work, such as reading files, belongs in `report`. */
  look(scene: SymbolScene): Steps<Found>;
  /** For tools that also accept a file's path. */
  lookAtFile?(scene: FileScene): Steps<Found>;
  report(found: Found, scene: CodeScene): SymbolFinding<Fields> | Promise<SymbolFinding<Fields>>;
}

export function answerSymbol<Found, Fields extends object>(
  input: SymbolInput,
  context: OperationContext,
  { operation, look, lookAtFile, report }: SymbolTool<Found, Fields>,
): Promise<CodeAnswer<Fields | Unanswered>> {
  return answerCode<Fields | Unanswered>(input, { operation, asked: input.symbol }, context, async (scene) => {
    const { answer } = await scene.inSlices(function* (snapshot) {
      const lookup = lookupOf(snapshot);
      const edges = openEdges(snapshot, lookup, scene.signal);
      const { documentCount } = snapshot;
      const file = lookAtFile === undefined ? undefined : snapshot.documentAt(requestedPath(input.symbol.trim()));
      if (file !== undefined && lookAtFile !== undefined) {
        const found = yield* lookAtFile({ snapshot, edges, document: file });
        return { answer: () => report(found, scene) };
      }
      const targeted = resolveTarget(snapshot, lookup, input.symbol);
      if (targeted.kind !== "found") {
        return { answer: () => unanswered(input.symbol, targeted, documentCount) };
      }
      const { symbol } = targeted;
      const found = yield* look({ snapshot, edges, symbol, document: symbol.document });
      return { answer: () => report(found, scene) };
    });
    return { ...(await answer()), authority: "index" };
  });
}

function unanswered(
  asked: string,
  targeted: Exclude<Targeted, { kind: "found" }>,
  files: number,
): SymbolFinding<Unanswered> {
  const { why, candidates } = explain(asked, targeted);
  const rows = candidates
    .slice(0, CANDIDATES_MAX)
    .flatMap(({ document, symbols: [symbol] }) => (symbol === undefined ? [] : symbolCells({ document, symbol })));
  return {
    outcome: targeted.kind === "ambiguous" ? "ambiguous" : "empty",
    documents: [],
    files,
    filesLeft: 0,
    found: candidates.length,
    rows: rows.length,
    write(shown) {
      const { lines, field } = SYMBOLS.write(rows.slice(0, shown));
      return { headline: why, lines, fields: { symbol: null, candidates: field } };
    },
  };
}

function explain(
  asked: string,
  targeted: Exclude<Targeted, { kind: "found" }>,
): { why: string; candidates: readonly Addressed[] } {
  switch (targeted.kind) {
    case "ambiguous": {
      const count = renderCount(targeted.candidates.length, "symbol");
      return { why: `${quoted(asked)} may mean ${count}: name one as path#symbol`, candidates: targeted.candidates };
    }
    case "unread": {
      const { document } = targeted.found;
      const language = document.language ?? "this kind of file";
      const why = `for ${language} only definitions are indexed, so uses of ${quoted(asked)} are unknown: try search_text`;
      return { why, candidates: [targeted.found] };
    }
    case "none":
      return {
        why: `${targeted.why}${targeted.nearest.length === 0 ? "" : "; nearest:"}`,
        candidates: targeted.nearest,
      };
  }
}

export const nodeColumns = {
  path: z.string(),
  line: z.number().nullable().meta({ doc: "of its definition; null: the file's top level" }),
  symbol: z.string().nullable(),
};

export const unresolvedField = z
  .number()
  .optional()
  .meta({ doc: "further mentions of the name that could not be resolved; absent: none" });

export const overriddenField = z
  .object(nodeColumns)
  .optional()
  .meta({ doc: "the member that it overrides: callers of that one may run it too" });

export const wireNode = ({ path, line, symbol }: SymbolNode): z.output<z.ZodObject<typeof nodeColumns>> => ({
  path,
  line: symbol === null ? null : line,
  symbol: symbol === null ? null : shortened(symbol),
});

export const renderOverridden = (node: SymbolNode | null): string =>
  node === null ? "" : `; overrides ${node.path}#${shortened(node.symbol ?? "")}, whose callers may run it too`;

/** Mentions that may mean a symbol; of several symbols where `name` is null. */
export const renderUnresolved = (count: number, name: string | null): string =>
  count === 0 ? "" : `; ${renderCount(count, "mention")} of ${name === null ? "their names" : quoted(name)} unresolved`;

/** `src/order-store.ts#OrderStore (class, 3-23)` */
export const symbolLabel = ({ document, definition }: TargetSymbol): string =>
  `${document.path}#${shortened(definition.path)} (${definition.kind}, ${definition.startLine}-${definition.endLine})`;
