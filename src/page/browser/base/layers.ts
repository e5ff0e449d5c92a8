// Places the modules of a project in layers: each module below those that use it, as far as cycles allow, and within its layer near the
// modules that it is linked with.

export interface Link {
  readonly from: string;
  readonly to: string;
}

const SWEEPS = 4;
/** A module that at least half of the others use is a hub; a picture with fewer modules than this needs none aside. */
const HUB_SHARE = 0.5;
const HUBS_FROM = 8;
const HUBS_MAX = 4;

/** Modules that most others use, most used first: their links would cover all others. */
export function hubsOf(names: readonly string[], links: readonly Link[]): string[] {
  const users = (name: string): number => links.filter(({ to }) => to === name).length;
  return names.length < HUBS_FROM
    ? []
    : names
        .filter((name) => users(name) >= HUB_SHARE * (names.length - 1))
        .sort((a, b) => users(b) - users(a))
        .slice(0, HUBS_MAX);
}

/** The links that other links imply: the module is used by what a module in between uses. `rows`: as `layersOf` has them. */
export function impliedLinks(rows: readonly (readonly string[])[], links: readonly Link[]): Set<Link> {
  const depth = new Map(rows.flatMap((row, at) => row.map((name) => [name, at] as const)));
  const isDown = ({ from, to }: Link): boolean => (depth.get(from) ?? 0) < (depth.get(to) ?? 0);
  const down = links.filter(isDown);
  const reached = new Map<string, Set<string>>();
  // From the bottom: what a module reaches is known before it is asked of those above.
  for (const name of rows.flat().reverse()) {
    const next = down.filter(({ from }) => from === name).map(({ to }) => to);
    reached.set(name, new Set(next.flatMap((one) => [one, ...(reached.get(one) ?? [])])));
  }
  return new Set(
    down.filter(({ from, to }) =>
      down.some((one) => one.from === from && one.to !== to && reached.get(one.to)?.has(to)),
    ),
  );
}

/** Rows from the top, each with its modules from left to right. Pure: the same links give the same picture. */
export function layersOf(names: readonly string[], links: readonly Link[]): string[][] {
  const depth = depthsOf(names, links);
  const layers: string[][] = [];
  for (const name of names) {
    const at = depth.get(name) ?? 0;
    layers[at] ??= [];
    layers[at].push(name);
  }
  const rows = layers.filter((row) => row !== undefined);
  for (let sweep = 0; sweep < SWEEPS; sweep += 1) {
    const place = new Map(rows.flatMap((row) => row.map((name, at) => [name, at / row.length] as const)));
    for (const row of rows) {
      const centre = new Map(row.map((name) => [name, centreOf(name, links, place)]));
      row.sort((a, b) => (centre.get(a) ?? 0) - (centre.get(b) ?? 0));
    }
  }
  return rows;
}

/** The depth of each module: the longest path to it from a module without users. Links that close a cycle are ignored. */
function depthsOf(names: readonly string[], links: readonly Link[]): Map<string, number> {
  const users = new Map<string, string[]>();
  for (const { from, to } of links) {
    users.set(to, [...(users.get(to) ?? []), from]);
  }
  const depth = new Map<string, number>();
  const visit = (name: string, above: ReadonlySet<string>): number => {
    const known = depth.get(name);
    if (known !== undefined) {
      return known;
    }
    const within = new Set([...above, name]);
    const found = (users.get(name) ?? [])
      .filter((user) => !within.has(user))
      .reduce((most, user) => Math.max(most, visit(user, within) + 1), 0);
    depth.set(name, found);
    return found;
  };
  for (const name of names) {
    visit(name, new Set());
  }
  return depth;
}

function centreOf(name: string, links: readonly Link[], place: ReadonlyMap<string, number>): number {
  const near = links.flatMap(({ from, to }) => (from === name ? [to] : to === name ? [from] : []));
  const places = near.flatMap((one) => place.get(one) ?? []);
  return places.length === 0 ? (place.get(name) ?? 0) : places.reduce((sum, at) => sum + at, 0) / places.length;
}
