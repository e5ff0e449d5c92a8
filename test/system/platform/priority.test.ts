import { spawn } from "node:child_process";
import { getPriority } from "node:os";
import { expect, it } from "vitest";
import { PRIORITY, posixPriority, windowsPriority } from "../../../src/system/platform/priority.ts";
import { isPosix } from "../../support/this-system.ts";

// Windows knows classes alone, and no `sleep`.
it.runIf(isPosix)("lowers to the niceness asked for, and never raises above that of the program", () => {
  const child = spawn("sleep", ["60"], { stdio: "ignore" });
  try {
    const pid = child.pid ?? 0;
    const own = getPriority();
    PRIORITY.lower(pid, own - 1);
    expect(getPriority(pid)).toBe(own);
    PRIORITY.lower(pid, Math.min(19, own + 3));
    expect(getPriority(pid)).toBe(Math.min(19, own + 3));
  } finally {
    child.kill();
  }
});

it("leaves a process alone that has ended", () => {
  expect(() => PRIORITY.lower(2 ** 30, 7)).not.toThrow();
});

it.each([
  ["POSIX", posixPriority, 5, 0, 5],
  ["POSIX", posixPriority, 5, 12, 12],
  ["POSIX", posixPriority, 0, 0, 0],
  // Node takes 5 for the ordinary class of Windows, so that nothing would give way.
  ["Windows", windowsPriority, 5, 0, 10],
  ["Windows", windowsPriority, 19, 0, 19],
  ["Windows", windowsPriority, 0, 0, 0],
  ["Windows", windowsPriority, 5, 19, 19],
] as const)("%s: niceness %i of a program at %i is set as %i", (_, priorityBy, niceness, own, expected) => {
  const set: unknown[] = [];
  priorityBy({ get: () => own, set: (pid, to) => set.push([pid, to]) }).lower(7, niceness);
  expect(set).toEqual([[7, expected]]);
});

it.each([
  ["POSIX", posixPriority],
  ["Windows", windowsPriority],
] as const)("%s: a system that forbids it is obeyed", (_, priorityBy) => {
  const forbid = () => {
    throw Object.assign(new Error("EACCES"), { code: "EACCES" });
  };
  expect(() => priorityBy({ get: () => 0, set: forbid }).lower(7, 10)).not.toThrow();
  expect(() => priorityBy({ get: forbid, set: () => undefined }).lower(7, 10)).not.toThrow();
});
