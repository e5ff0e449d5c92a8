// Members that a Rust type has indirectly: those of what it dereferences to, and those of traits that are visible in the file,
// since a method can be called only where its trait is visible.
import { importChain } from "../vocabulary/chain.ts";
import { MACRO } from "../vocabulary/facts.ts";
import { definitionAt, type LinkContext, membersNamed } from "./context.ts";
import { heldBy } from "./held.ts";
import { memberStep } from "./member-step.ts";
import { isNamedIn, memberOf } from "./members.ts";
import { openMemo } from "./memo.ts";
import {
  atMost,
  EXTERNAL,
  firstOf,
  isKnown,
  keyOf,
  mapUnion,
  type Place,
  type Resolution,
  UNKNOWN,
} from "./resolution.ts";
import { callStep, instanceStep } from "./steps.ts";

/** If more files define a name, it is left unresolved. */
const FILES_MAX = 60;
/** Limit on chains of dereferences. */
const DEREFERENCES_MAX = 4;

/** What `.name` means if neither the type nor its own traits have it. */
export const memberInTraits = (context: LinkContext, path: string, on: Resolution, name: string): Resolution =>
  context.semantics(path)?.traits !== true
    ? UNKNOWN
    : mapUnion(heldBy(context, on), (one) => {
        for (const way of [dereferenced, awaited]) {
          const found = way(context, one, name);
          if (isKnown(found)) {
            return found;
          }
        }
        return inSight(context, path, one, name);
      });

function dereferenced(context: LinkContext, on: Resolution, name: string): Resolution {
  let target = on;
  for (let left = DEREFERENCES_MAX; left > 0; left--) {
    target =
      target.value.is === "instance" ? callStep(context, memberOf(context, target.value.places, "deref")) : UNKNOWN;
    const found = isKnown(target) ? memberStep(context, target, name) : UNKNOWN;
    if (isKnown(found)) {
      return atMost("constrained", found);
    }
  }
  return UNKNOWN;
}

/** Awaiting a future gives its `Output`: chains write an awaited value as its result. */
function awaited(context: LinkContext, { value }: Resolution, name: string): Resolution {
  const output = value.is === "instance" ? memberOf(context, value.places, "Output") : UNKNOWN;
  const found = isKnown(output) ? memberStep(context, instanceStep(context, output), name) : UNKNOWN;
  return atMost("constrained", found);
}

const OWNERS: ReadonlySet<string> = new Set(["class", "enum", "interface", "type"]);

function inSight(context: LinkContext, path: string, { value }: Resolution, name: string): Resolution {
  const isOurs =
    value.is === "instance" ||
    (value.is === "definition" && value.places.every((place) => OWNERS.has(definitionAt(context, place)?.kind ?? "")));
  if (!isOurs) {
    return UNKNOWN;
  }
  const named = traitsNamed(context, path).flatMap((trait) => membersNamed(context, trait, name));
  // Of several traits, the receiver's type decides which one is meant.
  const places = named.length > 0 ? named : inSightByStars(context, path, name);
  return places.length === 1 ? { value: { is: "definition", places }, certainty: "constrained" } : UNKNOWN;
}

const isTrait = (context: LinkContext, place: Place): boolean => definitionAt(context, place)?.kind === "interface";

const named = openMemo<readonly Place[]>();

/** Traits that a file declares or imports by name. */
const traitsNamed = (context: LinkContext, path: string): readonly Place[] =>
  named(context, path, () => findTraits(context, path));

function findTraits(context: LinkContext, path: string): readonly Place[] {
  const facts = context.lookup.facts(path);
  const own = (facts?.definitions ?? []).map((_, at): Place => ({ path, at }));
  const brought = (facts?.imports ?? []).flatMap(({ imported }, at): readonly Place[] => {
    const { value } = /^\p{Lu}/u.test(imported ?? "") ? context.resolve(path, importChain(at)) : UNKNOWN;
    return value.is === "definition" ? value.places : [];
  });
  return firstOf([...own, ...brought], keyOf).filter((place) => isTrait(context, place));
}

/** Traits that a file imports through `*`. */
function inSightByStars(context: LinkContext, path: string, name: string): readonly Place[] {
  const seen = new Map<string, boolean>();
  return related(context, path, name).flatMap((file): Place[] =>
    (context.lookup.facts(file)?.definitions ?? []).flatMap((definition, at) => {
      const trait: Place = { path: file, at: definition.parent };
      if (definition.name !== name || !isTrait(context, trait)) {
        return [];
      }
      const key = keyOf(trait);
      const isSeen = seen.get(key) ?? isNamedIn(context, path, definitionAt(context, trait)?.name ?? "", trait);
      seen.set(key, isSeen);
      return isSeen ? [{ path: file, at }] : [];
    }),
  );
}

/**
 * A macro by its bare name. Any macro of the crate may be visible, depending on the order in which the crate's files are read.
 */
export function macroNamed(context: LinkContext, path: string, name: string): Resolution {
  const own = macroIn(context, path, name);
  return own === EXTERNAL ? macroFromStars(context, path, name) : own;
}

/** A macro of the file's crate; foreign if there is none, unknown if there are several. */
function macroIn(context: LinkContext, path: string, name: string): Resolution {
  const modules = context.semantics(path)?.modules;
  const places = related(context, path, name)
    .filter((file) => file === path || modules?.mayExtend?.(path, file, context.lookup) === true)
    .flatMap((file): Place[] =>
      (context.lookup.facts(file)?.definitions ?? []).flatMap((definition, at) =>
        definition.name === name && (definition.flags & MACRO) !== 0 ? [{ path: file, at }] : [],
      ),
    );
  const [first] = places;
  if (first === undefined) {
    return EXTERNAL;
  }
  return places.every((place) => place.path === first.path)
    ? { value: { is: "definition", places }, certainty: "constrained" }
    : UNKNOWN;
}

function macroFromStars(context: LinkContext, path: string, name: string): Resolution {
  for (const [at, { local, imported }] of (context.lookup.facts(path)?.imports ?? []).entries()) {
    const found =
      local === null && imported === "*" ? macroOf(context, context.resolve(path, importChain(at)), name) : UNKNOWN;
    if (isKnown(found)) {
      return found;
    }
  }
  return EXTERNAL;
}

/** A module's macro of this name: exported macros are at the crate's root, wherever they are written. */
export function macroOf(context: LinkContext, { value }: Resolution, name: string): Resolution {
  const [root] = value.is === "module" ? value.paths : [];
  const isRoot =
    root !== undefined && context.semantics(root)?.traits === true && /(?:^|\/)(?:lib|main)\.rs$/.test(root);
  return isRoot ? macroIn(context, root, name) : UNKNOWN;
}

function related(context: LinkContext, path: string, name: string): readonly string[] {
  const modules = context.semantics(path)?.modules;
  const defining = context.lookup.defining(name);
  return defining.length > FILES_MAX ? [] : defining.filter((file) => context.semantics(file)?.modules === modules);
}
