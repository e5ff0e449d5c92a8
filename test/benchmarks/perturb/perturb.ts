// A vector for a chunk that was never embedded: a real one with noise, as a similar chunk elsewhere would have it. The
// same key gets the same vector in every run, on every machine. Knows no files.
import { createHash } from "node:crypto";

/** Mulberry32 (Ettinger, 2017). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

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
  const random = randomFrom(digest.readUInt32LE(4));
  const noisy = chosen.map((value) => value + (noise / Math.sqrt(chosen.length)) * gaussian(random));
  const length = Math.sqrt(noisy.reduce((sum, value) => sum + value * value, 0));
  return noisy.map((value) => value / length);
}
