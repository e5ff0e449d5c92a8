// How often a property is tried that takes seconds: a third of it in `verify`, whose seed is fixed, all of it where minutes are
// given (`npm run test:reliability`, `npm run fuzz`).

/** Name of the variable that asks for all of it, with the value "all". */
export const PROPERTY_RUNS = "PROPERTY_RUNS";

/** The seeds of so many tries that draw by themselves: from 1 on, or from PROPERTY_SEED. */
export function propertySeeds(all: number): number[] {
  const first = Number(process.env["PROPERTY_SEED"] ?? 1);
  return Array.from({ length: propertyRuns(all) }, (_, at) => first + at);
}

export function propertyRuns(all: number): number {
  return process.env[PROPERTY_RUNS] === "all" ? all : Math.ceil(all / 3);
}
