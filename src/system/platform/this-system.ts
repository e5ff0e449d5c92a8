// Which system this is. Each concern that differs between systems has an interface in this folder and chooses its implementation by
// `forSystem`. No other code compares names of systems.
import process from "node:process";

/** Node's name of the system, for messages and for files that are named after it. */
export const SYSTEM: NodeJS.Platform = process.platform;

/** Implementations by system; `other` is for all systems that have none of their own. */
interface Implementations<Concern> {
  readonly linux?: Concern;
  readonly darwin?: Concern;
  readonly win32?: Concern;
  readonly other: Concern;
}

const HAS_OWN = ["linux", "darwin", "win32"] as const;

export function forSystem<Concern>(implementations: Implementations<Concern>, system: string = SYSTEM): Concern {
  const named = HAS_OWN.find((name) => name === system);
  return (named === undefined ? undefined : implementations[named]) ?? implementations.other;
}
