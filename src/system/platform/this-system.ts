// Which system this is. What differs between systems has one interface for each concern, with an implementation for each system; each
// concern chooses its own here. No other code compares names of systems.
import process from "node:process";

/** As Node names it; for messages, and for what is named after it. */
export const SYSTEM: NodeJS.Platform = process.platform;

/** An implementation for each system that has one of its own, and the one of all others. */
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
