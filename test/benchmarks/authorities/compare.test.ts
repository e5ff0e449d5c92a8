// When a site counts as found, and when a row of ours is right.
import { describe, expect, it } from "vitest";
import type { OurAnswer, OurRow } from "./ask.ts";
import { judgeRow, judgeSite } from "./compare.ts";
import type { Site } from "./sample.ts";
import { DISK_GET, LOAD, STORE_GET, toyReading } from "./toy-reading.ts";

const row = (line: number, more: Partial<OurRow> = {}): OurRow => ({
  ...{ path: "use.ts", line, role: "call", certainty: "exact" },
  ...more,
});

describe("a site", () => {
  const site: Site = {
    ...{ path: "use.ts", line: 4, column: 0, name: "get", calls: true, imports: false },
    ...{ targets: [STORE_GET, DISK_GET], kind: "method", member: true, sameFile: false },
  };
  const answer = (rows: readonly OurRow[], state: OurAnswer["state"] = "whole"): OurAnswer => ({
    state,
    said: "",
    rows,
  });

  it.each<[string, OurAnswer, OurAnswer | null, string | null, string]>([
    ["found by the best row there", answer([row(4, { certainty: "heuristic" }), row(4)]), null, "exact", ""],
    ["found by the answer about another of its targets", answer([]), answer([row(4)]), "exact", ""],
    ["missed in another line", answer([row(5)]), null, null, "not referenced"],
    ["missed for want of a symbol", answer([], "none"), null, null, "no symbol"],
    ["missed as not shown", answer([], "cut"), null, null, "cut"],
    ["missed by a failure", answer([], "failed"), null, null, "failed"],
  ])("is %s", (_, first, second, found, cause) => {
    const answers = new Map([[STORE_GET, first], ...(second === null ? [] : [[DISK_GET, second] as const])]);
    expect(judgeSite(site, answers)).toMatchObject({ found, cause });
  });

  it("is found as a call only by a row that calls", () => {
    const judged = judgeSite(site, new Map([[STORE_GET, answer([row(4, { role: "read" })])]]));
    expect(judged).toMatchObject({ found: "exact", foundCall: false });
  });
});

describe("a row of ours", () => {
  const reading = toyReading();
  const judge = (one: OurRow, target: number, text = "") => judgeRow(one, target, reading, () => text);

  it.each<[string, OurRow, number, string]>([
    ["leads to the target", row(3), LOAD, "right"],
    ["leads there under another name", row(9), LOAD, "right"],
    ["leads there by a key's second meaning", row(10), LOAD, "right"],
    ["is a further declaration of it", row(10, { path: "store.ts" }), LOAD, "right"],
    ["means what the target overrides", row(4), DISK_GET, "related"],
    ["leads elsewhere", row(5), STORE_GET, "wrong"],
    ["leads elsewhere by one name of two, and the authority is silent on the other", row(11), STORE_GET, "unknown"],
    ["stands where the authority is silent", row(6), STORE_GET, "unknown"],
    ["stands where nothing has the name", row(8), STORE_GET, "wrong"],
    ["stands in a file that was not read", row(1, { path: "other.ts" }), STORE_GET, "unknown"],
  ])("that %s", (_, one, target, verdict) => {
    expect(judge(one, target).verdict).toBe(verdict);
  });

  it("is not known where the text has a name that the authority passes over", () => {
    expect(judge(row(20), LOAD, "load()").verdict).toBe("unknown");
    expect(judge(row(20), LOAD, "other()").verdict).toBe("wrong");
  });

  it("says what the authority says instead", () => {
    expect(judge(row(5), STORE_GET).instead).toBe("foreign");
    expect(judge(row(4, {}), LOAD).instead).toBe("nothing of that name stands there");
  });
});
