// The dictionary of a real database: which terms there are, and which are near, also when letters sort otherwise in
// SQLite than in JavaScript.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ProjectIndex } from "../../../src/index/project-index.ts";
import type { Snapshot } from "../../../src/index/snapshot.ts";
import { openTestProject, WAIT } from "../../support/test-index.ts";

const project = openTestProject({
  "src/a.ts": "export function getUserById(): void {}\nexport class Router {}\n// straße 検索エンジン 𝐀bc\n",
  "src/b.ts": "export const onlyHere = 1;\n",
});
let index: ProjectIndex;

beforeAll(async () => {
  index = await project.open();
  await index.freshen(WAIT);
});
afterAll(() => project.dispose());

function asking<Answer>(ask: (snapshot: Snapshot) => Answer): Answer {
  const snapshot = index.snapshot();
  try {
    return ask(snapshot);
  } finally {
    snapshot.release();
  }
}

const near = (term: string, distanceMax = 1, prefixLength = 0): string[] =>
  asking((snapshot) => snapshot.nearTerms(term, { distanceMax, prefixLength }).map((one) => one.term));

describe("the dictionary of an index", () => {
  it("knows its terms", () => {
    const held = (term: string) => asking((snapshot) => snapshot.holdsTerm(term));
    expect(["getuserbyid", "router", "检", "nowhere", ""].map(held)).toEqual([true, true, false, false, false]);
  });

  it.each<[string, string[]]>([
    ["getusrbyid", ["getuserbyid"]],
    ["rotuer", ["router"]],
    ["strasse", []],
    ["straßen", ["straße"]],
    ["検紫", expect.arrayContaining(["検", "検索"]) as string[]],
    ["xyzzy", []],
  ])("has near %s", (term, expected) => {
    expect(near(term)).toEqual(expected);
  });

  it.each<[string, number, string[]]>([
    ["getu", 9, ["getuserbyid"]],
    ["rout", 9, ["router"]],
    ["検", 9, ["検", "検索"]],
    ["検", 1, ["検"]],
    ["xyzzy", 9, []],
    ["\u{10ffff}", 9, []],
    ["a%", 9, []],
  ])("lists the terms that begin with %s, %i at most", (prefix, most, expected) => {
    expect(asking((snapshot) => snapshot.termsFrom(prefix, most))).toEqual(expected);
  });

  it("does not take a term for held whose last document is gone", async () => {
    project.remove("src/b.ts");
    await index.freshen(WAIT);
    expect(asking((snapshot) => snapshot.holdsTerm("onlyhere"))).toBe(false);
    expect(near("onlyhre")).toEqual(["onlyhere"]);
  });
});
