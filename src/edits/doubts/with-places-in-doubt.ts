// Adds to an edit the places of its symbol's name that it does not touch and that nobody can tell: in text that is not understood, or on
// what is not known. Without them an edit would pass over a use without a word.
import { lateAfter, lookupOf, openEdges } from "../../intelligence/edges/edge-scene.ts";
import { findExpansions } from "../../intelligence/edges/expansions.ts";
import { findReferences } from "../../intelligence/edges/references.ts";
import { resolveTarget } from "../../intelligence/edges/target.ts";
import { withAbsentPlaces } from "../../intelligence/occurrences/absent-places.ts";
import { accountFor } from "../../intelligence/occurrences/account.ts";
import {
  type Account,
  doubtful,
  type NameOccurrence,
  NO_USE_CLASSES,
} from "../../intelligence/occurrences/occurrence.ts";
import { surveyFiles } from "../../intelligence/occurrences/survey-files.ts";
import type { Place } from "../../linking/resolution.ts";
import { readUnchanged } from "../../project/read-admitted.ts";
import type { Built, EditScene, FileChange, LeftPlace, OtherPlace } from "../change-set.ts";
import { withCallEnds } from "../left/call-ends.ts";
import { findConsequences } from "../left/consequences.ts";
import { atMost } from "../left/cuts.ts";
import { type FoundPlace, inOrder } from "../left/find-left.ts";
import { findHeads } from "../left/heads.ts";
import { keyOfLine, type Lines, openSources } from "../left/read-sources.ts";
import { findSignUses } from "../left/sign-uses.ts";

/** Longest search, in milliseconds. */
const TIME_MS_MAX = 5_000;

interface DoubtOptions {
  readonly listsUses?: boolean;
  readonly deleted?: Lines;
  readonly found?: readonly FoundPlace[];
}

/**
 * `symbol`: its address, before the edit. Anything but a change that was built stays as it is. `listsUses`: what refers to the symbol and
 * is not changed is listed, too: nothing else has listed it, and the edit takes its name away. `deleted`: the lines that take the symbol
 * along, where the edit does. `found`: what the change leaves, where more is known of it.
 */
export async function withPlacesInDoubt(
  scene: EditScene,
  symbol: string,
  built: Built,
  { listsUses = true, deleted, found = built.kind === "built" ? built.change.left : [] }: DoubtOptions = {},
): Promise<Built> {
  if (built.kind !== "built" || built.change.changes.length === 0) {
    return built;
  }
  const accounted = await accountOf(scene, symbol);
  if (accounted === null) {
    return built;
  }
  const read = openSources(scene);
  const takesName = listsUses || deleted !== undefined;
  const touched = new Map(built.change.changes.map((change) => [change.path, change]));
  const open = joined({ touched, left: found }, accounted.account, listsUses);
  const expanded = await expansionsOf(scene, open);
  const broken = [...open, ...furtherThan(open, expanded)];
  const edited = { places: accounted.places, deleted: deleted ?? null };
  const known = [...broken, ...(takesName ? await findConsequences(scene, read, broken, edited) : [])];
  const signUses = await Promise.all((takesName ? accounted.places : []).map((one) => findSignUses(scene, read, one)));
  const bySign = furtherThan(
    known,
    signUses.flatMap(({ lines }) => lines),
  );
  const notes = signUses.flatMap((one) => one.notes);
  const listed = [...known, ...atMost(bySign, "may use it without its name"), ...notes];
  const all = [...listed, ...furtherThan(listed, await findHeads(read, listed))];
  const first = all.filter(({ unread }) => unread === true);
  const rest = inOrder(all.filter(({ unread }) => unread !== true));
  const left = await withCallEnds(read, [...first, ...rest]);
  const others = takesName ? ofNoUse(accounted.account, { touched, left: all }) : [];
  return { ...built, change: { ...built.change, left, ...(others.length === 0 ? {} : { others }) } };
}

/** Places that the edit leaves as no use: with `left`, they are all that still have the name. */
function ofNoUse({ occurrences }: Account, { touched, left }: Edited): OtherPlace[] {
  const told = new Set(left.map(keyOfLine));
  return occurrences.flatMap((one) => {
    const of = NO_USE_CLASSES.find((name) => name === one.class);
    const isLeft = of !== undefined && !told.has(keyOfLine(one)) && !isTouched(touched.get(one.path), one);
    return isLeft ? [{ path: one.path, line: one.line, class: of }] : [];
  });
}

/** Those of the second list on lines that the first one has not, each line once. */
function furtherThan<P extends LeftPlace>(left: readonly LeftPlace[], further: readonly P[]): P[] {
  const told = new Set(left.map(keyOfLine));
  const first = new Map(further.toReversed().map((one) => [keyOfLine(one), one]));
  return [...first.values()].toReversed().filter((one) => !told.has(keyOfLine(one)));
}

