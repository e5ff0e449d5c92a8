// The context of one project: caches what chains resolve to, ends cycles, and stops when time is up.
import type { Chain } from "../vocabulary/chain.ts";
import { BASE_SEMANTICS } from "./base-semantics.ts";
import type { LinkContext } from "./context.ts";
import type { Lookup } from "./lookup.ts";
import { type Resolution, type TypeArguments, UNKNOWN, withTypeArguments } from "./resolution.ts";
import { resolveChain } from "./resolve-chain.ts";
import type { LanguageSemantics, SemanticsOf } from "./semantics.ts";

/** Limit on the nesting of chains that lead to other chains. */
const DEPTH_MAX = 40;
/** Limit on the chains resolved for one question; only code made to be a tangle needs more. */
const STEPS_MAX = 20_000;

/** The time limit was reached while a chain was being resolved. The linker must not be used afterwards. */
export class OutOfTime extends Error {
  override readonly name = "OutOfTime";
}

/** Throws OutOfTime from `resolve` as soon as `isOver` answers true, since a partial result could be wrong. */
export function openContext(lookup: Lookup, semanticsOf: SemanticsOf, isOver: () => boolean): LinkContext {
  const byPath = new Map<string, LanguageSemantics>();
  const inner = new WeakMap<TypeArguments, LinkContext>();
  /** Chains that are being resolved now; meeting one of them again means a cycle. */
  const underWay = new Set<string>();
  let incomplete = 0;
  let steps = 0;
  let opened = 0;

  const open = (typeArguments: TypeArguments | null): LinkContext => {
    const resolved = new Map<string, Map<Chain, Resolution>>();
    opened += 1;
    const number = opened;
    const context: LinkContext = {
      lookup,
      typeArguments,
      withArguments(more) {
        const known = inner.get(more) ?? open(more);
        inner.set(more, known);
        return known;
      },
      semantics(path) {
        const known = byPath.get(path);
        if (known !== undefined) {
          return known;
        }
        const semantics = semanticsOf(lookup.language(path) ?? "") ?? BASE_SEMANTICS;
        byPath.set(path, semantics);
        return semantics;
      },
      resolve(path, chain) {
        const ofFile = resolved.get(path) ?? new Map<Chain, Resolution>();
        resolved.set(path, ofFile);
        const known = ofFile.get(chain);
        if (known !== undefined) {
          return known;
        }
        if (isOver()) {
          throw new OutOfTime("out of time while resolving a name");
        }
        const key = `${number} ${path} ${chain}`;
        if (underWay.has(key) || underWay.size >= DEPTH_MAX || (underWay.size > 0 && steps >= STEPS_MAX)) {
          incomplete += 1;
          return UNKNOWN;
        }
        steps = underWay.size === 0 ? 0 : steps + 1;
        const before = incomplete;
        underWay.add(key);
        const resolution = withTypeArguments(resolveChain(context, path, chain), typeArguments ?? undefined);
        underWay.delete(key);
        // A result for which something had to be left unknown is valid for this question only.
        if (incomplete === before || underWay.size === 0) {
          ofFile.set(chain, resolution);
        }
        return resolution;
      },
      markIncomplete() {
        incomplete += 1;
      },
      incompleteCount: () => incomplete,
    };
    return context;
  };
  return open(null);
}
