// How a benchmark's command begins and ends: its options, its usage, and what a person is told who got them wrong.
import { Failure } from "../../src/vocabulary/failure.ts";

/** What tells of progress and trouble: stdout is the report's. */
export const tell = (line: string): void => {
  process.stderr.write(`${line}\n`);
};

/** A command of its own: `parse` answers null where the usage is asked for. */
export interface Main<Options> {
  readonly usage: string;
  readonly parse: () => Options | null;
  readonly run: (options: Options) => Promise<void>;
}

/** Answers the exit code: 0, or 2 where something that was given is wrong. */
export async function runMain<Options>({ usage, parse, run }: Main<Options>): Promise<number> {
  try {
    const options = parse();
    if (options === null) {
      process.stdout.write(usage);
      return 0;
    }
    await run(options);
    return 0;
  } catch (error) {
    if (!(error instanceof Failure)) {
      throw error;
    }
    tell(`error: ${error.message}\n  ${error.hint}`);
    return 2;
  }
}
