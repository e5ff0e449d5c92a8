// An ended parent by the signs of POSIX and of Windows. Each function is run from its text, as the thread that watches does.
import { expect, it } from "vitest";
import { type ParentEnded, posixParentEnded, windowsParentEnded } from "../../../src/system/platform/parent.ts";

const fromText = (rule: ParentEnded): ParentEnded => new Function(`return ${rule.toString()}`)() as ParentEnded;

const self = (ppid: number, code: string | null) => ({
  ppid,
  kill: (): true => {
    if (code !== null) {
      throw Object.assign(new Error(code), { code });
    }
    return true;
  },
});

it.each([
  ["POSIX: the parent is as it was", posixParentEnded, self(7, null), false],
  ["POSIX: the orphan has another parent", posixParentEnded, self(1, null), true],
  ["POSIX: no signal may be sent to the parent", posixParentEnded, self(7, "EPERM"), false],
  ["Windows: the parent is there", windowsParentEnded, self(7, null), false],
  ["Windows: the number stays, without a process", windowsParentEnded, self(7, "ESRCH"), true],
  ["Windows: the parent is another user's", windowsParentEnded, self(7, "EPERM"), false],
])("%s", (_, rule, process, expected) => {
  expect(fromText(rule)(7, process)).toBe(expected);
});
