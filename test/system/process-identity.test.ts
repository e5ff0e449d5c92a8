import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { PROCESS_FACTS } from "../../src/system/platform/process-facts.ts";
import { isKnownDead, THIS_PROCESS } from "../../src/system/process-identity.ts";

it("this process is not known to be dead, and another machine's never is", () => {
  expect(isKnownDead(THIS_PROCESS)).toBe(false);
  expect(isKnownDead({ ...THIS_PROCESS, pid: 2 ** 22 + 1, machine: "elsewhere" })).toBe(false);
});

it("a process is dead that is not there", () => {
  expect(isKnownDead({ ...THIS_PROCESS, pid: 2 ** 30 })).toBe(true);
});

/** Only Linux tells when the machine and a process started. */
const onLinux = it.runIf(PROCESS_FACTS.bootId() !== "");

onLinux("a process is dead whose machine started again, or whose number another one has", () => {
  expect(isKnownDead({ ...THIS_PROCESS, boot: "an earlier one" })).toBe(true);
  expect(isKnownDead({ ...THIS_PROCESS, started: "1" })).toBe(true);
});

onLinux("a process that ended and that its parent has not waited for is dead", async () => {
  // The shell's child ends at once; what the shell becomes does not wait for it.
  const parent = spawn("sh", ["-c", "true & exec sleep 60"], { stdio: "ignore" });
  try {
    const childOf = (): string => readFileSync(`/proc/${parent.pid}/task/${parent.pid}/children`, "utf8").trim();
    const stateOf = (pid: string): string => readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.[0] ?? "";
    for (let tries = 0; tries < 500 && (childOf() === "" || stateOf(childOf()) !== "Z"); tries += 1) {
      await sleep(10);
    }
    expect(stateOf(childOf())).toBe("Z");
    expect(isKnownDead({ ...THIS_PROCESS, pid: Number(childOf()), started: "" })).toBe(true);
  } finally {
    parent.kill();
  }
});
