// The log of calls as it is listed in a terminal.
import { expect, it } from "vitest";
import type { OperationContext } from "../../../src/operations/contract/operation.ts";
import { listCalls } from "../../../src/operations/savings/list-calls.ts";
import { CallLog } from "../../../src/statistics/call-log.ts";
import { scratchFolder } from "../../storage/scratch.ts";

/** Lists the calls that asked this, oldest first. */
async function listed(asked: readonly Readonly<Record<string, unknown>>[], input: object, isOn = true) {
  const home = await scratchFolder();
  const now = () => new Date("2026-11-21T23:15:00Z");
  const written = new CallLog({ home, isOn: true, now });
  for (const fields of asked) {
    written.record({
      project: { root: "/srv/shop", name: "shop" },
      client: { name: "codex", version: "1" },
      tool: "search_text",
      asked: fields,
      outcome: "found",
      answer: "found: 2 lines",
      places: ["a.ts:1", "b.ts:2"],
      places_found: 2,
      tokens: 1_590,
      milliseconds: 12.4,
    });
  }
  const services = { calls: new CallLog({ home, isOn }) };
  return listCalls.run({ all_projects: true, ...input }, { services } as unknown as OperationContext);
}

const LINE = "2026-11-21 23:15:00 shop codex search_text";
const ABOUT = "found, 2 places, 1,590 tokens, 12 ms";

it.each([
  [{ text: "one\n  two", max_tokens: 9 }, ' "one two"'],
  [{ project: "/srv/shop", paths: ["a", "b"] }, ' "a b"'],
  [{ max_tokens: 9 }, ""],
  [{ text: "a\u202eb" }, ' "a\\\\u202eb"'],
  [{ text: "x".repeat(200) }, ` "${"x".repeat(99)}…"`],
])("%j is listed as asking%s", async (asked, question) => {
  const { text, outcome } = await listed([asked], {});
  expect([outcome, text]).toEqual(["found", `found: 1 call\n${LINE}${question}: ${ABOUT}`]);
});

it.each([
  [3, { limit: 2 }, true, "found: 3 calls, 1 to 2 shown"],
  [3, { limit: 2, page: 2 }, true, "found: 3 calls, 3 to 3 shown"],
  [3, { limit: 2, page: 3 }, true, "empty: 3 calls on earlier pages"],
  [0, {}, true, "empty: no call is logged"],
  [0, {}, false, "empty: no call is logged; calls are not logged (call_log is off)"],
  [1, { tool: "absent" }, true, "empty: no logged call fits"],
])("%i calls, asked with %j: %s, %s", async (calls, input, isOn, summary) => {
  const asked = Array.from({ length: calls }, (_, at) => ({ text: `${at}` }));
  expect((await listed(asked, input, isOn)).structured.summary).toBe(summary);
});
