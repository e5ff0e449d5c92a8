// A vector for a chunk that was never embedded: a real one with noise, as a similar chunk elsewhere would have it. The
// same key gets the same vector in every run, on every machine. Knows no files.
import { createHash } from "node:crypto";
import { seededRandom } from "../../support/random.ts";

/** Box and Muller, 1958. */
function gaussian(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/**
 * The vector of unit length for `key` (hex): one of the `real` ones that the key chooses, with noise of `noise` times its
 * length in a random direction. Noise of 0.6 leaves a cosine of about .86 to it.
 */
export function perturbedFor(key: string, real: readonly Float32Array[], noise: number): Float32Array {
  const digest = createHash("sha256").update(key).digest();
  const chosen = real[digest.readUInt32LE(0) % real.length] as Float32Array;
  const random = seededRandom(digest.readUInt32LE(4));
  const noisy = chosen.map((value) => value + (noise / Math.sqrt(chosen.length)) * gaussian(random));
  const length = Math.sqrt(noisy.reduce((sum, value) => sum + value * value, 0));
  return noisy.map((value) => value / length);
}
