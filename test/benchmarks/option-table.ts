// A benchmark's command line as one table, from which the arguments are read and the usage is written. Knows no benchmark.
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { Failure } from "../../src/vocabulary/failure.ts";

export interface OptionRow {
  /** What stands for the value in the usage; absent for a switch. */
  readonly value?: string;
  readonly many?: true;
  readonly doc: string;
}

export type OptionTable = Readonly<Record<string, OptionRow>>;

/** By option: its value, its values where it may be given several times, or true for a switch; absent where not given. */
export type OptionValues = Readonly<Record<string, string | boolean | readonly (string | boolean)[] | undefined>>;

/** One line an option. */
export function usageLines(table: OptionTable): string[] {
  return Object.entries(table).map(([name, { value, doc }]) =>
    `  --${name}${value === undefined ? "" : ` ${value}`}`.padEnd(24).concat(` ${doc}`),
  );
}

/** INVALID_INPUT says what is wrong with the arguments, with the hint given. */
export function readOptions(table: OptionTable, args: readonly string[], hint: string): OptionValues {
  const options = Object.fromEntries(
    Object.entries(table).map(([name, row]) => [
      name,
      { type: row.value === undefined ? ("boolean" as const) : ("string" as const), multiple: row.many === true },
    ]),
  );
  try {
    return parseArgs({ args: [...args], options, strict: true, allowPositionals: false }).values;
  } catch (error) {
    throw new Failure("INVALID_INPUT", (error as Error).message, { hint });
  }
}

/** The values of an option that may be given several times. */
export function valuesOf(values: OptionValues, name: string): string[] {
  const given = values[name];
  return (Array.isArray(given) ? given : []).map(String);
}

/** An option's value as a path from `cwd`; null where it is not given. */
export function pathOf(values: OptionValues, name: string, cwd: string): string | null {
  const value = values[name];
  return typeof value === "string" ? resolve(cwd, value) : null;
}

/** An option's value as a whole number of at least 1, or `usual`. INVALID_INPUT, with the hint given. */
export function wholeOf(values: OptionValues, name: string, usual: number, hint: string): number {
  const value = Number(values[name] ?? usual);
  if (!Number.isSafeInteger(value) || value < 1) {
    throw new Failure("INVALID_INPUT", `--${name} must be a whole number of at least 1`, { hint });
  }
  return value;
}
