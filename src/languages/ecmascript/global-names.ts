// Names that a file of TypeScript or JavaScript sees without an import: of scripts, of `declare global`, and what a file puts on `window`.

import { definitionAt, outermostSeen } from "../../linking/context.ts";
import { openIndexOf } from "../../linking/derived.ts";
import { atMost, definitionOf, isKnown, orNull, type Resolution } from "../../linking/resolution.ts";
import type { LinkContext, MissingMemberLookup, NameLookup } from "../../linking/semantics.ts";
import { parseMember, unmarked } from "../../vocabulary/chain.ts";
import { type DefinitionFact, type Facts, GLOBAL } from "../../vocabulary/facts.ts";
import { wordSet } from "../../vocabulary/text.ts";
import { GLOBAL_OBJECTS } from "./global-objects.ts";

const globals = openIndexOf<DefinitionFact>(({ name, flags }) => ((flags & GLOBAL) === 0 ? [] : [name]));

/** What run-time environments have under these names: a project that replaces one, mostly in tests, is not what others mean. */
const OF_ENVIRONMENT: ReadonlySet<string> = new Set([
  ...Object.getOwnPropertyNames(globalThis),
  ...wordSet(`
    alert confirm prompt open close print focus blur stop scroll scrollTo scrollBy getComputedStyle getSelection matchMedia
    requestAnimationFrame cancelAnimationFrame requestIdleCallback cancelIdleCallback postMessage fetch crypto caches indexedDB
    document location history navigator screen localStorage sessionStorage performance customElements name parent top
    Image Audio Option Worker FileReader File XMLHttpRequest DOMParser Node Element HTMLElement Event CustomEvent
    ResizeObserver IntersectionObserver MutationObserver PerformanceObserver WebSocket EventSource
  `),
]);

/** Definitions at the top of scripts, and those that modules declare to be global. */
export const globalName: NameLookup = (context, path, name) => orNull(globalNamed(context, path, name));

function globalNamed(context: LinkContext, path: string, name: string): Resolution {
  const { lookup } = context;
  const places = lookup.defining(unmarked(name)).flatMap((other) => {
    const own = isScript(context, path, other) ? outermostSeen(context, path, other, name) : [];
    const { definitions = [] } = lookup.facts(other) ?? {};
    const declared = globals(definitions, name).filter(
      (at) => !OF_ENVIRONMENT.has(name) || definitions[at]?.path === name,
    );
    return [...own, ...declared.map((at) => ({ path: other, at }))];
  });
  return definitionOf(places, "constrained");
}

/** Whether the file is of the same languages, and its top-level names are global: it imports and exports nothing. */
function isScript({ lookup, semantics }: LinkContext, path: string, other: string): boolean {
  const facts = lookup.facts(other);
  return semantics(other) === semantics(path) && facts !== null && facts.exports === null && importsNothing(facts);
}

/** A type that a comment takes from a module makes no module of a script. */
const importsNothing = ({ imports }: Facts): boolean =>
  imports.every(({ local, isDeferred }) => local === null && isDeferred === true);

/** `window.open`: what `open` means in all files. A name that `let` or `const` declares is global, but no member of `window`. */
export const memberOfGlobal: MissingMemberLookup = (context, { path, chain, name }) => {
  if (!GLOBAL_OBJECTS.has(parseMember(chain)?.owner ?? "")) {
    return null;
  }
  const found = globalNamed(context, path, name);
  const { value } = found;
  const isSure =
    value.is === "definition" &&
    value.places.every((place) => {
      const { kind, flags = 0 } = definitionAt(context, place) ?? {};
      return kind === "function" || (flags & GLOBAL) !== 0;
    });
  return isKnown(found) ? atMost(isSure ? "constrained" : "heuristic", found) : null;
};
