// What the parts of one move share: the project's links, the texts, the definition and where it goes.
import type { EdgeScene } from "../../intelligence/edges/edge-scene.ts";
import { leads } from "../../intelligence/edges/reference-search.ts";
import type { ImportedName, ImportStatement } from "../../languages/contract/import-statements.ts";
import type { ImportSyntax } from "../../languages/contract/import-syntax.ts";
import { semanticsOf } from "../../languages/semantics.ts";
import { folderOf } from "../../linking/lookup.ts";
import { keyOf } from "../../linking/resolution.ts";
import { lineAt, type Source } from "../../syntax/source.ts";
import { importChain } from "../../vocabulary/chain.ts";
import type { DefinitionAt, DefinitionFact, Facts } from "../../vocabulary/facts.ts";
import type { Draft } from "./draft.ts";
import type { MovedPiece } from "./moved-text.ts";
import type { MoveText } from "./read-texts.ts";

export interface MoveScene {
  /** Over the project as it is, in which the destination exists already. */
  readonly edges: EdgeScene;
  readonly syntax: ImportSyntax;
  readonly draft: Draft;
  readonly source: MoveText;
  readonly sourceLines: Source;
  readonly facts: Facts;
  /** Its text is empty where the file is made. */
  readonly destination: MoveText;
  /** Null where the file is made. */
  readonly destinationFacts: Facts | null;
  readonly definition: DefinitionFact;
  /** Ordinals in the source of its definitions, and of what else stands on their lines. */
  readonly own: ReadonlySet<DefinitionAt>;
  readonly pieces: readonly MovedPiece[];
  /** Names under which other files import it. */
  readonly exportedAs: ReadonlySet<string>;
  readonly exportNeeded: boolean;
}

/** Under which name other files import it after the move. */
export const nameInDestination = ({ exportedAs, definition }: MoveScene): string =>
  exportedAs.has("default") ? "default" : definition.name;

export const isTypeAlone = ({ syntax, definition }: MoveScene): boolean => syntax.typeKinds.has(definition.kind);

/** Whether a line of the source is inside of what moves. */
export function inPieces({
  pieces,
  sourceLines,
}: Pick<MoveScene, "pieces" | "sourceLines">): (line: number) => boolean {
  const ranges = pieces.map(
    ({ code }) => [lineAt(sourceLines, code.start), lineAt(sourceLines, code.end - 1)] as const,
  );
  return (line) => ranges.some(([first, last]) => first <= line && line <= last);
}

/** The files that a module written in a file is. */
export const resolveModule = ({ edges: { lookup } }: MoveScene, module: string, from: string): readonly string[] =>
  semanticsOf(lookup.language(from) ?? "")?.modules.resolve(module, from, lookup) ?? [];

/** The ordinal of the import that a name of a statement is; -1 for none. */
export const importOf = (facts: Facts, { role, module }: ImportStatement, { imported, local }: ImportedName): number =>
  facts.imports.findIndex(
    (one) =>
      one.specifier === module?.text && one.imported === imported && one.local === (role === "import" ? local : null),
  );

/** Whether a name of a statement is the definition that moves. */
export function bindsMoved(scene: MoveScene, path: string, statement: ImportStatement, name: ImportedName): boolean {
  const { edges, source, own } = scene;
  const facts = edges.lookup.facts(path);
  const at = facts === null ? -1 : importOf(facts, statement, name);
  const keys = new Set([...own].map((one) => keyOf({ path: source.path, at: one })));
  return at >= 0 && leads(edges, path, importChain(at), keys);
}

/** How one file of the move writes another; null where it cannot. */
export function modulePathFor(
  scene: MoveScene,
  file: MoveText,
  to: string,
  like: { readonly module: string; readonly path: string } | null,
): string | null {
  const { edges, syntax, source, destination } = scene;
  const modulesOf = ({ statements }: MoveText): string[] => statements.flatMap(({ module }) => module?.text ?? []);
  const own = modulesOf(file);
  const near = edges.lookup
    .inFolder(folderOf(source.path))
    .flatMap((path) => edges.lookup.facts(path)?.imports.map(({ specifier }) => specifier) ?? []);
  const samples = [...own, ...modulesOf(source), ...modulesOf(destination), ...near];
  return syntax.modulePath({ from: file.path, to, like, samples }, edges.lookup);
}
