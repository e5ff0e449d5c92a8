// Which tests are asked about a changed file, and in what order: those most likely to notice first.
import type { ReachingTest } from "./import-graph.ts";

export const STAGES = ["near", "fast", "slow"] as const;
export type Stage = (typeof STAGES)[number];

const NEAR_MAX = 12;
const SLOW_MAX = 12;
/** Suites of their own, and files that take minutes. */
const NEVER = /^test\/(?:browser|reliability)\/|\.long\.test\.ts$/;
/** Rooms that a client reaches through the server alone, and the tests that ask it. */
const SERVED = /^src\/(?:operations|server|intelligence|linking|search|storage|statistics|app)/;
const SERVER_TESTS = /^test\/operations\/code\/.*\.slow\.test\.ts$/;

const roomOf = (path: string): string => path.split("/").slice(1, -1).join("/");

/**
 * The tests of a stage for a changed file. `near`: the fast ones that are fewest imports away. `fast`: all other fast ones
 * that load it. `slow`: those that load it or stand in its folder, then those that ask a server.
 */
export function testsOf(
  stage: Stage,
  source: string,
  reaching: readonly ReachingTest[],
  all: readonly string[],
): string[] {
  const paths = reaching.map(({ path }) => path).filter((path) => !NEVER.test(path));
  const fast = paths.filter((path) => !path.endsWith(".slow.test.ts"));
  if (stage !== "slow") {
    return stage === "near" ? fast.slice(0, NEAR_MAX) : fast.slice(NEAR_MAX);
  }
  const slow = all.filter((path) => path.endsWith(".slow.test.ts") && !NEVER.test(path));
  const ofRoom = slow.filter((path) => roomOf(path).startsWith(roomOf(source)));
  const asking = SERVED.test(source) ? slow.filter((path) => SERVER_TESTS.test(path)) : [];
  return [...new Set([...ofRoom, ...paths.filter((path) => path.endsWith(".slow.test.ts")), ...asking])].slice(
    0,
    SLOW_MAX,
  );
}
