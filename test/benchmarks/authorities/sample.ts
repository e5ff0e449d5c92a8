// The sites of a comparison: places where an authority says which definition of the project is meant, drawn by seed. Pure.
import { seededRandom } from "../../support/random.ts";
import { type Reading, targetOf } from "./reading.ts";

export interface Site {
  readonly path: string;
  readonly line: number;
  readonly column: number;
  readonly name: string;
  readonly calls: boolean;
  readonly imports: boolean;
  /** Numbers of what it means, most often one: of a union's member one for each part that declares it. */
  readonly targets: readonly number[];
  /** Of the first target. */
  readonly kind: string;
  readonly member: boolean;
  /** The target is declared in the same file. */
  readonly sameFile: boolean;
}

/** What is reached through something else; all other kinds by their own name. */
const MEMBERS = /method|field|member|attribute|property/;
export const isMember = (kind: string): boolean => MEMBERS.test(kind);

/** One a line and target: where a name stands twice in a line, an answer by lines cannot tell which. */
export function sitesOf(reading: Reading): { readonly sites: readonly Site[]; readonly locals: readonly Site[] } {
  const sites = new Map<string, Site>();
  for (const [path, occurrences] of reading.files) {
    for (const { line, column, name, calls, imports, declares, further, meaning } of occurrences) {
      const first = Array.isArray(meaning) ? meaning[0] : undefined;
      if (declares || further || first === undefined) {
        continue;
      }
      const targets = meaning as readonly number[];
      const { kind, places } = targetOf(reading, first);
      const key = `${path}:${line} ${targets.join(" ")}`;
      const known = sites.get(key);
      sites.set(key, {
        ...{ path, line, column, name, targets, kind },
        calls: calls || known?.calls === true,
        imports: imports || known?.imports === true,
        member: isMember(kind),
        sameFile: places.some(([at]) => at === path),
      });
    }
  }
  const all = [...sites.values()];
  return { sites: all.filter(({ kind }) => kind !== "local"), locals: all.filter(({ kind }) => kind === "local") };
}

/** So many at most of one key, in an order that the seed decides, up to `count`. */
export function draw<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string | number,
  { count, perKey, seed }: { readonly count: number; readonly perKey: number; readonly seed: number },
): Item[] {
  const random = seededRandom(seed);
  const drawn: Item[] = [];
  const taken = new Map<string | number, number>();
  for (const { item } of items.map((one) => ({ item: one, at: random() })).sort((a, b) => a.at - b.at)) {
    const key = keyOf(item);
    const of = taken.get(key) ?? 0;
    if (of < perKey && drawn.length < count) {
      taken.set(key, of + 1);
      drawn.push(item);
    }
  }
  return drawn;
}
