// Who uses what a change touches, and the points of its risk: counted over real facts in files that the change leaves alone, or
// not said at all.
import { createHash } from "node:crypto";
import { afterEach, describe, expect, it } from "vitest";
import { withSnapshot } from "../../../src/index/with-snapshot.ts";
import type { ChangesFound, FileDifference } from "../../../src/intelligence/changes/analyze-changes.ts";
import { comparePrints } from "../../../src/intelligence/changes/compare-prints.ts";
import { riskOfChange, weighChanges } from "../../../src/intelligence/changes/weigh-changes.ts";
import { openTestProject, type TestProject, WAIT } from "../../support/test-index.ts";

let project: TestProject | undefined;
afterEach(async () => {
  await project?.dispose();
});

const USERS = {
  "src/page.ts": 'import { add, gone } from "./sums";\nexport const page = add(1, 2) + add(3, 4) + gone();\n',
  "src/other.ts": 'import { add } from "./sums";\nexport const other = add(1, 2);\n',
};
const BEFORE =
  "export function add(a: number) {\n  return a;\n}\nexport function gone() {\n  return 1;\n}\nfunction own() {}\n";
const AFTER = "export function add(a: number, b: number) {\n  return a + b;\n}\nfunction own() {\n  add(1, 2);\n}\n";

async function weigh(options: { readonly stale?: boolean; readonly timeMsMax?: number } = {}) {
  project = openTestProject({ ...USERS, "src/sums.ts": AFTER });
  const index = await project.open({});
  await index.freshen(WAIT);
  const print = async (text: string) => {
    const made = await index.fingerprint("src/sums.ts", text);
    return "unread" in made ? null : made;
  };
  const symbols = comparePrints(await print(BEFORE), await print(AFTER));
  const contentHash = createHash("sha256")
    .update(options.stale === true ? BEFORE : AFTER)
    .digest("hex");
  const file: FileDifference = {
    path: "src/sums.ts",
    status: "changed",
    from: null,
    unread: null,
    language: "typescript",
    parse: "full",
    contentHash,
    lines: null,
    symbols,
  };
  const found: ChangesFound = { files: [file], moved: [], filesLeft: 0 };
  const weighing = await weighChanges({
    found,
    withSnapshot: (use) => withSnapshot(index, use),
    signals: null,
    timeMsMax: options.timeMsMax ?? 60_000,
    signal: new AbortController().signal,
  });
  const told = [...weighing.weights].map(
    ([symbol, { uses, files, risk }]) => `${symbol.path}: ${uses} in ${files}${risk === null ? "" : ", with a risk"}`,
  );
  const scores = [...weighing.weights.values()].map((weight) => weight.risk?.score ?? 0);
  return { told, unweighed: weighing.unweighed, risk: riskOfChange(found, weighing), most: Math.max(0, ...scores) };
}

describe("the weight of a change", () => {
  it("is who uses a changed signature or still imports what is gone, and the risk of what changed", async () => {
    const { told, unweighed, risk, most } = await weigh();
    expect({ told, unweighed }).toEqual({
      told: ["add: 2 in 2, with a risk", "gone: 1 in 1", "own: 0 in 0, with a risk"],
      unweighed: 0,
    });
    expect(risk).toEqual({
      score: most + 15,
      points: [`${most} add`, "15 unchanged files use what changed in signature or is gone"],
    });
  });

  it("is not told of a file that is not as indexed, or for want of time", async () => {
    expect(await weigh({ stale: true })).toMatchObject({ told: [], unweighed: 3, risk: null });
    await project?.dispose();
    expect(await weigh({ timeMsMax: 0 })).toMatchObject({ told: [], unweighed: 3, risk: null });
  });
});
