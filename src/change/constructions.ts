// Where instances are made by a constructor: these places name the type, or nothing at all, so that no search for its own name finds them.
import type { EdgeScene, Target } from "../intelligence/edges/edge-scene.ts";
import type { Reference } from "../intelligence/edges/reference-search.ts";
import { findReferences, type References } from "../intelligence/edges/references.ts";
import type { UnnamedUses } from "../intelligence/edges/walk-graph.ts";
import { comparePaths } from "../intelligence/symbols/candidate-files.ts";
import type { Steps } from "../system/slices.ts";
import { findConstructed } from "./breaks/constructor.ts";
import { supposedLoss } from "./state/lost.ts";

/** None of what is no constructor. Never exact, since nothing names it there; heuristic where it is one of several, or one above may be meant. */
export function* findConstructions(scene: EdgeScene, target: Target): Steps<UnnamedUses> {
  const loss = supposedLoss(scene, target, false);
  if (loss === null) {
    return { references: [], filesLeft: [] };
  }
  const { breaks, filesLeft } = yield* findConstructed(loss.change, loss.lost);
  const references = breaks.map(({ path, line, effect, certainty }): Reference => {
    const isUnsure = effect === "may-break" || certainty === "heuristic";
    return { path, line, role: "call", certainty: isUnsure ? "heuristic" : "constrained" };
  });
  return { references, filesLeft };
}

/** What refers to a symbol, and what makes an instance by it: each line of the latter once. */
export function* findUses(scene: EdgeScene, target: Target): Steps<References> {
  const found = yield* findReferences(scene, target);
  const { references, filesLeft } = yield* findConstructions(scene, target);
  const key = ({ path, line }: Reference): string => `${path}:${line}`;
  const known = new Set(found.references.map(key));
  const making = [...new Map(references.map((one) => [key(one), one])).values()].filter((one) => !known.has(key(one)));
  if (making.length === 0 && filesLeft.length === 0) {
    return found;
  }
  const order = new Map(found.filesRead.map((path, at) => [path, at]));
  const place = ({ path }: Reference): number => order.get(path) ?? order.size;
  return {
    ...found,
    references: [...found.references, ...making].sort(
      (a, b) => place(a) - place(b) || comparePaths(a.path, b.path) || a.line - b.line,
    ),
    filesRead: [...new Set([...found.filesRead, ...making.map(({ path }) => path)])],
    filesLeft: [...new Set([...found.filesLeft, ...filesLeft])],
  };
}
