// Questions about one symbol's edges: resolves the address, and answers itself if it matches none or several.
import { z } from "zod";
import type { DocumentRecord, Snapshot } from "../../../index/snapshot.ts";
import type { SymbolNode } from "../../../intelligence/edges/calls.ts";
import { type EdgeScene, lookupOf, openEdges } from "../../../intelligence/edges/edge-scene.ts";
import { resolveNameOnLine } from "../../../intelligence/edges/name-on-line.ts";
import { resolveTarget, type Targeted, type TargetSymbol } from "../../../intelligence/edges/target.ts";
import { surveyWord } from "../../../intelligence/occurrences/survey-files.ts";
import { requestedPath } from "../../../intelligence/requested-path.ts";
import { ADDRESS_LENGTH_MAX, type Addressed, quoted, resolveAddress } from "../../../intelligence/symbols/address.ts";
import { partsOfQuery } from "../../../intelligence/symbols/find-symbols.ts";
import { hintsOfNames } from "../../../intelligence/symbols/name-hints.ts";
import type { Steps } from "../../../system/slices.ts";
import { CERTAINTIES, type Certainty } from "../../../vocabulary/facts.ts";
import { renderCount, shortened } from "../../../vocabulary/shown-text.ts";
import type { CodeFinding, CodeScene } from "../../answer/answer-code.ts";
import { type CodeToolBase, defineCodeTool, type FieldsOf, type InputOf } from "../../answer/code-tool.ts";
import type { WireTable } from "../../answer/table.ts";
import { textField } from "../../contract/fields.ts";
import type { Operation } from "../../contract/operation.ts";
import { SYMBOLS, symbolCells, symbolColumns } from "./symbol-rows.ts";
import { renderPlacesOfWord } from "./write-account.ts";

export interface FileScene {
  readonly snapshot: Snapshot;
  readonly edges: EdgeScene;
  readonly document: DocumentRecord;
}

export interface SymbolScene extends FileScene {
  readonly symbol: TargetSymbol;
}

/** The other fields of an answer without a symbol, beside `candidates`. */
type Unanswered = { readonly symbol: null; readonly candidates: WireTable };

/** Candidates that are listed; all are counted. */
const CANDIDATES_MAX = 50;

/** Input and output fields of the tools about one symbol. */
const symbolField = textField(
  ADDRESS_LENGTH_MAX,
  "path#Class.method, name or path:line",
  "Symbol: path#Class.method, Class.method, name or path:line",
);
const meantField = z
  .object({ ...symbolColumns, certainty: z.enum(CERTAINTIES).optional() })
  .nullable()
  .meta({ doc: "null: none or several" });

/** A symbol in the structured form: its place and kind. */
export const meantSymbol = ({
  document,
  definition,
  certainty,
}: TargetSymbol): NonNullable<z.output<typeof meantField>> => ({
  path: document.path,
  start_line: definition.startLine,
  end_line: definition.endLine,
  kind: definition.kind,
  symbol: shortened(definition.path),
  ...(certainty === undefined ? {} : { certainty }),
});

interface SymbolTool<Input extends z.ZodRawShape, Output extends z.ZodRawShape, Found>
  extends CodeToolBase<Input, Output> {
  /** The input field that names the symbol, if a tool describes it in other words. */
  readonly symbol?: z.ZodString;
  /** Searches in the snapshot; slower work, such as reading files, belongs in `report`. */
  look(scene: SymbolScene, input: InputOf<Input>): Steps<Found>;
  /** For tools that also accept a file's path. */
  lookAtFile?(scene: FileScene, input: InputOf<Input>): Steps<Found>;
  report(
    found: Found,
    scene: CodeScene,
    input: InputOf<Input>,
  ): CodeFinding<SymbolFields<Output>> | Promise<CodeFinding<SymbolFields<Output>>>;
}

type SymbolFields<Output extends z.ZodRawShape> = FieldsOf<Output & { readonly symbol: typeof meantField }>;

