// Where macros are expanded whose text uses something: nothing names it there, and yet such a place breaks with it. Pure over facts.
import { keyOf, type Place } from "../../linking/resolution.ts";
import type { Steps } from "../../system/slices.ts";
import { type Certainty, EXPANDED, type Role } from "../../vocabulary/facts.ts";
import type { EdgeScene } from "./edge-scene.ts";
import { findReferences } from "./references.ts";
import { targetOf } from "./related-types.ts";

/** A line of a file. 1-based. */
interface Line {
  readonly path: string;
  readonly line: number;
}

export interface Expansion extends Line {
  readonly role: Role;
  readonly certainty: Certainty;
  /** Of the macro. */
  readonly name: string;
}

export interface Expansions {
  readonly expansions: readonly Expansion[];
  /** Not looked into in time. */
  readonly filesLeft: readonly string[];
}

/**
 * Uses of macros whose text has one of these lines, and of macros whose text has such a use. `isGone`: macros that are not of interest,
 * by where they are named.
 */
export function* findExpansions(
  edges: EdgeScene,
  among: readonly Line[],
  isGone: (line: Line) => boolean,
): Steps<Expansions> {
  const macros = new Map<string, Place>();
  const addAround = ({ path, line }: Line): void => {
    for (const [at, one] of (edges.lookup.facts(path)?.definitions ?? []).entries()) {
      const isMacro = (one.flags & EXPANDED) !== 0 && one.startLine <= line && line <= one.endLine;
      if (isMacro && !isGone({ path, line: one.nameLine })) {
        macros.set(keyOf({ path, at }), { path, at });
      }
    }
  };
  among.forEach(addAround);
  const expansions: Expansion[] = [];
  const filesLeft: string[] = [];
  // The map grows during the loop.
  for (const macro of macros.values()) {
    const target = targetOf(edges, macro);
    const found = yield* findReferences(edges, target);
    filesLeft.push(...found.filesLeft);
    for (const { path, line, role, certainty } of found.references) {
      expansions.push({ path, line, role, certainty, name: target.name });
      addAround({ path, line });
    }
  }
  return { expansions, filesLeft };
}
