// Packs the facts of a text for unpack-facts.ts: the shape and the references separately, since most questions need the shapes of
// many files and the references of few. docs/inside/file-format.md draws it.
import { CHUNK_KINDS } from "../../vocabulary/chunk.ts";
import {
  type DefinitionFact,
  type Facts,
  type FactsInside,
  namesIn,
  type ReferenceGroup,
  ROLES,
} from "../../vocabulary/facts.ts";
import { type ColumnWriter, deflated, openColumnWriter } from "./columns.ts";
import { ANY_NAME, nameFilter } from "./name-filter.ts";

export interface PackedFacts {
  /** A filter of all names by which the facts may be looked up. */
  readonly names: Uint8Array;
  readonly shape: Uint8Array;
  readonly mentions: Uint8Array;
}

/** Kinds of definitions; the code of a kind is its index. */
export const KINDS: readonly string[] = [...CHUNK_KINDS, "field", "member"];
/** Separators between a path and a name in it; the code of a separator is its index + 1. */
export const SEPARATORS: readonly string[] = [".", "::", "#", "/"];
/** The path is the name. */
export const PATH_IS_NAME = 0;
/** The path is stored as a separate text. */
const PATH_SEPARATE = SEPARATORS.length + 1;

/** Null if the facts are too large to be read back. */
export function packFacts(facts: Facts): PackedFacts | null {
  const columns = shapeColumns(facts);
  const shape = deflated(columns);
  // Most names referred to are among those that the text defines or imports.
  const mentions = deflated(insideColumns(facts), columns);
  // If something was left out, it may contain any name.
  const names = facts.left > 0 ? ANY_NAME : nameFilter(namesIn(facts));
  return shape === null || mentions === null ? null : { names, shape, mentions };
}

function shapeColumns({ package: name, definitions, imports, exports, config, left }: Facts): Uint8Array {
  const writer = openColumnWriter();
  writer.numbers([left, definitions.length, imports.length, exports === null ? 0 : exports.length + 1]);
  writer.texts([name, config === null ? null : JSON.stringify(config)]);
  putDefinitions(writer, definitions);
  writer.texts(imports.map(({ local }) => local));
  putBeside(
    writer,
    imports.map(({ imported }) => imported),
    imports.map(({ local }) => local ?? ""),
  );
  writer.texts(imports.map(({ specifier }) => specifier));
  writer.gaps(imports.map(({ line }) => line));
  if (exports !== null) {
    writer.texts(exports.map((one) => one.name));
    writer.texts(exports.map(({ of }) => of));
    writer.gaps(exports.map(({ line }) => line));
  }
  const hasDeferred = imports.some(({ isDeferred }) => isDeferred);
  if (hasDeferred || definitions.some(({ signature }) => signature !== null)) {
    writer.texts(definitions.map(({ signature }) => signature));
  }
  if (hasDeferred) {
    writer.numbers(imports.map(({ isDeferred = false }) => Number(isDeferred)));
  }
  return writer.take();
}

function putDefinitions(writer: ColumnWriter, definitions: readonly DefinitionFact[]): void {
  const forms = definitions.map((definition, at) => pathForm(definition, at, definitions));
  writer.texts(definitions.map(({ name }) => name));
  writer.numbers(forms);
  writer.texts(definitions.filter((_, at) => forms[at] === PATH_SEPARATE).map(({ path }) => path));
  writer.numbers(definitions.map(({ kind }) => KINDS.indexOf(kind)));
  writer.gaps(definitions.map(({ parent }) => parent));
  writer.gaps(definitions.map(({ startLine }) => startLine));
  writer.signed(definitions.map(({ startLine, endLine }) => endLine - startLine));
  writer.signed(definitions.map(({ startLine, nameLine }) => nameLine - startLine));
  writer.numbers(definitions.map(({ flags }) => flags));
  writer.texts(definitions.map(({ type }) => type));
  writer.numbers(definitions.map(({ supers }) => supers.length));
  writer.texts(definitions.flatMap(({ supers }) => supers));
  writer.numbers(definitions.map(({ parameters }) => parameters));
  writer.numbers(definitions.map(({ branches }) => branches));
  writer.numbers(definitions.map(({ hazards }) => hazards));
}

function pathForm(definition: DefinitionFact, at: number, definitions: readonly DefinitionFact[]): number {
  const { name, path, parent } = definition;
  if (path === name) {
    return PATH_IS_NAME;
  }
  const outer = parent < at ? definitions[parent]?.path : undefined;
  if (outer === undefined || !path.startsWith(outer) || !path.endsWith(name)) {
    return PATH_SEPARATE;
  }
  const between = SEPARATORS.indexOf(path.slice(outer.length, path.length - name.length));
  return between !== -1 && outer.length + name.length < path.length ? between + 1 : PATH_SEPARATE;
}

/** Writes texts that often end with the one beside them; a common end is then not stored again. */
function putBeside(writer: ColumnWriter, texts: readonly (string | null)[], beside: readonly string[]): void {
  const ends = texts.map((text, at) => text?.endsWith(beside[at] ?? "") === true);
  writer.numbers(ends.map(Number));
  writer.texts(
    texts.map((text, at) =>
      ends[at] && text !== null ? text.slice(0, text.length - (beside[at] ?? "").length) : text,
    ),
  );
}

function insideColumns({ references, conversions }: FactsInside): Uint8Array {
  const writer = openColumnWriter();
  putReferences(writer, references);
  const hasArguments = references.some(({ argumentTypes }) => argumentTypes !== null);
  const placed = references.filter(({ within }) => within !== undefined);
  const hasPlaces = placed.length > 0;
  if (conversions.length > 0 || hasArguments || hasPlaces) {
    writer.number(conversions.length);
    writer.texts(conversions.map(({ value }) => value));
    writer.texts(conversions.map((one) => one.as));
    writer.gaps(conversions.map(({ line }) => line));
  }
  if (hasArguments || hasPlaces) {
    writer.texts(references.map(({ argumentTypes }) => argumentTypes));
  }
  if (hasPlaces) {
    writer.numbers(references.map(({ within }) => Number(within !== undefined)));
    writer.gaps(placed.flatMap(({ within = [] }) => within));
  }
  return writer.take();
}

function putReferences(writer: ColumnWriter, groups: readonly ReferenceGroup[]): void {
  writer.number(groups.length);
  writer.texts(groups.map(({ name }) => name));
  putBeside(
    writer,
    groups.map(({ of }) => of),
    groups.map(({ name }) => name),
  );
  writer.numbers(groups.map(({ lines }) => lines.length));
  writer.gaps(groups.map(({ lines }) => lines[0] ?? 0));
  writer.numbers(groups.flatMap(({ lines }) => lines.slice(1).map((line, at) => line - (lines[at] ?? 0))));
  writer.numbers(groups.flatMap(({ roles }) => roles.map((role) => ROLES.indexOf(role))));
}
