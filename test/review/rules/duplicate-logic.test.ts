// What the cases of the rule cannot say: missing vectors, files that are not indexed as they are, numbers from settings.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { SceneParts } from "../../../src/review/open-scene.ts";
import { duplicateLogic } from "../../../src/review/rules/duplicate-logic.ts";
import { runRules } from "../../../src/review/run-rules.ts";
import { memoryProject } from "../../support/memory-project.ts";
import { runRule, sceneBetween } from "../review-states.ts";

const CASE = new URL("../../../fixtures/review/duplicate-logic/fires-copy-with-other-names.txt", import.meta.url);
const [, ORDERS = "", INVOICES = ""] = readFileSync(CASE, "utf8").split(/^=== .*\n/m);
const BEFORE = { "src/orders.ts": ORDERS };
const AFTER = { ...BEFORE, "src/invoices.ts": INVOICES };

async function review(parts: Partial<SceneParts> = {}, after: Record<string, string> = AFTER) {
  const { unavailable, notChecked, findings } = await runRule(duplicateLogic, await sceneBetween(BEFORE, after, parts));
  return { unavailable, notChecked, found: findings.map(({ severity, line }) => `${severity} ${line}`) };
}

const thresholds = (entries: Record<string, number>): Partial<SceneParts> => ({
  settings: { forbiddenImports: [], thresholds: new Map(Object.entries(entries)) },
});

describe("the rule duplicate-logic", () => {
  it("finds the copy", async () => {
    expect(await review()).toEqual({ unavailable: null, notChecked: [], found: ["low 2"] });
  });

  it("is unavailable without vectors, which is no pass", async () => {
    const { snapshot } = await memoryProject(AFTER, { withVectors: false });
    expect(await review({ snapshot })).toEqual({ unavailable: "search by meaning is off", notChecked: [], found: [] });
    const scene = await sceneBetween(BEFORE, AFTER);
    const run = { rules: [duplicateLogic], scene, unmet: { vectors: "10 of 20 chunks are searchable by meaning" } };
    const [report] = await runRules({ ...run, severities: new Map(), onRule: () => undefined });
    expect(report?.unavailable).toBe("10 of 20 chunks are searchable by meaning");
  });

  it("compares a file that is not indexed as it is with the change alone, and says so", async () => {
    const after = { ...AFTER, "src/bills.ts": INVOICES };
    const overlay = new Map([["src/invoices.ts", null]]);
    const present = { overlay, textOf: async () => INVOICES, unread: [] };
    const said = "src/invoices.ts: compared with the change alone, since its present state has no vectors";
    expect(await review({ present })).toEqual({ unavailable: null, notChecked: [said], found: [] });
    expect(await review({ present }, after)).toEqual({
      unavailable: null,
      notChecked: [said],
      found: ["low 2", "low 2"],
    });
  });

  it("takes files that are copied together for a module that is copied on purpose: one finding, low", async () => {
    const named = (at: number) => ORDERS.replace(/function \w+/, `function total${at}`);
    const files = (folder: string, count: number): Record<string, string> =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`${folder}/order${at}.ts`, named(at)]));
    const copied = async (count: number) => {
      const before = files("old", count);
      const scene = await sceneBetween(before, { ...before, ...files("new", count) });
      const { findings } = await runRule(duplicateLogic, scene);
      return findings.map(({ severity, path, message }) => `${severity} ${path} ${message.split("; ").at(-1)}`);
    };
    expect(await copied(5)).toEqual(["low new/order0.ts so do functions of 4 further files that the change adds"]);
    expect((await copied(2)).map((one) => one.split(" ").slice(0, 2).join(" "))).toEqual([
      "low new/order0.ts",
      "low new/order1.ts",
    ]);
  });

  it("says how many functions it did not compare in time", async () => {
    expect((await review({ isOver: () => true })).notChecked).toEqual(["1 function: not compared in time"]);
  });

  it("judges by the numbers of the settings", async () => {
    expect((await review(thresholds({ "duplicate-logic.tokens": 103 }))).found).toEqual([]);
    const changed = { ...AFTER, "src/invoices.ts": INVOICES.replace("    sum +=", "    log(item);\n    sum +=") };
    expect((await review({}, changed)).found).toEqual(["low 2"]);
    expect((await review(thresholds({ "duplicate-logic.percent": 99 }), changed)).found).toEqual([]);
  });
});
