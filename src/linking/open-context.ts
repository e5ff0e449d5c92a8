// The context of one project: caches what chains resolve to, ends cycles, and stops when time is up.
import type { Chain } from "../vocabulary/chain.ts";
import { BASE_SEMANTICS } from "./base-semantics.ts";
import type { Lookup } from "./lookup.ts";
import { type Resolution, type TypeArguments, UNKNOWN, withTypeArguments } from "./resolution.ts";
import { resolveChain } from "./resolve-chain.ts";
import type { LanguageSemantics, LinkContext, SemanticsOf } from "./semantics.ts";

/** Limit on the nesting of chains that lead to other chains. */
const DEPTH_MAX = 40;
/** Limit on the chains resolved for one question; only code made to be a tangle needs more. */
const STEPS_MAX = 20_000;

/** The time limit was reached while a chain was being resolved. The linker must not be used afterwards. */
export class OutOfTime extends Error {
  override readonly name = "OutOfTime";
}

/** What the contexts of one project share. */
interface Shared {
  readonly lookup: Lookup;
  readonly semanticsOf: SemanticsOf;
  readonly isOver: () => boolean;
  readonly semantics: Map<string, LanguageSemantics>;
  readonly contexts: WeakMap<TypeArguments, LinkContext>;
  /** Chains that are being resolved now; meeting one of them again means a cycle. */
  readonly underWay: Set<string>;
  incomplete: number;
  /** Chains resolved for the present question. */
  steps: number;
  opened: number;
}

/** Throws OutOfTime from `resolve` as soon as `isOver` answers true, since a partial result could be wrong. */
export function openContext(lookup: Lookup, semanticsOf: SemanticsOf, isOver: () => boolean): LinkContext {
  const counts = { incomplete: 0, steps: 0, opened: 0 };
  const caches = { semantics: new Map(), contexts: new WeakMap(), underWay: new Set<string>() };
  return openWith({ lookup, semanticsOf, isOver, ...caches, ...counts }, null);
}

function openWith(shared: Shared, typeArguments: TypeArguments | null): LinkContext {
  const resolved = new Map<string, Map<Chain, Resolution>>();
  shared.opened += 1;
  const number = shared.opened;
  const context: LinkContext = {
    lookup: shared.lookup,
    typeArguments,
    withArguments(more) {
      const known = shared.contexts.get(more) ?? openWith(shared, more);
      shared.contexts.set(more, known);
      return known;
    },
    semantics: (path) => semanticsAt(shared, path),
    resolve(path, chain) {
      const ofFile = resolved.get(path) ?? new Map<Chain, Resolution>();
      resolved.set(path, ofFile);
      return ofFile.get(chain) ?? resolveNow(shared, context, `${number} ${path} ${chain}`, path, chain, ofFile);
    },
    markIncomplete() {
      shared.incomplete += 1;
    },
    incompleteCount: () => shared.incomplete,
  };
  return context;
}

function semanticsAt({ semantics, semanticsOf, lookup }: Shared, path: string): LanguageSemantics {
  const known = semantics.get(path);
  if (known !== undefined) {
    return known;
  }
  const found = semanticsOf(lookup.language(path) ?? "") ?? BASE_SEMANTICS;
  semantics.set(path, found);
  return found;
}

/** `key`: the chain with its file and context; `cache`: what chains of the file resolve to in this context. */
function resolveNow(
  shared: Shared,
  context: LinkContext,
  key: string,
  path: string,
  chain: Chain,
  cache: Map<Chain, Resolution>,
): Resolution {
  const { underWay } = shared;
  if (shared.isOver()) {
    throw new OutOfTime("out of time while resolving a name");
  }
  if (underWay.has(key) || underWay.size >= DEPTH_MAX || (underWay.size > 0 && shared.steps >= STEPS_MAX)) {
    shared.incomplete += 1;
    return UNKNOWN;
  }
  shared.steps = underWay.size === 0 ? 0 : shared.steps + 1;
  const before = shared.incomplete;
  underWay.add(key);
  const resolution = withTypeArguments(resolveChain(context, path, chain), context.typeArguments ?? undefined);
  underWay.delete(key);
  // A result for which something had to be left unknown is valid for this question only.
  if (shared.incomplete === before || underWay.size === 0) {
    cache.set(chain, resolution);
  }
  return resolution;
}
