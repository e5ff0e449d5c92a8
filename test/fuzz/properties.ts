// The property tests of both tiers, round after round, each with a seed that no run had before.
import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { packagePath } from "../../src/system/package-root.ts";
import { PROPERTY_RUNS } from "../support/property-runs.ts";

export interface PropertyRun {
  readonly rounds: number;
  /** The round that failed, by its seed, with what the tests printed; null where all held. */
  readonly broken: { readonly seed: number; readonly files: readonly string[]; readonly printed: string } | null;
}

/** Test files that draw from fast-check, or from seeds of their own, from the package's root. */
function propertyTests(): string[] {
  return readdirSync(packagePath("test"), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".test.ts"))
    .map((path) => join("test", path))
    .filter((path) => /\b(?:fc\.assert|propertySeeds)\(/.test(readFileSync(packagePath(path), "utf8")))
    .sort();
}

interface Round {
  readonly code: number | null;
  readonly printed: string;
}

function runRound(files: readonly string[], seed: number): Promise<Round> {
  const child = spawn(process.execPath, [packagePath("node_modules/vitest/vitest.mjs"), "run", ...files], {
    cwd: packagePath(),
    env: { ...process.env, PROPERTY_SEED: String(seed), [PROPERTY_RUNS]: "all", NO_COLOR: "1" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      printed += text;
    });
  }
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, printed }));
  });
}

/** Rounds from `firstSeed` upwards, at least one, until `until` (milliseconds since 1970) or until one fails. */
export async function exploreProperties(firstSeed: number, until: number): Promise<PropertyRun> {
  const files = propertyTests();
  for (let rounds = 0; ; rounds += 1) {
    const seed = firstSeed + rounds;
    const { code, printed } = await runRound(files, seed);
    if (code !== 0) {
      const failed = [
        ...new Set(Array.from(printed.matchAll(/FAIL .*?(test\/\S+\.test\.ts)/g), ([, file = ""]) => file)),
      ];
      return { rounds: rounds + 1, broken: { seed, files: failed, printed } };
    }
    if (Date.now() >= until) {
      return { rounds: rounds + 1, broken: null };
    }
  }
}
