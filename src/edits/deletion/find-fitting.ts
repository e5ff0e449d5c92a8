// Places where a type may be used as one that it fits by its members alone, where a deleted member is one of these: nothing names the
// member there (`serializer: Serializes = Json` in Python, where `Serializes` is a protocol).
import type { EdgeScene } from "../../intelligence/edges/edge-scene.ts";
import { findReferences } from "../../intelligence/edges/references.ts";
import { typesAbove } from "../../intelligence/edges/related-types.ts";
import { languageById } from "../../languages/registry.ts";
import { inTime } from "../../linking/linker.ts";
import { keyOf, type Place } from "../../linking/resolution.ts";
import type { Steps } from "../../system/slices.ts";
import { TYPE_KINDS } from "../../vocabulary/chunk.ts";
import { FILE, type Role } from "../../vocabulary/facts.ts";
import type { LeftPlace } from "../change-set.ts";
import { type Deleted, type FoundLeft, NOTHING_LEFT } from "./deleted.ts";

/** Roles in which a type, or a value of it, is passed on. */
const PASSED: ReadonlySet<Role> = new Set(["read", "call", "new"]);

export function* findFitting(edges: EdgeScene, deleted: Deleted): Steps<FoundLeft> {
  const { path, facts, outermost } = deleted;
  const definition = facts.definitions[outermost[0] ?? FILE];
  const around = facts.definitions[definition?.parent ?? FILE];
  if (definition === undefined || around === undefined || !TYPE_KINDS.has(around.kind)) {
    return NOTHING_LEFT;
  }
  const type: Place = { path, at: definition.parent };
  const fitted = inTime(() => protocolsFitted(edges, type, definition.name));
  yield;
  const [protocol] = fitted?.value ?? [];
  if (protocol === undefined) {
    return { places: [], isWhole: fitted !== null };
  }
  const asked = edges.lookup.facts(protocol.path)?.definitions[protocol.at]?.path;
  const found = yield* findReferences(edges, { name: around.name, places: [type] });
  const why = `${around.path} may be used as ${asked}, which it fits by ${definition.path} that is deleted`;
  const passed = found.references.filter(({ role }) => PASSED.has(role));
  const places = passed.map((one): LeftPlace => ({ path: one.path, line: one.line, why }));
  return { places, isWhole: found.filesLeft.length === 0 };
}

/** Types that ask for members alone, the deleted one among them, and whose members this type all has. */
function protocolsFitted(edges: EdgeScene, type: Place, name: string): Place[] {
  const { linker, lookup } = edges;
  const isMatched = languageById(lookup.language(type.path))?.isMatchedByMembers;
  if (isMatched === undefined) {
    return [];
  }
  const namesOf = (of: Place): string[] =>
    linker.members(of).map((own) => lookup.facts(own.path)?.definitions[own.at]?.name ?? "");
  const had = new Set([type, ...typesAbove(edges, type).values()].flatMap(namesOf));
  return linker.owners(type, name).filter((one) => {
    const facts = lookup.facts(one.path);
    const definition = facts?.definitions[one.at];
    const isOther = definition !== undefined && keyOf(one) !== keyOf(type);
    return isOther && facts !== null && isMatched(facts, definition) && namesOf(one).every((member) => had.has(member));
  });
}