/** Where macros are expanded in whose text a place is left: the compiler reports it there. */
async function expansionsOf(scene: EditScene, left: readonly LeftPlace[]): Promise<FoundPlace[]> {
  const { expansions, filesLeft } = await scene.inSlices((snapshot) => {
    const edges = openEdges(snapshot, lookupOf(snapshot), scene.signal, new Map(), lateAfter(TIME_MS_MAX));
    return findExpansions(edges, left, () => false);
  });
  const why = (name: string): string => `expands ${name}, whose text has a place that is left`;
  const late = { path: filesLeft[0] ?? "", line: 1, why: "not all that expands these macros was found in time" };
  return [
    // Where a type or a constraint is expanded, what is declared with it is not known any more.
    ...expansions.map(
      ({ path, line, name, role }): FoundPlace => ({
        path,
        line,
        why: why(name),
        effect: "may-break",
        uses: role === "type" ? name : undefined,
      }),
    ),
    ...(filesLeft.length === 0 ? [] : [late]),
  ];
}

interface Accounted {
  readonly account: Account;
  /** Definitions of the symbol. */
  readonly places: readonly Place[];
}

async function accountOf(scene: EditScene, address: string): Promise<Accounted | null> {
  const found = await scene.inSlices(function* (snapshot) {
    const lookup = lookupOf(snapshot);
    const targeted = resolveTarget(snapshot, lookup, address);
    if (targeted.kind !== "found") {
      return null;
    }
    const edges = openEdges(snapshot, lookup, scene.signal, new Map(), lateAfter(TIME_MS_MAX));
    const references = yield* findReferences(edges, targeted.symbol);
    const surveyed = yield* surveyFiles(snapshot, edges, targeted.symbol, references);
    return { symbol: targeted.symbol, surveyed };
  });
  if (found === null) {
    return null;
  }
  const { name, places } = found.symbol;
  const account = await accountFor(name, found.surveyed, (document) => readUnchanged(scene.corpus, document));
  return { account: await withAbsentPlaces(account, name, scene.corpus, scene.signal), places };
}

const SETTLED: ReadonlySet<NameOccurrence["class"]> = new Set(NO_USE_CLASSES);

const NAMES_IT = "refers to it, and is not changed";

interface Edited {
  /** By path. */
  readonly touched: ReadonlyMap<string, FileChange>;
  readonly left: readonly FoundPlace[];
}

/** Places in text that is not understood come first: each has to be looked at before the edit is made. */
function joined({ touched, left }: Edited, account: Account, listsUses: boolean): FoundPlace[] {
  const open = listsUses ? account.occurrences.filter((one) => !SETTLED.has(one.class)) : doubtful(account);
  const kept = open.filter((one) => !isTouched(touched.get(one.path), one));
  // A line that is listed for what is known of it has to be looked at anyway.
  const listed = new Set(left.map(keyOfLine));
  const known = new Set(account.occurrences.filter((one) => one.class === "reference").map(keyOfLine));
  const unread = [
    ...kept
      .filter((one) => isUnread(one) && !(known.has(keyOfLine(one)) && listed.has(keyOfLine(one))))
      .map(({ path, line, why }) => ({ path, line, why: why ?? "", unread: true as const })),
    ...account.uncounted
      .filter(({ mayBreak }) => mayBreak)
      .map(({ path, why }) => ({
        path,
        line: 1,
        why: `has the name, and was not read: ${why}`,
        unread: true as const,
      })),
  ];
  const first = new Map(unread.map((place) => [keyOfLine(place), place]));
  const others = left.filter((place) => !first.has(keyOfLine(place)));
  const told = new Set([...first.keys(), ...others.map(keyOfLine)]);
  const further = new Map<string, FoundPlace>();
  for (const one of kept) {
    if (!told.has(keyOfLine(one)) && one.mayName) {
      const effect = listsUses && one.class === "reference" ? "may-break" : undefined;
      further.set(keyOfLine(one), { path: one.path, line: one.line, why: one.why ?? NAMES_IT, effect });
    }
  }
  const unseen = account.uncounted
    .filter(({ mayBreak, mayName }) => mayName && !mayBreak)
    .map(({ path, line, why }) => ({ path, line: line ?? 1, why }));
  return [...first.values(), ...others, ...further.values(), ...unseen];
}

const isUnread = ({ class: of, mayBreak }: NameOccurrence): boolean => mayBreak && (of === "unread" || of === "unseen");

const isTouched = (change: FileChange | undefined, { offset }: NameOccurrence): boolean =>
  change !== undefined &&
  (change.kind === "delete" ||
    ("edits" in change && change.edits.some(({ start, end }) => start <= offset && offset < end)));
