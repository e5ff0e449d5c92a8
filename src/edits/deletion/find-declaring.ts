// Calls of functions whose declarations name a deleted type, in languages where such a function is then not declared.
import type { EdgeScene } from "../../intelligence/edges/edge-scene.ts";
import { findReferences } from "../../intelligence/edges/references.ts";
import { languageById } from "../../languages/registry.ts";
import { isFunction } from "../../linking/children.ts";
import { keyOf, type Place } from "../../linking/resolution.ts";
import type { Steps } from "../../system/slices.ts";
import { TYPE_KINDS } from "../../vocabulary/chunk.ts";
import { CALL_ROLES, type DefinitionFact, FILE } from "../../vocabulary/facts.ts";
import { type Deleted, type FoundLeft, type FoundPlace, NOTHING_LEFT, placeIn } from "./deleted.ts";

/** Uses of more functions are not looked for. */
const FUNCTIONS_MAX = 60;

export function* findDeclaring(edges: EdgeScene, deleted: Deleted): Steps<FoundLeft> {
  const { lookup } = edges;
  const [at = FILE] = deleted.outermost;
  const type = deleted.facts.definitions[at];
  const isMeant = languageById(lookup.language(deleted.path))?.deletion?.declaresWhole === true;
  if (!isMeant || type === undefined || !TYPE_KINDS.has(type.kind)) {
    return NOTHING_LEFT;
  }
  const named = yield* findReferences(edges, { name: type.name, places: [placeIn(deleted, at)] });
  const declaring = new Map<string, Place>();
  for (const { path, line, role, certainty } of named.references) {
    const isOwn = path === deleted.path && deleted.isInside(line);
    for (const place of role === "type" && certainty !== "heuristic" && !isOwn
      ? declaredAt(edges, path, line, type)
      : []) {
      declaring.set(keyOf(place), place);
    }
  }
  const places: FoundPlace[] = [];
  let isWhole = named.filesLeft.length === 0 && declaring.size <= FUNCTIONS_MAX;
  for (const place of [...declaring.values()].slice(0, FUNCTIONS_MAX)) {
    const { name = "", path: symbol = "" } = lookup.facts(place.path)?.definitions[place.at] ?? {};
    const found = yield* findReferences(edges, { name, places: [place] });
    isWhole &&= found.filesLeft.length === 0;
    const why = `calls ${symbol}, whose declaration names ${type.path} that is deleted`;
    const calls = found.references.filter(({ role }) => CALL_ROLES.has(role));
    places.push(...calls.map(({ path, line }) => ({ path, line, why, calls: name })));
  }
  return { places, isWhole };
}

/** Functions with a parameter of the type, or whose name stands on the line that names it. */
function declaredAt({ lookup }: EdgeScene, path: string, line: number, { name }: DefinitionFact): Place[] {
  const word = new RegExp(`(?<!\\w)${name.replace(/[^\w]/g, "\\$&")}(?!\\w)`);
  return (lookup.facts(path)?.definitions ?? []).flatMap((one, at) => {
    const isAround = one.startLine <= line && line <= one.endLine && isFunction(one);
    return isAround && (one.nameLine === line || word.test(one.signature ?? "")) ? [{ path, at }] : [];
  });
}
