// Users that name a definition through its module: `all.parse`, `shop.order.parse`. They import it by its name instead, since the module of

// its new file may not be loaded there, and a module's own name may be taken.
import type { Snapshot } from "../../index/snapshot.ts";
import { type EdgeScene, lateAfter, lookupOf, openEdges } from "../../intelligence/edges/edge-scene.ts";
import { leads } from "../../intelligence/edges/reference-search.ts";
import { isUsedOn } from "../../intelligence/edges/uses-of-root.ts";
import { keyOf } from "../../linking/resolution.ts";
import { lineAt, openSource } from "../../syntax/source.ts";
import type { Steps } from "../../system/slices.ts";
import { importChain, lastStep } from "../../vocabulary/chain.ts";
import type { Facts } from "../../vocabulary/facts.ts";
import { importOf, isTypeAlone, type MoveScene, modulePathFor, nameInDestination } from "./move-scene.ts";
import type { ExactText } from "./placed-uses.ts";
import { type Survey, TIME_MS_MAX } from "./survey-move.ts";

/** The users whose exact places are needed. */
export function* usersThroughModules(
  snapshot: Snapshot,
  survey: Survey,
  signal: AbortSignal,
): Steps<readonly string[]> {
  const edges = openEdges(snapshot, lookupOf(snapshot), signal, undefined, lateAfter(TIME_MS_MAX));
  const keys = new Set(survey.symbol.places.map(keyOf));
  const found: string[] = [];
  for (const { path } of survey.users) {
    const facts = edges.lookup.facts(path);
    if (facts !== null && usesThrough(edges, path, facts, { from: survey.symbol.document.path, keys }).length > 0) {
      found.push(path);
    }
    yield;
  }
  return found;
}

interface Sought {
  /** The file that the definition is in. */
  readonly from: string;
  readonly keys: ReadonlySet<string>;
}

const usesThrough = (edges: EdgeScene, path: string, { references }: Facts, { from, keys }: Sought) =>
  references.flatMap(({ of, name, lines, roles }) => {
    const before = of === null ? undefined : lastStep(of)?.before;
    if (of === null || before === undefined || !leads(edges, path, of, keys)) {
      return [];
    }
    const { value } = edges.linker.resolve(path, before);
    return value.is === "module" && value.paths.includes(from)
      ? lines.map((place, at) => ({ place, name, isType: roles[at] === "type", steps: of.split(".").length - 1 }))
      : [];
  });

/** `exact`: the file with offsets for lines. */
export function followThrough(scene: MoveScene, exact: ExactText): void {
  const { draft, edges, source, destination, definition, own } = scene;
  const keys = new Set([...own].map((at) => keyOf({ path: source.path, at })));
  const uses = usesThrough(edges, exact.path, exact.facts, { from: source.path, keys });
  const isHere = exact.path === destination.path;
  const module = isHere ? null : modulePathFor(scene, exact, destination.path, null);
  const spans: { start: number; end: number }[] = [];
  for (const { place, name, isType, steps } of uses) {
    const qualifier = qualifierBefore(exact.text, place, steps);
    const taken = isTaken(exact, definition.name, place);
    const cannot =
      qualifier === null
        ? `used as a member in a way that is not read`
        : !isHere && module === null
          ? `uses ${definition.name} and cannot import ${destination.path}`
          : taken
            ? `used as ${qualifier}${name}, and ${definition.name} means something else there`
            : null;
    if (cannot !== null || qualifier === null) {
      const line = lineAt(openSource(exact.text), place);
      draft.refuse("unsupported", exact.path, line, cannot ?? "", "import it by its name there first");
      return;
    }
    const span = { start: place - qualifier.length, end: place + name.length };
    spans.push(span);
    draft.replace(exact.path, { ...span, text: definition.name });
    if (module !== null) {
      const wanted = { module, imported: nameInDestination(scene), local: definition.name };
      draft.want(exact.path, { ...wanted, isType: isType || isTypeAlone(scene) });
    }
  }
  removeModules(scene, exact, spans);
}

/** `shop.order.` before a name; null where that is written otherwise. */
function qualifierBefore(text: string, offset: number, steps: number): string | null {
  const before = /(?:[\p{L}\p{N}_$]+\s*\.\s*)+$/u.exec(text.slice(Math.max(0, offset - 500), offset))?.[0] ?? null;
  return before !== null && before.split(".").length - 1 === steps ? before : null;
}

/** Whether the bare name stands somewhere in the file, so that it may mean something else. */
function isTaken({ facts, text }: ExactText, name: string, except: number): boolean {
  const bare = new RegExp(`(?<![.\\p{L}\\p{N}_$])${name.replaceAll("$", "\\$")}(?![\\p{L}\\p{N}_$])`, "u");
  const isNamed =
    facts.definitions.some((one) => one.name === name) || facts.imports.some(({ local }) => local === name);
  return (
    isNamed ||
    bare.test(text.slice(0, except).replace(/\/\/.*|#.*/g, "")) ||
    bare.test(text.slice(except + name.length))
  );
}

/** Imports of whole modules of which nothing else is used. */
function removeModules(
  { draft }: MoveScene,
  { path, facts, statements }: ExactText,
  spans: readonly { start: number; end: number }[],
): void {
  const isGone = (offset: number): boolean => spans.some(({ start, end }) => start <= offset && offset < end);
  for (const statement of statements.filter(({ role, isOutermost }) => role === "import" && isOutermost)) {
    for (const name of statement.names) {
      const at = importOf(facts, statement, name);
      const isIt = (root: { readonly is: string; readonly at: number }): boolean =>
        root.is === "import" && root.at === at;
      const isExported = facts.exports?.some(({ of }) => of === importChain(at)) === true;
      const wasUsed = at >= 0 && !isExported && isUsedOn(facts, isGone, isIt).length > 0;
      if (wasUsed && isUsedOn(facts, (offset) => !isGone(offset), isIt).length === 0) {
        draft.remove(path, statement, name);
      }
    }
  }
}
