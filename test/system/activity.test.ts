import { expect, test } from "vitest";
import { openActivity } from "../../src/system/activity.ts";

test("is busy while anything asked is not answered, and idle a while after the last answer", async () => {
  let nowMs = 0;
  const use = openActivity(() => nowMs);
  expect([use.busy(), use.idle()]).toEqual([false, false]);
  const answers: (() => void)[] = [];
  const asked = [1, 2].map(() => use.during(() => new Promise<void>((resolve) => answers.push(resolve))));
  nowMs = 300_000;
  expect([use.busy(), use.idle()]).toEqual([true, false]);
  answers[0]?.();
  await asked[0];
  expect(use.busy()).toBe(true);
  answers[1]?.();
  await asked[1];
  expect([use.busy(), use.idle()]).toEqual([false, false]);
  nowMs += 120_001;
  expect([use.busy(), use.idle()]).toEqual([false, true]);
});

test("what fails counts as answered", async () => {
  const use = openActivity();
  await expect(use.during(() => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(use.busy()).toBe(false);
});
