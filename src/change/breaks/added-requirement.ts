// Classes that lack a member which a type above them asks for since the change.
import { inheritedMember } from "../../intelligence/edges/overridden-member.ts";
import { needsImplementation } from "../../intelligence/edges/overrides.ts";
import { definitionOf, descendants, type Found } from "../../intelligence/edges/related-types.ts";
import { keyOf, type Place } from "../../linking/resolution.ts";
import type { Steps } from "../../system/slices.ts";
import { ABSTRACT, type DefinitionFact, FILE, PARTIAL } from "../../vocabulary/facts.ts";
import type { Change, TextPair } from "../state/change.ts";
import { areAllKnown } from "./called-by-libraries.ts";

/** What a type asks for that it did not ask for before, and the classes without it. */
export interface AddedRequirement {
  readonly member: DefinitionFact;
  readonly lacking: readonly { readonly path: string; readonly definition: DefinitionFact }[];
}

/** Only of types whose classes name them, and of classes of which all that they extend is known. */
export function* findAddedRequirements({ base, now }: Change, { before, after }: TextPair): Steps<AddedRequirement[]> {
  const was = before === null ? null : base.lookup.facts(before.path);
  const all = after === null ? [] : (now.lookup.facts(after.path)?.definitions ?? []);
  const known = new Set(was?.definitions.map(({ path }) => path));
  const found: AddedRequirement[] = [];
  for (const [at, member] of all.entries()) {
    const owner: Place = { path: after?.path ?? "", at: member.parent };
    const around = all[member.parent];
    const isNew = around !== undefined && known.has(around.path) && !known.has(member.path);
    if (!isNew || now.linker.comparesMethods(owner) || !needsImplementation(now, owner.path, member, around)) {
      continue;
    }
    const below: Found = new Map();
    yield* descendants(now, owner, below);
    const asked = keyOf({ path: owner.path, at });
    const lacking = [...below.values()].flatMap(({ place }) => {
      const definition = definitionOf(now, place);
      return definition?.kind === "class" &&
        (definition.flags & (ABSTRACT | PARTIAL)) === 0 &&
        definition.parent === FILE &&
        !now.linker.members(place).some((one) => definitionOf(now, one)?.name === member.name) &&
        keyOf(inheritedMember(now, place, member) ?? place) === asked &&
        areAllKnown(now, [place])
        ? [{ path: place.path, definition }]
        : [];
    });
    found.push(...(lacking.length === 0 ? [] : [{ member, lacking }]));
  }
  return found;
}
