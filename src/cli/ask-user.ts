// A question on a terminal that is answered by yes or no.
import { createInterface } from "node:readline/promises";

/** Whether someone can answer: input and output are terminals. */
export const canAsk = (): boolean => process.stdin.isTTY === true && process.stderr.isTTY === true;

/** Anything but "y" and "yes" is a no; so is the end of the input. */
export async function isConfirmed(question: string): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  const closed = new Promise<string>((resolve) => lines.once("close", () => resolve("")));
  try {
    return /^y(?:es)?$/i.test((await Promise.race([lines.question(`${question} [y/N] `), closed])).trim());
  } finally {
    lines.close();
  }
}
