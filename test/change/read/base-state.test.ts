// Reads the earlier texts of a change, all at once.
import { setImmediate as yieldToEvents } from "node:timers/promises";
import { expect, it } from "vitest";
import { readBaseState } from "../../../src/change/read/base-state.ts";

it("reads many texts at once without a warning about listeners", async () => {
  const warnings: string[] = [];
  const note = ({ name }: Error) => warnings.push(name);
  process.on("warning", note);
  const texts = Array.from({ length: 20 }, (_, at) => ({ before: { path: `${at}.ts`, text: "" }, after: null }));
  const { unread } = await readBaseState(
    texts,
    async (_path, _text, signal) => {
      signal.addEventListener("abort", () => {});
      return { unread: "not here" };
    },
    1_000,
    new AbortController().signal,
  );
  await yieldToEvents();
  process.off("warning", note);
  expect({ unread: unread.length, warnings }).toEqual({ unread: 20, warnings: [] });
});
