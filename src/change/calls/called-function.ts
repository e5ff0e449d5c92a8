// The functions that a call of a symbol may mean, with their parameters as the text declares them.

import type { EdgeScene, Target } from "../../intelligence/edges/edge-scene.ts";
import { symbolOf } from "../../intelligence/edges/target.ts";
import { listAt, parametersAfter } from "../../languages/argument-lists.ts";
import type { CallForm } from "../../languages/contract/call-form.ts";
import { languageById } from "../../languages/registry.ts";
import { semanticsOf } from "../../languages/semantics.ts";
import { keyOf, type Place } from "../../linking/resolution.ts";
import { type DefinitionAt, type DefinitionFact, FILE } from "../../vocabulary/facts.ts";
import { literalPattern } from "../../vocabulary/literal-pattern.ts";
import { lineAt, type SourceText, sourceText, startOf } from "../../vocabulary/text.ts";
import type { SymbolTarget } from "../read/symbol-target.ts";
import { type Parameters, readParameters } from "./call-fits.ts";

export interface CalledFunction {
  /** What calls refer to: the function, or the class whose instances a constructor makes. */
  readonly target: Target;
  /** Where its parameters are declared: overloads and prototypes are several. */
  readonly places: readonly Place[];
  /** Whether it is a constructor, so that what calls refer to is its class. */
  readonly makesInstances: boolean;
}

const FUNCTIONS: ReadonlySet<string> = new Set(["function", "method", "variable", "constant", "field"]);

const TYPES: ReadonlySet<string> = new Set(["class", "enum", "interface"]);

/** Null for what no call refers to. `symbol`: in the state of the scene. */
export function calledFunction(scene: EdgeScene, symbol: SymbolTarget): CalledFunction | null {
  const { document, definition } = symbol;
  const all = scene.lookup.facts(document.path)?.definitions ?? [];
  const owner = all[definition.parent];
  const isConstructor =
    owner?.name === definition.name ||
    languageById(document.language ?? "")?.constructors?.includes(definition.name) === true;
  if (TYPES.has(definition.kind)) {
    return isMadeByHead(document.language)
      ? { target: symbol, places: [...symbol.places, ...constructorsIn(scene, symbol)], makesInstances: true }
      : null;
  }
  if (!isConstructor || owner === undefined) {
    // A protocol and an extension of it declare one method in two places of the file.
    const beside = all.flatMap(({ path, kind }, at): Place[] =>
      path === definition.path && FUNCTIONS.has(kind) ? [{ path: document.path, at }] : [],
    );
    const places = [...symbol.places, ...beside].flatMap((place) => [place, ...scene.linker.parts(place)]);
    return FUNCTIONS.has(definition.kind)
      ? {
          target: symbol,
          places: uniquePlaces([...places, ...inheritedOverloads(scene, symbol)]),
          makesInstances: false,
        }
      : null;
  }
  const facts = scene.lookup.facts(document.path);
  const type = facts === null || definition.parent === FILE ? null : symbolOf(document, facts, [definition.parent]);
  // A type may be declared in parts, such as Swift's extensions, each with constructors.
  const parts = definition.parent === FILE ? [] : scene.linker.parts({ path: document.path, at: definition.parent });
  const own = uniquePlaces([
    ...membersNamed(all, document.path, [definition.name], [definition.parent]),
    ...parts.flatMap(({ path, at }) =>
      membersNamed(scene.lookup.facts(path)?.definitions ?? [], path, [definition.name], [at]),
    ),
  ]);
  // Where constructors are called as their class is, its head may declare one as well: `class Store(string name)`.
  const head = owner.name === definition.name ? [{ path: document.path, at: definition.parent }] : [];
  const places = [...own, ...head];
  return type === null ? null : { target: type, places, makesInstances: true };
}

/** Types above one that are looked at for overloads. */
const TYPES_MAX = 30;

/** Methods of the name that the type inherits with a body, where a call chooses among all of them by its arguments. */
function inheritedOverloads({ lookup, linker }: EdgeScene, { document, definition, places }: SymbolTarget): Place[] {
  if (definition.kind !== "method" || semanticsOf(document.language ?? "")?.inheritsOverloads !== true) {
    return [];
  }
  const found: Place[] = [];
  const queue = places.map(({ path }): Place => ({ path, at: definition.parent }));
  const seen = new Set(queue.map(keyOf));
  for (let type = queue.shift(); type !== undefined && seen.size <= TYPES_MAX; type = queue.shift()) {
    const above = linker.supers(type).flatMap(({ value }) => ("places" in value ? value.places : []));
    for (const place of above.filter((one) => !seen.has(keyOf(one)))) {
      seen.add(keyOf(place));
      queue.push(place);
      const all = lookup.facts(place.path)?.definitions ?? [];
      const isClass = all[place.at]?.kind === "class";
      found.push(...(isClass ? membersNamed(all, place.path, [definition.name], [place.at]) : []));
    }
  }
  return found;
}

