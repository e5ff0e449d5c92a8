// Members that a trait or an abstract class uses on itself without declaring them: those of the classes that use or extend it.
import { definitionAt, filesReferringTo, openMemo } from "../../linking/context.ts";
import { memberOf } from "../../linking/members.ts";
import { keyOf, oneOfFew, orNull, type Place, UNKNOWN } from "../../linking/resolution.ts";
import type { LinkContext, MissingMemberLookup } from "../../linking/semantics.ts";
import { supersOf } from "../../linking/supertypes.ts";
import { ABSTRACT } from "../../vocabulary/facts.ts";

/** If more files refer to a class by its name, its hosts are not searched for. */
const FILES_MAX = 100;
/** Limit for traits used by traits, and abstract classes extended by abstract ones. */
const HOSTS_MAX = 200;

const hosts = openMemo<readonly Place[]>();

/** A member of a trait or abstract class, by the hosts that have it: each of them may be meant. */
export const memberOfHosts: MissingMemberLookup = (context, { path, on: { value }, name }) => {
  const isOwn = value.is === "definition" || (value.is === "instance" && value.own);
  const [place] = isOwn ? value.places : [];
  return place === undefined || context.semantics(place.path) !== context.semantics(path)
    ? null
    : orNull(oneOfFew(found(context, place, name)));
};

/** For each host its own or inherited member, or what its own hosts have. */
function found(context: LinkContext, place: Place, name: string): Place[] {
  const meant: Place[] = [];
  const seen = new Map([[keyOf(place), place]]);
  // The map grows while it is iterated over.
  for (const above of seen.values()) {
    for (const host of seen.size < HOSTS_MAX ? hostsOf(context, above) : []) {
      const isNew = !seen.has(keyOf(host));
      const { value } = isNew ? memberOf(context, [host], name) : UNKNOWN;
      if (value.is === "definition") {
        meant.push(...value.places);
      } else if (isNew) {
        seen.set(keyOf(host), host);
      }
    }
  }
  return meant;
}

/** Classes that directly use the trait or extend the abstract class; none for any other class. */
function hostsOf(context: LinkContext, place: Place): readonly Place[] {
  const definition = definitionAt(context, place);
  if (definition?.kind !== "class" || (definition.flags & ABSTRACT) === 0) {
    return [];
  }
  return hosts(context, keyOf(place), () =>
    filesReferringTo(context, place.path, definition.name, FILES_MAX).flatMap((path) => hostsIn(context, path, place)),
  );
}

const hostsIn = (context: LinkContext, path: string, above: Place): Place[] =>
  (context.lookup.facts(path)?.definitions ?? []).flatMap(({ supers }, at) =>
    supers.length > 0 && supersOf(context, { path, at }).some((one) => keyOf(one) === keyOf(above))
      ? [{ path, at }]
      : [],
  );
