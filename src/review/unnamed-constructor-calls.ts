// Calls of a constructor that do not name its class: `cls(…)`, `super(…)`, `new("a")`. No reference leads to them, so they are looked for where
// the language allows them: in the class itself, in its direct subclasses, and behind the name of a type.
import type { EdgeScene, Target } from "../intelligence/edges/edge-scene.ts";
import type { Reference } from "../intelligence/edges/reference-search.ts";
import type { CallForm } from "../languages/contract/call-form.ts";
import { languageById } from "../languages/registry.ts";
import type { Place } from "../linking/resolution.ts";
import { type DefinitionFact, STATIC } from "../vocabulary/facts.ts";
import { sourceText, startOf } from "../vocabulary/source-text.ts";
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
  const calls: UnnamedCall[] = [];
  const seek = async (places: readonly Place[], callee: RegExp | undefined, within: Within): Promise<void> => {
    for (const place of callee === undefined ? [] : places) {
      calls.push(...(await callsIn(scene, place, callee ?? /$^/g, within, read)));
    }
  };
  await seek(type.places, inClass, isMadeWithoutInstance);
  await seek(subclassesOf(scene, references), inSubclass, isConstructor);
  for (const { path, line, role } of typed === undefined ? [] : references) {
    if (role === "type" && typed !== undefined) {
      calls.push({ path, line, callee: typed });
    }
  }
  return calls;
}

/** The classes that name it as what they extend. */
function subclassesOf({ lookup }: EdgeScene, references: readonly Reference[]): Place[] {
  return references
    .filter(({ role }) => role === "extend")
    .flatMap(({ path, line }) => {
      const at = innermost(lookup.facts(path)?.definitions ?? [], line, ({ kind }) => CLASSES.has(kind));
      return at < 0 ? [] : [{ path, at }];
    });
}

/** The ordinal of the smallest definition that contains the line; -1 for none. Of several on one line the last one. */
function innermost(
  definitions: readonly DefinitionFact[],
  line: number,
  admits: (definition: DefinitionFact) => boolean,
): number {
  let best = -1;
  for (const [at, one] of definitions.entries()) {
    const known = definitions[best];
    const isIn = one.startLine <= line && line <= one.endLine && admits(one);
    if (isIn && (known === undefined || one.endLine - one.startLine <= known.endLine - known.startLine)) {
      best = at;
    }
  }
  return best;
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
  const calls: UnnamedCall[] = [];
  for (let line = type.startLine; line <= type.endLine; line += 1) {
    const isCalled = source.text.slice(startOf(source, line), startOf(source, line + 1)).match(callee) !== null;
    const isOwn = isCalled && innermost(definitions, line, ({ kind }) => CLASSES.has(kind)) === at;
    const within = definitions[innermost(definitions, line, ({ kind }) => !CLASSES.has(kind))];
    if (isOwn && isWithin(within, lookup.language(path))) {
      calls.push({ path, line, callee });
    }
  }
  return calls;
}
