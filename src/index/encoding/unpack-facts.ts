// Reads facts packed by pack-facts.ts. All functions throw DamagedBytes for other bytes.
import {
  type ConversionFact,
  type DefinitionAt,
  type DefinitionFact,
  type DefinitionKind,
  type ExportFact,
  type FactsInside,
  type FactsShape,
  type ImportFact,
  type ModuleConfig,
  type ReferenceGroup,
  ROLES,
  type Role,
} from "../../vocabulary/facts.ts";
import { type ColumnReader, inflated, openColumnReader } from "./columns.ts";
import { KINDS, PATH_IS_NAME, type PackedFacts, SEPARATORS } from "./pack-facts.ts";
import { DamagedBytes } from "./varint.ts";

/** The value that was read, and its inflated size in bytes. */
export interface Unpacked<Value> {
  readonly value: Value;
  readonly size: number;
}

function known<Value>(value: Value | null | undefined): Value {
  if (value === null || value === undefined) {
    throw new DamagedBytes("packed facts lack a value");
  }
  return value;
}

const present = (texts: readonly (string | null)[]): string[] => texts.map(known);

function readBeside(reader: ColumnReader, beside: readonly (string | null)[]): (string | null)[] {
  const ends = reader.numbers(beside.length);
  const texts = reader.texts(beside.length);
  return texts.map((text, at) => (ends[at] === 1 ? known(text) + (beside[at] ?? "") : text));
}

export function unpackShape(packed: Uint8Array): Unpacked<FactsShape> {
  const bytes = inflated(packed);
  const reader = openColumnReader(bytes);
  const left = reader.number();
  const definitionCount = reader.number();
  const importCount = reader.number();
  const exportCount = reader.number() - 1;
  const [name = null, config = null] = reader.texts(2);
  const definitions = readDefinitions(reader, definitionCount);
  const imports = readImports(reader, importCount);
  const exports = exportCount < 0 ? null : readExports(reader, exportCount);
  const signatures = reader.isAtEnd() ? null : reader.texts(definitionCount);
  const signed =
    signatures === null ? definitions : definitions.map((one, at) => ({ ...one, signature: signatures[at] ?? null }));
  const deferred = reader.isAtEnd() ? [] : reader.numbers(importCount);
  const loaded =
    deferred.length === 0
      ? imports
      : imports.map((one, at): ImportFact => (deferred[at] === 1 ? { ...one, isDeferred: true } : one));
  const shape = { package: name, definitions: signed, imports: loaded, exports, config: configOf(config), left };
  return { value: shape, size: bytes.length };
}

function configOf(text: string | null): ModuleConfig | null {
  try {
    return text === null ? null : (JSON.parse(text) as ModuleConfig);
  } catch (error) {
    throw new DamagedBytes("packed facts have an unreadable configuration", { cause: error });
  }
}

function readDefinitions(reader: ColumnReader, count: number): DefinitionFact[] {
  const names = present(reader.texts(count));
  const forms = reader.numbers(count);
  const apart = present(reader.texts(forms.filter((form) => form > SEPARATORS.length).length));
  const kinds = reader.numbers(count);
  const parents = reader.gaps(count);
  const starts = reader.gaps(count);
  const ends = reader.signed(count);
  const nameLines = reader.signed(count);
  const flags = reader.numbers(count);
  const types = reader.texts(count);
  const superCounts = reader.numbers(count);
  const supers = present(reader.texts(superCounts.reduce((sum, some) => sum + some, 0)));
  const [parameters, branches, hazards] = [reader.numbers(count), reader.numbers(count), reader.numbers(count)];
  const definitions: DefinitionFact[] = [];
  let [nextApart, nextSuper] = [0, 0];
  for (let at = 0; at < count; at++) {
    const name = known(names[at]);
    const form = known(forms[at]);
    const parent = known(parents[at]);
    const startLine = known(starts[at]);
    const separator = SEPARATORS[form - 1];
    const path =
      form === PATH_IS_NAME
        ? name
        : separator === undefined
          ? known(apart[nextApart++])
          : `${known(definitions[parent]).path}${separator}${name}`;
    const firstSuper = nextSuper;
    nextSuper += known(superCounts[at]);
    definitions.push({
      name,
      path,
      kind: known(KINDS[known(kinds[at])]) as DefinitionKind,
      parent,
      startLine,
      endLine: startLine + known(ends[at]),
      nameLine: startLine + known(nameLines[at]),
      flags: known(flags[at]),
      type: types[at] ?? null,
      supers: supers.slice(firstSuper, nextSuper),
      parameters: known(parameters[at]),
      signature: null,
      branches: known(branches[at]),
      hazards: known(hazards[at]),
    });
  }
  return definitions;
}

