// What identifies a finding from one review to the next, also when its lines move: rule, file, symbol and the evidence without line numbers.

import { sha256Of } from "../../system/sha256.ts";
import type { Finding } from "../contract.ts";

/** Hex, all different: equal findings of one review are numbered. In the order of the findings. */
export function fingerprintsOf(findings: readonly Finding[]): string[] {
  const seen = new Map<string, number>();
  return findings.map(({ rule, path, symbol, evidence }) => {
    const content = JSON.stringify([rule, path, symbol, evidence.map((one) => [one.path, one.text])]);
    const number = seen.get(content) ?? 0;
    seen.set(content, number + 1);
    return sha256Of(`${content}\0${number}`, 40);
  });
}
