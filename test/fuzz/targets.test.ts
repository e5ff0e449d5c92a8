// Every committed input of every target, so that what the fuzzer once found stays mended; `npm run fuzz` looks for more.
import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { packagePath } from "../../src/system/package-root.ts";
import { propertyRuns } from "../support/property-runs.ts";
import { seededRandom } from "../support/random.ts";
import { mutate } from "./mutate.ts";
import { lineOf, readSeeds } from "./seeds.ts";
import { TARGETS } from "./targets.ts";

const TRIES = propertyRuns(200);

describe.each(TARGETS)("$name: $holds", (target) => {
  const seeds = readSeeds(target.name);

  it.each(seeds.map((input) => [lineOf(input).slice(0, 100), input] as const))("%s", (_shown, input) => {
    target.check(input);
  });

  it("has inputs, and holds for some damaged ones", () => {
    expect(seeds.length).toBeGreaterThan(2);
    const random = seededRandom(1);
    const pick = () => seeds[Math.floor(random() * seeds.length)] ?? Buffer.alloc(0);
    for (let count = 0; count < TRIES; count += 1) {
      target.check(mutate(pick(), pick(), { ...target, random }));
    }
  });
});

describe("the seeds", () => {
  it("are each of a target", () => {
    const files = readdirSync(packagePath("fixtures", "fuzz"));
    expect(files.sort()).toEqual(TARGETS.map(({ name }) => `${name}.jsonl`).sort());
  });
});