function readImports(reader: ColumnReader, count: number): ImportFact[] {
  const locals = reader.texts(count);
  const imported = readBeside(reader, locals);
  const specifiers = reader.texts(count);
  const lines = reader.gaps(count);
  return locals.map((local, at) => ({
    local,
    imported: imported[at] ?? null,
    specifier: known(specifiers[at]),
    line: known(lines[at]),
  }));
}

function readExports(reader: ColumnReader, count: number): ExportFact[] {
  const names = present(reader.texts(count));
  const of = reader.texts(count);
  const lines = reader.gaps(count);
  return names.map((name, at) => ({ name, of: known(of[at]), line: known(lines[at]) }));
}

/** References are compressed with their document's shape as dictionary. */
export function unpackInside({ shape, mentions }: Omit<PackedFacts, "names">): Unpacked<FactsInside> {
  const bytes = inflated(mentions, inflated(shape));
  const reader = openColumnReader(bytes);
  const groups = readReferences(reader);
  const conversions = reader.isAtEnd() ? [] : readConversions(reader);
  const argumentTypes = reader.isAtEnd() ? [] : reader.texts(groups.length);
  const within = reader.isAtEnd() ? [] : readWithin(reader, groups);
  const read = groups.map((group, at): ReferenceGroup => {
    const around = within[at] ?? null;
    return { ...group, argumentTypes: argumentTypes[at] ?? null, ...(around === null ? {} : { within: around }) };
  });
  return { value: { references: read, conversions }, size: bytes.length };
}

function readConversions(reader: ColumnReader): ConversionFact[] {
  const count = reader.number();
  const values = present(reader.texts(count));
  const expected = present(reader.texts(count));
  const lines = reader.gaps(count);
  return values.map((value, at) => ({ value, as: known(expected[at]), line: known(lines[at]) }));
}

/** Null for groups whose lines tell it. */
function readWithin(
  reader: ColumnReader,
  groups: readonly Pick<ReferenceGroup, "lines">[],
): (readonly DefinitionAt[] | null)[] {
  const isPlaced = reader.numbers(groups.length).map((flag) => flag === 1);
  const all = reader.gaps(groups.reduce((sum, { lines }, at) => sum + (isPlaced[at] ? lines.length : 0), 0));
  let next = 0;
  return groups.map(({ lines }, at) => {
    if (isPlaced[at] !== true) {
      return null;
    }
    next += lines.length;
    return all.slice(next - lines.length, next);
  });
}

function readReferences(reader: ColumnReader): Omit<ReferenceGroup, "argumentTypes">[] {
  const count = reader.number();
  const names = present(reader.texts(count));
  const chains = readBeside(reader, names);
  const counts = reader.numbers(count);
  const firsts = reader.gaps(count);
  const rest = reader.numbers(counts.reduce((sum, some) => sum + Math.max(0, some - 1), 0));
  const roles = reader.numbers(counts.reduce((sum, some) => sum + some, 0)).map((code): Role => known(ROLES[code]));
  let [nextGap, nextRole] = [0, 0];
  return names.map((name, at): Omit<ReferenceGroup, "argumentTypes"> => {
    const places = known(counts[at]);
    const lines: number[] = places === 0 ? [] : [known(firsts[at])];
    for (let line = known(firsts[at]); lines.length < places; lines.push(line)) {
      line += known(rest[nextGap++]);
    }
    nextRole += places;
    return { name, of: chains[at] ?? null, lines, roles: roles.slice(nextRole - places, nextRole) };
  });
}
