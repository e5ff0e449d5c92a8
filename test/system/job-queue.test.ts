import { expect, it } from "vitest";
import { JobQueue } from "../../src/system/job-queue.ts";

it("hands out urgent tasks first, each kind in its order", () => {
  const queue = new JobQueue();
  for (const [task, urgent] of [
    ["a", false],
    ["b", true],
    ["c", false],
    ["d", true],
  ] as const) {
    void queue.enter(task, { urgent });
  }
  expect([queue.urgent, queue.ordinary]).toEqual([2, 2]);
  expect([0, 1, 2, 3, 4].map(() => queue.next("any")?.task)).toEqual(["b", "d", "a", "c", undefined]);
});

it("keeps ordinary tasks from who does urgent ones alone", () => {
  const queue = new JobQueue();
  void queue.enter("a", {});
  expect(queue.next("urgent")).toBeUndefined();
  expect(queue.next("any")?.task).toBe("a");
});

it("settles a task with its outcome, and all that wait with one", async () => {
  const queue = new JobQueue();
  const first = queue.enter("a", {});
  queue.next("any")?.settle({ result: 1 });
  const others = Promise.allSettled([queue.enter("b", {}), queue.enter("c", { urgent: true })]);
  queue.settleAll({ error: new Error("over") });
  expect(await first).toBe(1);
  expect((await others).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect([queue.urgent, queue.ordinary]).toEqual([0, 0]);
});

it("drops a task that is given up, and ends the wait for one that is under way", async () => {
  const queue = new JobQueue();
  const stop = new AbortController();
  const outcomes = [queue.enter("a", { signal: stop.signal }), queue.enter("b", { signal: stop.signal })];
  const running = queue.next("any");
  stop.abort();
  for (const outcome of outcomes) {
    await expect(outcome).rejects.toMatchObject({ code: "CANCELLED" });
  }
  expect([running?.task, queue.next("any")]).toEqual(["a", undefined]);
  await expect(queue.enter("c", { signal: stop.signal })).rejects.toMatchObject({ code: "CANCELLED" });
  expect(queue.ordinary).toBe(0);
});

it("takes any number of tasks with one signal, without Node's warning of a leak", async () => {
  const warnings: Error[] = [];
  const note = (warning: Error) => warnings.push(warning);
  process.on("warning", note);
  const queue = new JobQueue();
  const { signal } = new AbortController();
  const tasks = Array.from({ length: 20 }, (_, at) => queue.enter(at, { signal }));
  queue.settleAll({ result: null });
  await Promise.all(tasks);
  // A warning is emitted in the next tick.
  await new Promise((resolve) => setImmediate(resolve));
  process.off("warning", note);
  expect(warnings).toEqual([]);
});
