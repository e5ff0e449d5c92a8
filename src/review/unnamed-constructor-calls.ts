// Calls of a constructor that do not name its class: `cls(…)`, `super(…)`, `new("a")`. No reference leads to them, so they are looked for where
// the language allows them: in the class itself, in its direct subclasses, and behind the name of a type.

import { wholeWord } from "../change/calls/called-function.ts";
import type { EdgeScene, Target } from "../intelligence/edges/edge-scene.ts";
import type { Reference } from "../intelligence/edges/reference-search.ts";
import type { CallForm } from "../languages/contract/call-form.ts";
import { languageById } from "../languages/registry.ts";
import type { Place } from "../linking/resolution.ts";
import { openInnermostRange } from "../system/innermost-range.ts";
import { type DefinitionFact, STATIC } from "../vocabulary/facts.ts";
import { sourceText, startOf } from "../vocabulary/text.ts";
import type { StateSide } from "./contract.ts";

export interface UnnamedCall {
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  /** With the flag `g`: what stands before the arguments on the line. */
  readonly callee: RegExp;
}

type ReadText = (path: string, side: StateSide) => Promise<string | null>;

const CLASSES: ReadonlySet<string> = new Set(["class", "enum", "interface"]);

/** `type`: the class; `references`: those to it, of the state after the change. */
export async function unnamedConstructorCalls(
  scene: EdgeScene,
  type: Target,
  references: readonly Reference[],
  { unnamedConstructors }: CallForm,
  read: ReadText,
): Promise<UnnamedCall[]> {
  if (unnamedConstructors === undefined) {
    return [];
  }
  const { inClass, inSubclass, typed } = unnamedConstructors;
  const seek = async (places: readonly Place[], callee: RegExp | undefined, within: Within): Promise<UnnamedCall[]> =>
    callee === undefined
      ? []
      : (await Promise.all(places.map((place) => callsIn(scene, place, callee, within, read)))).flat();
  return [
    ...(await seek(type.places, inClass, isMadeWithoutInstance)),
    ...(await seek(subclassesOf(scene, references), inSubclass, isConstructor)),
    ...references.flatMap(({ path, line, role }) =>
      role === "type" && typed !== undefined ? [{ path, line, callee: typed(wholeWord(type.name).source) }] : [],
    ),
  ];
}

/** The classes that name it as what they extend. */
const subclassesOf = ({ lookup }: EdgeScene, references: readonly Reference[]): Place[] =>
  references
    .filter(({ role }) => role === "extend")
    .flatMap(({ path, line }) => {
      const at = openInnermost(lookup.facts(path)?.definitions ?? [], isClass)(line);
      return at < 0 ? [] : [{ path, at }];
    });

const isClass = ({ kind }: DefinitionFact): boolean => CLASSES.has(kind);

/** The ordinal of the smallest definition of these that contains a line; -1 for none. Of several on one line the last one. */
function openInnermost(
  definitions: readonly DefinitionFact[],
  admits: (definition: DefinitionFact) => boolean,
): (line: number) => number {
  const lastFirst = definitions.flatMap((one, at) => (admits(one) ? [{ ...one, at }] : [])).reverse();
  const innermost = openInnermostRange(lastFirst);
  return (line) => lastFirst[innermost(line)]?.at ?? -1;
}

type Within = (enclosing: DefinitionFact | undefined, language: string | null) => boolean;

/** `new(…)` and `cls(…)` make an instance where there is none yet; a class's head and the chain of constructors count, too. */
const isMadeWithoutInstance: Within = (enclosing, language) =>
  enclosing === undefined || (enclosing.flags & STATIC) !== 0 || isConstructor(enclosing, language);

const isConstructor: Within = (enclosing, language) =>
  enclosing === undefined ||
  languageById(language ?? "")?.constructors?.includes(enclosing.name) === true ||
  languageById(language ?? "")?.constructors === undefined;

async function callsIn(
  { lookup }: EdgeScene,
  { path, at }: Place,
  callee: RegExp,
  isWithin: Within,
  read: ReadText,
): Promise<UnnamedCall[]> {
  const definitions = lookup.facts(path)?.definitions ?? [];
  const type = definitions[at];
  const text = type === undefined ? null : await read(path, "after");
  if (type === undefined || text === null) {
    return [];
  }
  const source = sourceText(text, 1);
  const classAt = openInnermost(definitions, isClass);
  const memberAt = openInnermost(definitions, (one) => !isClass(one));
  const calls: UnnamedCall[] = [];
  for (let line = type.startLine; line <= type.endLine; line += 1) {
    const isCalled = source.text.slice(startOf(source, line), startOf(source, line + 1)).match(callee) !== null;
    if (isCalled && classAt(line) === at && isWithin(definitions[memberAt(line)], lookup.language(path))) {
      calls.push({ path, line, callee });
    }
  }
  return calls;
}