const isMadeByHead = (language: string | null): boolean =>
  languageById(language ?? "")?.calls?.typesTakeParameters === true;

/** Constructors beside the one that the type's head declares. */
function constructorsIn({ lookup }: EdgeScene, { document, definition, places }: SymbolTarget): Place[] {
  const names = [definition.name, ...(languageById(document.language ?? "")?.constructors ?? []), "this"];
  const all = lookup.facts(document.path)?.definitions ?? [];
  return membersNamed(
    all,
    document.path,
    names,
    places.map(({ at }) => at),
  );
}

/** Members of these types of one file that have one of the names. */
const membersNamed = (
  all: readonly DefinitionFact[],
  path: string,
  names: readonly string[],
  types: readonly DefinitionAt[],
): Place[] =>
  all.flatMap(({ name, parent }, at) => (names.includes(name) && types.includes(parent) ? [{ path, at }] : []));

const uniquePlaces = (places: readonly Place[]): readonly Place[] => [
  ...new Map(places.map((place) => [`${place.path} ${place.at}`, place])).values(),
];

/** The parameters that a definition on the line (1-based) declares; null where they cannot be read. */
export function parametersOn(source: SourceText, line: number, name: string, form: CallForm): Parameters | null {
  const { text } = source;
  const from = startOf(source, line);
  const end = startOf(source, line + 1);
  if (form.fields?.head.test(text.slice(from, end)) === true) {
    const entries = fieldsOf(source, line, form.fields);
    return entries === null ? null : readParameters(entries, form);
  }
  for (const { index } of text.slice(from, end).matchAll(wholeWord(name))) {
    const open = parametersAfter(text, from + index + name.length);
    const list = open < 0 ? null : listAt(text, open, form);
    if (list !== null) {
      return readParameters(list.entries, form);
    }
  }
  return null;
}

/** What the fields of a marked type declare, in their order; null where the type is not marked, or extends another one, which may have more. */
function fieldsOf(
  source: SourceText,
  line: number,
  { marked, head, field }: NonNullable<CallForm["fields"]>,
): string[] | null {
  const own = lineAt(source, line);
  if (!marked.test(lineAt(source, line - 1)) || head.exec(own)?.[1] === undefined) {
    return null;
  }
  const indentOf = (text: string): number => text.search(/\S/);
  const body: string[] = [];
  for (let at = line + 1; at <= source.starts.length; at += 1) {
    const text = lineAt(source, at);
    if (indentOf(text) >= 0 && indentOf(text) <= indentOf(own)) {
      break;
    }
    body.push(text);
  }
  const indent = Math.min(...body.map(indentOf).filter((at) => at >= 0));
  return body.some((text) => /\b__init__\b/.test(text))
    ? null
    : body.flatMap((text) => (indentOf(text) === indent ? (field.exec(text)?.[1] ?? []) : []));
}

export const wholeWord = (name: string): RegExp => new RegExp(`(?<![\\w$])${literalPattern(name)}(?![\\w$])`, "g");

/** The text of a file after the change; null where it cannot be read. */
type ReadText = (path: string, side: "after") => Promise<string | null>;

/** Of each place; null where those of one cannot be read. A type has some only where its head declares them. */
export async function parametersAt(
  scene: EdgeScene,
  places: readonly Place[],
  form: CallForm,
  read: ReadText,
): Promise<readonly Parameters[] | null> {
  const found: Parameters[] = [];
  for (const { path, at } of places) {
    const definition = scene.lookup.facts(path)?.definitions[at];
    const text = await read(path, "after");
    const parameters =
      definition === undefined || text === null
        ? null
        : parametersOn(sourceText(text, 1), definition.nameLine, definition.name, form);
    if (parameters !== null) {
      found.push(parameters);
    } else if (definition === undefined || !TYPES.has(definition.kind)) {
      return null;
    }
  }
  return found;
}
