// Signals to processes that are there, are not, or are another user's; on POSIX and on Windows, with what a system answers injected.
import { expect, it } from "vitest";
import { posixSignals, type SendSignal, windowsSignals } from "../../../src/system/platform/signals.ts";

const failing =
  (code: string): SendSignal =>
  () => {
    throw Object.assign(new Error(code), { code });
  };

const SYSTEMS = [
  ["POSIX", posixSignals],
  ["Windows", windowsSignals],
] as const;

it.each(SYSTEMS)("%s: asks with SIGTERM, ends with SIGKILL, and looks without a signal", (_, signalsThrough) => {
  const sent: unknown[] = [];
  const signals = signalsThrough((...call) => sent.push(call));
  signals.askToEnd(7);
  signals.endAtOnce(8);
  expect(signals.isAbsent(9)).toBe(false);
  expect(sent).toEqual([
    [7, "SIGTERM"],
    [8, "SIGKILL"],
    [9, 0],
  ]);
});

it.each(SYSTEMS)("%s: a process that is not there needs no end", (_, signalsThrough) => {
  const signals = signalsThrough(failing("ESRCH"));
  signals.askToEnd(7);
  signals.endAtOnce(7);
  expect(signals.isAbsent(7)).toBe(true);
});

it.each(SYSTEMS)("%s: a process of another user is there, and is not ended in silence", (_, signalsThrough) => {
  const signals = signalsThrough(failing("EPERM"));
  expect(signals.isAbsent(7)).toBe(false);
  expect(() => signals.askToEnd(7)).toThrow("EPERM");
  expect(() => signals.endAtOnce(7)).toThrow("EPERM");
});

it("only what a system can report is waited for", () => {
  expect(posixSignals()).toMatchObject({ keyboard: ["SIGINT"], ends: ["SIGTERM", "SIGINT", "SIGHUP"] });
  // Windows reports no SIGTERM.
  expect(windowsSignals()).toMatchObject({
    interrupts: ["SIGINT", "SIGBREAK"],
    ends: ["SIGINT", "SIGBREAK", "SIGHUP"],
  });
});
