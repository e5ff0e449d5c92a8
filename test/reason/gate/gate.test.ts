// What the user's words allow proposed edits to touch, and when the user is asked.
import { describe, expect, it } from "vitest";
import {
  type Consent,
  decide,
  isRisky,
  type ProposalImpact,
  RISKY_FROM,
  warningsOf,
} from "../../../src/reason/gate/decide.ts";
import { judgeProposal } from "../../../src/reason/gate/judge-proposal.ts";
import { isInScope, scopeOf } from "../../../src/reason/gate/paths-in-scope.ts";

const item = (path: string, symbol: string | null) => ({
  path,
  symbol,
  why: "",
  priority: "high" as const,
  stretches: [],
});
const ITEMS = [
  item("src/store.ts", "OrderStore"),
  item("src/store.ts", "OrderStore.save"),
  item("src/cache.ts", "Cache.save"),
  item("src/parse.ts", "parseOrder"),
  item("src/plain.ts", "save"),
  item("main.ts", null),
];

describe("scopeOf", () => {
  it.each([
    ["fix OrderStore.save", ["src/store.ts"]],
    ["fix src/cache.ts:12, please", ["src/cache.ts"]],
    ["fix `./src/parse.ts`", ["src/parse.ts"]],
    ["fix parseOrder and main.ts.", ["src/parse.ts", "main.ts"]],
    ["fix the OrderStore", ["src/store.ts"]],
    ["save the order in the cache", []],
    ["Cache is too slow", []],
    ["fix save()", ["src/plain.ts"]],
    ["fix src/parse.ts#parseOrder", ["src/parse.ts"]],
    ["add a test in test/parse.test.ts", ["test/parse.test.ts"]],
    ["add ../x/parse.ts", []],
  ])("of %j", (task, paths) => {
    expect([...scopeOf(task, ITEMS, []).named].sort()).toEqual([...paths].sort());
  });

  it("leaves out a name that several files have", () => {
    const items = [item("a.ts", "A.load"), item("b.ts", "B.load")];
    expect([...scopeOf("fix load()", items, []).named]).toEqual([]);
  });

  it.each([
    [["src"], "src/a.ts", true],
    [["src"], "srcs/a.ts", false],
    [["src/a.ts"], "src/a.ts", true],
    [["src/a.ts"], "src/a.tsx", false],
    [[""], "any/a.ts", true],
    [[], "any/a.ts", false],
  ])("with %j added, %s: %s", (allowed, path, is) => {
    expect(isInScope({ named: new Set(), allowed }, path)).toBe(is);
  });
});

describe("judgeProposal", () => {
  const scope = { named: new Set(["named.ts", "unsent.ts", "new.ts"]), allowed: ["added"] };
  const files = {
    sent: new Set(["named.ts", "other.ts", "added/a.ts"]),
    exists: (path: string) => path !== "new.ts" && path !== "newer.ts",
  };
  it.each([
    ["delete", "named.ts", null],
    ["delete", "added/a.ts", null],
    ["delete", "other.ts", "does not name"],
    ["delete", "unsent.ts", "never sent"],
    ["delete", "added/b.ts", "never sent"],
    ["create", "new.ts", null],
    ["create", "newer.ts", "does not name"],
    ["create", "named.ts", "exists"],
  ] as const)("%s of %s: %s", (kind, path, why) => {
    const edit = kind === "create" ? { kind, path, text: "" } : { kind, path, symbol: "f" };
    const [refusal] = judgeProposal([edit], scope, files);
    expect(refusal?.why ?? null).toEqual(why === null ? null : expect.stringContaining(why));
  });
});

const HARMLESS: ProposalImpact = {
  risk: 10,
  points: [],
  unknown: [],
  altered: [],
  users: [],
  tests: [],
  exported: [],
  left: [],
  isWeighed: true,
};

describe("decide", () => {
  const risky: ProposalImpact = { ...HARMLESS, risk: RISKY_FROM };
  const consent = (words: string): Consent => ({
    yes: words.includes("yes"),
    acceptRisk: words.includes("accept"),
    canAsk: words.includes("terminal"),
  });
  it.each([
    ["harmless", "", "leave --yes"],
    ["harmless", "yes", "write"],
    ["harmless", "accept", "leave --yes"],
    ["harmless", "terminal", "ask Write this file?"],
    ["harmless", "terminal yes", "write"],
    ["risky", "", "leave --yes --accept-risk"],
    ["risky", "yes", "leave --yes --accept-risk"],
    ["risky", "accept", "leave --yes --accept-risk"],
    ["risky", "yes accept", "write"],
    ["risky", "terminal", "ask This may break the above. Write this file all the same?"],
    ["risky", "terminal yes", "ask This may break the above. Write this file all the same?"],
    ["risky", "terminal yes accept", "write"],
  ])("%s edits with %j: %s", (what, words, expected) => {
    const decision = decide(what === "risky" ? risky : HARMLESS, 1, consent(words));
    const detail = "question" in decision ? ` ${decision.question}` : "flags" in decision ? ` ${decision.flags}` : "";
    expect(`${decision.kind}${detail}`).toBe(expected);
  });

  it.each([
    [{}, false],
    [{ risk: null }, false],
    [{ risk: RISKY_FROM - 1 }, false],
    [{ risk: RISKY_FROM }, true],
    [{ users: ["a.ts:1"] }, true],
    [{ isWeighed: false }, true],
  ])("%j is risky: %s", (more, is) => {
    expect(isRisky({ ...HARMLESS, ...more })).toBe(is);
  });

  it("says what may break, and how much of it is not listed", () => {
    const users = Array.from({ length: 10 }, (_, at) => `a${at}.ts:1`);
    expect(warningsOf({ ...HARMLESS, users, altered: ["a.ts#f"], points: ["exported +10"] })).toEqual([
      "removed, or with another signature: a.ts#f",
      "still used in: a0.ts:1, a1.ts:1, a2.ts:1, a3.ts:1, a4.ts:1, a5.ts:1, a6.ts:1, a7.ts:1 and 2 more",
      "risk 10/100: exported +10",
    ]);
  });
});
