// Tests of missing permissions where root runs them: root may read and write whatever the permissions say, and another user
// cannot enter a checkout below a folder that is root's alone (its home, usually). So the test is run by root without the
// two capabilities that overrule permissions.
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { packagePath } from "../../src/system/package-root.ts";

const OVERRULING = "-dac_override,-dac_read_search";
/** Bits 1 and 2 of the effective set, `capabilities(7)`. */
const OVERRULING_BITS = 0b110n;

/** The program that takes them away (util-linux), with its arguments before the command. */
const SETPRIV = ["setpriv", `--bounding-set=${OVERRULING}`, `--inh-caps=${OVERRULING}`] as const;

/** Whether permissions bind this process. */
export function isBound(): boolean {
  if (process.getuid?.() !== 0) {
    return true;
  }
  const [, effective] = /^CapEff:\s*([0-9a-f]+)$/m.exec(readFileSync("/proc/self/status", "utf8")) ?? [];
  return effective !== undefined && (BigInt(`0x${effective}`) & OVERRULING_BITS) === 0n;
}

/** Options of `fork` for a child that permissions bind. */
export function boundFork(): { readonly execPath?: string; readonly execArgv: string[] } {
  const [program, ...args] = SETPRIV;
  return isBound() ? { execArgv: [] } : { execPath: program, execArgv: [...args, process.execPath] };
}

/** Declares the tests, or, where permissions do not bind this process, one that runs the file where they do. */
export function describeBound(file: string, declare: () => void): void {
  if (isBound()) {
    declare();
    return;
  }
  it("holds where permissions bind", async () => {
    const [program, ...args] = SETPRIV;
    const vitest = [packagePath("node_modules/vitest/vitest.mjs"), "run", "--project=slow", file];
    const env = { ...process.env, CONTEXT_BROKER_BUILT: "1", NO_COLOR: "1" };
    const { stdout } = await promisify(execFile)(program, [...args, process.execPath, ...vitest], {
      cwd: packagePath(),
      env,
    });
    expect(stdout).toMatch(/Tests +\d+ passed/);
  });
}
