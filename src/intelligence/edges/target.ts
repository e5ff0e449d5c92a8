// Resolves the symbol of a question about edges: by the addresses that all tools accept, and for members that no outline lists
// (fields, an interface's properties) by line or path. Never guesses among several.
import type { DocumentRecord, Snapshot, SymbolRecord } from "../../index/snapshot.ts";
import { semanticsOf } from "../../languages/semantics.ts";
import { BASE_SEMANTICS } from "../../linking/base-semantics.ts";
import { isFunction } from "../../linking/children.ts";
import type { Lookup } from "../../linking/lookup.ts";
import { withoutDefaults } from "../../linking/signatures.ts";
import { type Certainty, type DefinitionAt, type DefinitionFact, type Facts, isNamed } from "../../vocabulary/facts.ts";
import { fromRoot } from "../requested-path.ts";
import { type Addressed, resolveAddress } from "../symbols/address.ts";
import type { Target } from "./edge-scene.ts";

/** A symbol with its definitions in one file, in order of lines. */
export interface TargetSymbol extends Target {
  readonly document: DocumentRecord;
  readonly definition: DefinitionFact;
  /** Of what a name on a line means. */
  readonly certainty?: Certainty;
}

export type Targeted =
  | { readonly kind: "found"; readonly symbol: TargetSymbol }
  /** A symbol of a language whose definitions alone are read. */
  | { readonly kind: "unread"; readonly found: Addressed }
  /** `certainty`: of a name on a line that is proven to mean each of them. */
  | { readonly kind: "ambiguous"; readonly candidates: readonly Addressed[]; readonly certainty?: Certainty }
  | { readonly kind: "none"; readonly why: string; readonly nearest: readonly Addressed[] };

const AT_LINE = /^(.+):(\d{1,9})$/su;

export function resolveTarget(snapshot: Snapshot, lookup: Lookup, asked: string): Targeted {
  const written = fromRoot(asked.trim());
  const member = memberAt(snapshot, lookup, written);
  if (member !== null) {
    return { kind: "found", symbol: member };
  }
  const address = resolveAddress(snapshot, asked);
  if (address.kind !== "found") {
    return address;
  }
  const { document, symbols } = address.found;
  const facts = lookup.facts(document.path);
  const places = placesOf(facts, symbols);
  const whole = facts === null ? null : symbolOf(document, facts, places);
  const symbol = whole === null ? null : oneOverload(whole, places, lookup, written);
  return symbol === null ? { kind: "unread", found: address.found } : { kind: "found", symbol };
}

/** Where the facts define these symbols: on their lines, of several there those of the same path. */
function placesOf(facts: Facts | null, symbols: readonly SymbolRecord[]): DefinitionAt[] {
  const paths = new Set(symbols.map(({ path }) => path));
  // An outline may have a name with its scopes: C++'s `std::hash<Cell>`.
  const named = indexesOf(facts, ({ name, nameLine }) =>
    symbols.some((one) => one.nameLine === nameLine && (one.name === name || one.name.endsWith(`::${name}`))),
  );
  const ofPath = named.filter((at) => paths.has(facts?.definitions[at]?.path ?? ""));
  return ofPath.length > 0 ? ofPath : named;
}

/** The overload on the requested line, if links distinguish overloads; else all definitions that share the path. */
function oneOverload(
  symbol: TargetSymbol,
  asked: readonly DefinitionAt[],
  lookup: Lookup,
  written: string,
): TargetSymbol {
  const { document } = symbol;
  const isApart =
    semanticsOf(document.language ?? "")?.distinguishesOverloads === true && isFunction(symbol.definition);
  const definitions = lookup.facts(document.path)?.definitions ?? [];
  const signatures = new Set(asked.map((at) => withoutDefaults(definitions[at]?.signature ?? "")));
  // A prototype and its definition in one file are one function.
  const places = symbol.places.filter(
    ({ at }) => asked.includes(at) || signatures.has(withoutDefaults(definitions[at]?.signature ?? "?")),
  );
  const definition = definitions[asked[0] ?? -1];
  return isApart && AT_LINE.test(written) && definition !== undefined ? { ...symbol, definition, places } : symbol;
}

const indexesOf = (facts: Facts | null, admits: (definition: DefinitionFact) => boolean): DefinitionAt[] =>
  (facts?.definitions ?? []).flatMap((definition, at) => (admits(definition) ? [at] : []));

/**
 * All definitions of the file that share the first one's path, and its parent or its line: Ruby's class and instances by one word.
 * Functions alone, or the others, where a language tells them apart by how they are used (`arg.long`, `arg.long()`).
 */
export function symbolOf<File extends { readonly path: string; readonly language: string | null }>(
  document: File,
  facts: Facts,
  places: readonly DefinitionAt[],
): (Target & { readonly document: File; readonly definition: DefinitionFact }) | null {
  const definition = facts.definitions[places[0] ?? -1];
  if (definition === undefined) {
    return null;
  }
  const { isOneKind, isBeside } = semanticsOf(document.language ?? "") ?? BASE_SEMANTICS;
  const asked = places.flatMap((at) => facts.definitions[at] ?? []);
  const all = indexesOf(
    facts,
    (other) =>
      other.path === definition.path && isBeside(definition, other) && asked.some((one) => isOneKind(one, other)),
  );
  return { document, definition, name: definition.name, places: all.map((at) => ({ path: document.path, at })) };
}

/** The one definition named on the line, or with the path, where the outline has no symbol. */
function memberAt(snapshot: Snapshot, lookup: Lookup, written: string): TargetSymbol | null {
  const [, ofLine = "", line] = AT_LINE.exec(written) ?? [];
  const byLine = line === undefined ? undefined : snapshot.documentAt(ofLine);
  if (byLine !== undefined) {
    const isOn = ({ nameLine }: DefinitionFact): boolean => nameLine === Number(line);
    const found = onlyOne(lookup, byLine, isOn);
    return found === null ? null : oneOverload(found, indexesOf(lookup.facts(byLine.path), isOn), lookup, written);
  }
  const cut = written.lastIndexOf("#");
  const byPath = cut <= 0 ? undefined : snapshot.documentAt(written.slice(0, cut));
  const path = written.slice(cut + 1).trim();
  if (byPath === undefined) {
    return null;
  }
  const isSymbol = snapshot.symbols(byPath.id).some(({ name }) => name === path);
  return (
    onlyOne(lookup, byPath, (definition) => definition.path === path) ??
    // Only a member, and only if no symbol has that name.
    (isSymbol ? null : onlyOne(lookup, byPath, (definition) => definition.name === path))
  );
}

function onlyOne(
  lookup: Lookup,
  document: DocumentRecord,
  admits: (definition: DefinitionFact) => boolean,
): TargetSymbol | null {
  const facts = lookup.facts(document.path);
  const places = indexesOf(facts, (definition) => isNamed(definition) && admits(definition));
  const paths = new Set(places.map((at) => facts?.definitions[at]?.path));
  return facts === null || paths.size !== 1 ? null : symbolOf(document, facts, places);
}
