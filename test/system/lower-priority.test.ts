import { spawn } from "node:child_process";
import { getPriority } from "node:os";
import { expect, it } from "vitest";
import { lowerPriority } from "../../src/system/lower-priority.ts";

it("lowers to the niceness asked for, and never raises above that of the program", () => {
  const child = spawn("sleep", ["60"], { stdio: "ignore" });
  try {
    const pid = child.pid ?? 0;
    const own = getPriority();
    lowerPriority(pid, own - 1);
    expect(getPriority(pid)).toBe(own);
    lowerPriority(pid, Math.min(19, own + 3));
    expect(getPriority(pid)).toBe(Math.min(19, own + 3));
  } finally {
    child.kill();
  }
});

it("leaves a process alone that is gone", () => {
  expect(() => lowerPriority(2 ** 30, 7)).not.toThrow();
});