/** A tool about the edges of one symbol; `report` gives the field `symbol` too, as `meantSymbol` writes it. */
export const defineSymbolTool = <Input extends z.ZodRawShape, Output extends z.ZodRawShape, Found>({
  symbol = symbolField,
  input,
  output,
  look,
  lookAtFile,
  report,
  ...tool
}: SymbolTool<Input, Output, Found>): Operation =>
  defineCodeTool<z.ZodRawShape, z.ZodRawShape>({
    ...tool,
    positionals: ["symbol"],
    input: { symbol, ...input },
    output: { symbol: meantField, ...output, candidates: SYMBOLS.field.optional() },
    question: ({ symbol: address }) => ({
      asked: String(address),
      first: { hints: () => hintsOfNames([String(address).trim()], { uses: true }), overTexts: false },
    }),
    async find(scene, parsed) {
      const asked = parsed as InputOf<Input>;
      const address = scene.addressed(String(parsed["symbol"]).trim());
      const { answer } = await scene.inSlices(function* (snapshot) {
        const lookup = lookupOf(snapshot);
        const edges = openEdges(snapshot, lookup, scene.signal);
        const { documentCount } = snapshot;
        const file = lookAtFile === undefined ? undefined : snapshot.documentAt(requestedPath(address.trim()));
        if (file !== undefined && lookAtFile !== undefined) {
          if (lookup.facts(file.path) === null) {
            return { answer: () => unanswered(withoutUses(file, address), [], documentCount) };
          }
          const found = yield* lookAtFile({ snapshot, edges, document: file }, asked);
          return { answer: () => report(found, scene, asked) };
        }
        const targeted = resolveNameOnLine(snapshot, edges, address) ?? resolveTarget(snapshot, lookup, address);
        const seeming = targeted.kind === "none" && scene.freshness.building ? seemingly(scene, address) : [];
        if (seeming.length > 0) {
          const why = `${quoted(address)} seems to be defined here, in files that are not indexed yet: ask again in a moment`;
          return { answer: () => unanswered(why, seeming, documentCount, true) };
        }
        if (targeted.kind === "none") {
          // The last name of the address: a member that is not declared may be used all the same.
          const word = partsOfQuery(address).name;
          const surveyed = surveyWord(snapshot, word);
          return {
            answer: async () => {
              const places = await renderPlacesOfWord(word, surveyed, scene);
              const why = `${whyNothing(scene, address, targeted.why)}${places}${targeted.nearest.length === 0 ? "" : "; nearest:"}`;
              return unanswered(why, targeted.nearest, documentCount);
            },
          };
        }
        if (targeted.kind !== "found") {
          const { why, candidates } = explain(address, targeted);
          const isAmbiguous = targeted.kind === "ambiguous";
          const certainty = isAmbiguous ? targeted.certainty : undefined;
          return { answer: () => unanswered(why, candidates, documentCount, isAmbiguous, certainty) };
        }
        const found = yield* look({ snapshot, edges, ...targeted, document: targeted.symbol.document }, asked);
        return { answer: () => report(found, scene, asked) };
      });
      return (await answer()) as CodeFinding<object> as CodeFinding<FieldsOf<z.ZodRawShape>>;
    },
  });

/** `why`: no symbol has the address. While files are not indexed yet, one of these may. */
export const whyNothing = ({ freshness }: Pick<CodeScene, "freshness">, address: string, why: string): string =>
  freshness.building ? `nothing that is indexed so far is named ${quoted(address)}, ask again in a moment` : why;

/** What an address may mean in files that are not indexed yet, by their lines alone. */
const seemingly = ({ overTexts }: CodeScene, address: string): readonly Addressed[] =>
  overTexts((snapshot) => {
    const meant = resolveAddress(snapshot, address);
    return meant.kind === "found" ? [meant.found] : meant.kind === "ambiguous" ? meant.candidates : [];
  });

function unanswered(
  why: string,
  candidates: readonly Addressed[],
  files: number,
  isAmbiguous = false,
  certainty?: Certainty,
): CodeFinding<Unanswered> {
  const rows = candidates
    .slice(0, CANDIDATES_MAX)
    .flatMap(({ document, symbols: [symbol] }) =>
      symbol === undefined ? [] : { ...symbolCells({ document, symbol }), certainty },
    );
  return {
    outcome: isAmbiguous ? "ambiguous" : "empty",
    files,
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
  targeted: Extract<Targeted, { kind: "ambiguous" | "unread" }>,
): { why: string; candidates: readonly Addressed[] } {
  switch (targeted.kind) {
    case "ambiguous": {
      const count = renderCount(targeted.candidates.length, "symbol");
      const means = targeted.certainty === undefined ? "may mean" : "means";
      return { why: `${quoted(asked)} ${means} ${count}: name one as path#symbol`, candidates: targeted.candidates };
    }
    case "unread":
      return { why: withoutUses(targeted.found.document, asked), candidates: [targeted.found] };
  }
}

/** Why a file, or a symbol of it, has no dependents in the index. */
const withoutUses = ({ language }: DocumentRecord, asked: string): string =>
  `for ${language ?? "this kind of file"} only definitions are indexed, so uses of ${quoted(asked)} are unknown: try search_text`;

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

export const libraryField = z
  .boolean()
  .optional()
  .meta({ doc: "true: nothing here uses it, and a library may call it" });

export const renderLibrary = (mayCall: boolean): string => (mayCall ? "; a library may call it" : "");

export const wireNode = ({ path, line, symbol }: SymbolNode): z.output<z.ZodObject<typeof nodeColumns>> => ({
  path,
  line: symbol === null ? null : line,
  symbol: symbol === null ? null : shortened(symbol),
});

export const renderOverridden = (node: SymbolNode | null): string =>
  node === null ? "" : `; overrides ${node.path}#${shortened(node.symbol ?? "")}, whose callers may run it too`;

/** How many references may mean a symbol; of several symbols if `name` is null. */
export const renderUnresolved = (count: number, name: string | null): string =>
  count === 0 ? "" : `; ${renderCount(count, "mention")} of ${name === null ? "their names" : quoted(name)} unresolved`;

/** `src/order-store.ts#OrderStore (class, 3-23)` */
export const symbolLabel = ({ document, definition }: TargetSymbol): string =>
  `${document.path}#${shortened(definition.path)} (${definition.kind}, ${definition.startLine}-${definition.endLine})`;
