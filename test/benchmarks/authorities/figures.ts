// What judged sites and rows are worth: shares with their intervals, by set of repositories, class and certainty. Pure.
import { pairedBootstrap } from "../quality/bootstrap.ts";
import { CERTAINTIES, isCall, type JudgedRow, type JudgedSite } from "./compare.ts";

/** What one authority and our tool say of one repository. */
export interface Judged {
  readonly authority: string;
  readonly repository: string;
  /** Nothing was tuned on it. */
  readonly heldOut: boolean;
  readonly sites: readonly JudgedSite[];
  readonly locals: readonly JudgedSite[];
  readonly rows: readonly JudgedRow[];
  /** Targets asked about, by the state of our answer. */
  readonly asked: Readonly<Record<string, number>>;
}

export interface Share {
  readonly count: number;
  /** NaN of nothing. */
  readonly mean: number;
  /** 95 % interval: targets are drawn, since the sites of one stand and fall together. */
  readonly low: number;
  readonly high: number;
}

const ROUNDS = 2_000;

function shareOf<Item>(
  items: readonly Item[],
  clusterOf: (item: Item) => string,
  holds: (item: Item) => boolean,
): Share {
  if (items.length === 0) {
    return { count: 0, mean: Number.NaN, low: Number.NaN, high: Number.NaN };
  }
  const clusters = new Map<string, number[]>();
  for (const item of items) {
    const cluster = clusterOf(item);
    const values = clusters.get(cluster) ?? [];
    clusters.set(cluster, values);
    values.push(holds(item) ? 1 : 0);
  }
  return { count: items.length, ...pairedBootstrap([...clusters.values()], ROUNDS) };
}

type InRepository<Item> = Item & { readonly repository: string };

const flat = <Item>(all: readonly Judged[], of: (one: Judged) => readonly Item[]): InRepository<Item>[] =>
  all.flatMap((one) => of(one).map((item) => ({ ...item, repository: one.repository })));

const recallOf = (sites: readonly InRepository<JudgedSite>[], holds: (site: JudgedSite) => boolean): Share =>
  shareOf(sites, ({ repository, targets }) => `${repository} ${targets[0]}`, holds);

const isFound = ({ found }: JudgedSite): boolean => found !== null;
const isRight = ({ verdict }: JudgedRow): boolean => verdict === "right" || verdict === "related";

/** Of the rows of which the authority says something. */
function precisionOf(rows: readonly InRepository<JudgedRow>[]): Share {
  const known = rows.filter(({ verdict }) => verdict !== "unknown");
  return shareOf(known, ({ repository, target }) => `${repository} ${target}`, isRight);
}

export interface Figures {
  readonly recall: Share;
  /** Of sites that call, found as calls. */
  readonly callRecall: Share;
  /** Found by a row that is at least so certain. */
  readonly recallBy: Readonly<Record<string, Share>>;
  /** Of sites by "member, same file" and the like, and by the kind of the target. */
  readonly recallOfClass: Readonly<Record<string, Share>>;
  readonly recallOfKind: Readonly<Record<string, Share>>;
  readonly localRecall: Share;
  readonly precision: Share;
  readonly callPrecision: Share;
  /** Of rows of one certainty. */
  readonly precisionBy: Readonly<Record<string, Share>>;
  readonly callPrecisionBy: Readonly<Record<string, Share>>;
  /** Rows by verdict. */
  readonly verdicts: Readonly<Record<string, number>>;
  readonly asked: Readonly<Record<string, number>>;
}

export const classOf = ({ member, sameFile }: JudgedSite): string =>
  `${member ? "member" : "other"}, ${sameFile ? "same" : "other"} file`;

function byKey<Item>(items: readonly Item[], keyOf: (item: Item) => string): [string, Item[]][] {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item)) ?? [];
    groups.set(keyOf(item), group);
    group.push(item);
  }
  return [...groups].sort((a, b) => b[1].length - a[1].length || (a[0] < b[0] ? -1 : 1));
}

export function count<Item>(items: readonly Item[], keyOf: (item: Item) => string): Record<string, number> {
  return Object.fromEntries(byKey(items, keyOf).map(([key, group]) => [key, group.length]));
}

function sum(records: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const total: Record<string, number> = {};
  for (const [key, value] of records.flatMap(Object.entries<number>)) {
    total[key] = (total[key] ?? 0) + value;
  }
  return total;
}

export function figuresOf(all: readonly Judged[]): Figures {
  const sites = flat(all, (one) => one.sites);
  const rows = flat(all, (one) => one.rows);
  const calls = rows.filter(isCall);
  const by = <Value>(of: (certainty: string, at: number) => Value): Record<string, Value> =>
    Object.fromEntries(CERTAINTIES.map((certainty, at) => [certainty, of(certainty, at)]));
  const classes = (keyOf: (site: JudgedSite) => string): Record<string, Share> =>
    Object.fromEntries(byKey(sites, keyOf).map(([key, group]) => [key, recallOf(group, isFound)]));
  return {
    recall: recallOf(sites, isFound),
    callRecall: recallOf(
      sites.filter(({ calls: called }) => called),
      ({ foundCall }) => foundCall,
    ),
    recallBy: by((_, last) =>
      recallOf(sites, ({ found }) => CERTAINTIES.some((certainty, at) => certainty === found && at <= last)),
    ),
    recallOfClass: classes(classOf),
    recallOfKind: classes(({ kind }) => kind),
    localRecall: recallOf(
      flat(all, (one) => one.locals),
      isFound,
    ),
    precision: precisionOf(rows),
    callPrecision: precisionOf(calls),
    precisionBy: by((certainty) => precisionOf(rows.filter((row) => row.certainty === certainty))),
    callPrecisionBy: by((certainty) => precisionOf(calls.filter((row) => row.certainty === certainty))),
    verdicts: count(rows, ({ verdict }) => verdict),
    asked: sum(all.map(({ asked }) => asked)),
  };
}
