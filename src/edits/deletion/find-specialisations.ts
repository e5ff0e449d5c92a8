// Definitions that replace a deleted general one for some arguments; and, where one of these is deleted, uses of the general one,
// which may have meant it.
import type { EdgeScene } from "../../intelligence/edges/edge-scene.ts";
import { findReferences } from "../../intelligence/edges/references.ts";
import { languageById } from "../../languages/registry.ts";
import type { Place } from "../../linking/resolution.ts";
import type { Steps } from "../../system/slices.ts";
import { type DefinitionFact, FILE } from "../../vocabulary/facts.ts";
import { type Deleted, type FoundLeft, type FoundPlace, NOTHING_LEFT } from "./deleted.ts";

export function* findSpecialisations(edges: EdgeScene, { path, facts, outermost }: Deleted): Steps<FoundLeft> {
  const rule = languageById(edges.lookup.language(path))?.deletion?.specialised;
  const definition = facts.definitions[outermost[0] ?? FILE];
  if (rule === undefined || definition === undefined) {
    return NOTHING_LEFT;
  }
  const general = rule.exec(definition.name)?.[1];
  const namesake = yield* namesakes(edges, path, definition, general ?? definition.name, rule);
  const others = namesake.filter(({ place }) => place.path !== path || !outermost.includes(place.at));
  return general === undefined
    ? {
        places: others.filter(({ isGeneral }) => !isGeneral).map((one) => specialising(one, definition)),
        isWhole: true,
      }
    : yield* usesOf(
        edges,
        others.filter(({ isGeneral }) => isGeneral),
        definition,
      );
}

interface Namesake {
  readonly place: Place;
  readonly definition: DefinitionFact;
  readonly isGeneral: boolean;
}

/** Definitions of the name in the same scope, general or not. */
function* namesakes(
  edges: EdgeScene,
  path: string,
  own: DefinitionFact,
  name: string,
  rule: RegExp,
): Steps<readonly Namesake[]> {
  const scope = own.path.slice(0, own.path.length - own.name.length);
  const files = new Set([path, ...(yield* edges.candidates(name, name, path))]);
  return [...files].flatMap((file) =>
    (edges.lookup.facts(file)?.definitions ?? []).flatMap((definition, at): Namesake[] => {
      const isGeneral = definition.name === name;
      const isOf = isGeneral || rule.exec(definition.name)?.[1] === name;
      return isOf && definition.kind === own.kind && definition.path === scope + definition.name
        ? [{ place: { path: file, at }, definition, isGeneral }]
        : [];
    }),
  );
}

const specialising = ({ place, definition }: Namesake, { path: symbol }: DefinitionFact): FoundPlace => ({
  path: place.path,
  line: definition.nameLine,
  why: `specialises ${symbol}, which is deleted`,
});

function* usesOf(edges: EdgeScene, generals: readonly Namesake[], { path: symbol }: DefinitionFact): Steps<FoundLeft> {
  const places: FoundPlace[] = [];
  let isWhole = true;
  for (const { place, definition } of generals) {
    const found = yield* findReferences(edges, { name: definition.name, places: [place] });
    isWhole &&= found.filesLeft.length === 0;
    places.push(
      ...found.references.map(({ path, line }) => ({ path, line, why: `may mean ${symbol}, which is deleted` })),
    );
  }
  return { places, isWhole };
}
