// When work that can wait begins, by a clock of its own.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Background } from "../../src/project/background.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function open() {
  const state = { due: true, busy: false, begun: 0, aborted: 0 };
  const background = new Background({
    isDue: () => state.due,
    isBusy: () => state.busy,
    work: (signal) => {
      state.begun += 1;
      signal.addEventListener("abort", () => {
        state.aborted += 1;
      });
      return new Promise(() => undefined);
    },
  });
  return { background, state };
}

test("begins some time after the last request, and gives way to the next one", () => {
  const { background, state } = open();
  background.resume();
  vi.advanceTimersByTime(200);
  background.giveWay();
  background.resume();
  vi.advanceTimersByTime(200);
  expect(state.begun).toBe(0);
  vi.advanceTimersByTime(100);
  expect(state.begun).toBe(1);
  background.giveWay();
  expect(state.aborted).toBe(1);
});

test("waits for the answer that a request was made for, but not for ever", () => {
  const { background, state } = open();
  state.busy = true;
  background.resume();
  vi.advanceTimersByTime(3_000);
  expect(state.begun).toBe(0);
  state.busy = false;
  // An answer that was ready a moment ago may still be on its way.
  vi.advanceTimersByTime(250);
  expect(state.begun).toBe(0);
  vi.advanceTimersByTime(250);
  expect(state.begun).toBe(1);
  background.giveWay();
  state.busy = true;
  background.resume();
  vi.advanceTimersByTime(11_000);
  expect(state.begun).toBe(2);
});

test.each<{ what: string; prepare: (opened: ReturnType<typeof open>) => void }>([
  {
    what: "is not due",
    prepare: ({ state }) => {
      state.due = false;
    },
  },
  { what: "was closed", prepare: ({ background }) => background.close() },
])("does not begin where it $what", ({ prepare }) => {
  const opened = open();
  prepare(opened);
  opened.background.resume();
  vi.advanceTimersByTime(20_000);
  expect(opened.state.begun).toBe(0);
});

test("does not begin after a close while it waited for an answer", () => {
  const { background, state } = open();
  state.busy = true;
  background.resume();
  vi.advanceTimersByTime(600);
  background.close();
  vi.advanceTimersByTime(20_000);
  expect(state.begun).toBe(0);
});
