// Which tests are asked about a changed file, and in what order: those most likely to notice first.
import type { ReachingTest } from "./import-graph.ts";

export const STAGES = ["near", "room", "fast", "slow"] as const;
export type Stage = (typeof STAGES)[number];

const NEAR_MAX = 8;
const ROOM_MAX = 12;
const SLOW_MAX = 6;
/** Suites of their own, and files that take minutes. */
const NEVER = /^test\/(?:browser|reliability)\/|\.long\.test\.ts$/;
/** Tests whose cases are fixtures in every language: they hold most of what these rooms do, however far away they stand. */
const OF_FIXTURES: readonly (readonly [RegExp, readonly string[]])[] = [
  [
    /^src\/(?:languages|linking|vocabulary\/facts)/,
    ["test/linking/edges.test.ts", "test/languages/facts.test.ts", "test/languages/analyze.test.ts"],
  ],
];
/** Rooms that a client reaches through the server alone, and the tests that ask it. */
const SERVED = /^src\/(?:operations|server|intelligence|app)/;
const SERVER_TESTS = /^test\/operations\/code\/.*\.slow\.test\.ts$/;

const partsOf = (path: string): string[] => path.split("/").slice(1);

/** How many leading folders a test has in common with a source file; one more for the file of the same name. */
function kinship(source: string, test: string): number {
  const own = partsOf(source.replace(/\.ts$/, ""));
  const other = partsOf(test.replace(/(?:\.slow)?\.test\.ts$/, ""));
  const apart = own.findIndex((part, at) => part !== other[at]);
  return apart < 0 ? own.length : apart;
}

/** The nearest kin first; among equals the order that is given. */
const byKinship = (source: string, tests: readonly string[]): string[] =>
  [...tests].sort((a, b) => kinship(source, b) - kinship(source, a));

/**
 * The tests of a stage for a changed file. `near`: those of fixtures, and the fast ones that are fewest imports away. `room`:
 * others of its folder and the folders above. `fast`: all other fast ones that load it. `slow`: those that load it or stand
 * in its folder, then those that ask a server.
 */
export function testsOf(
  stage: Stage,
  source: string,
  reaching: readonly ReachingTest[],
  all: readonly string[],
): string[] {
  const paths = reaching.map(({ path }) => path).filter((path) => !NEVER.test(path));
  const fast = paths.filter((path) => !path.endsWith(".slow.test.ts"));
  const ofFixtures = OF_FIXTURES.flatMap(([rooms, tests]) => (rooms.test(source) ? tests : []));
  const near = [...new Set([...ofFixtures, ...fast])].slice(0, NEAR_MAX);
  const kin = byKinship(source, fast).filter((path) => kinship(source, path) > 0);
  const room = kin.filter((path) => !near.includes(path)).slice(0, ROOM_MAX);
  if (stage === "near" || stage === "room") {
    return stage === "near" ? near : room;
  }
  if (stage === "fast") {
    return fast.filter((path) => !near.includes(path) && !room.includes(path));
  }
  const slow = all.filter((path) => path.endsWith(".slow.test.ts") && !NEVER.test(path));
  const ofRoom = byKinship(source, slow).filter((path) => kinship(source, path) > 0);
  const asking = SERVED.test(source) ? slow.filter((path) => SERVER_TESTS.test(path)) : [];
  const loading = paths.filter((path) => path.endsWith(".slow.test.ts"));
  return [...new Set([...ofRoom.slice(0, SLOW_MAX / 2), ...loading, ...asking])].slice(0, SLOW_MAX);
}
