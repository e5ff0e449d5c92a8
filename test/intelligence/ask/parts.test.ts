// What a task wants, by how people put it; and the one decomposition that questions and contexts share.
import { describe, expect, it } from "vitest";
import { decompose, type Intent, partsOf } from "../../../src/intelligence/ask/parts.ts";
import { NO_RESOLUTION, type Resolution } from "../../../src/intelligence/ask/resolve-subject.ts";

const nothing = (): Resolution => NO_RESOLUTION;

const TASKS: readonly (readonly [Intent, string])[] = [
  ["explain", "How does the scheduler choose the next job?"],
  ["explain", "Jobs run in order of priority. Walk me through what happens when two have the same one."],
  ["explain", "Why is the lock taken twice"],
  ["locate", "Where is the retry limit read?"],
  ["locate", "The cache forgets an entry after a while. Where is it decided when?"],
  ["locate", "find the function that renews a session"],
  ["fix", "Saving an order twice stores it twice."],
  ["fix", "TypeError: cannot read properties of undefined (reading 'id')\n    at payOrder (src/orders.ts:30:9)"],
  ["fix", "Every second request is slow. Please find out why and fix it."],
  ["add", "Add a limit to the retries, off by default."],
  ["add", "The log names only the host. Let me add the port to it."],
  ["add", "I would like a dry run of the import."],
  ["refactor", "Rename User to Account everywhere"],
  ["refactor", "Both parsers skip comments in their own way. Put that into one helper."],
  ["refactor", "Extract the checks that the two handlers share."],
  ["review", "Somebody proposes to drop the lock in the cache. What would break?"],
  ["review", "We think of raising the limit to 200. What else depends on it?"],
  ["review", "review my changes"],
  ["test", "Write a test for an order that is paid twice."],
  ["test", "Nothing holds the order of the rows. Add regression tests for it, please."],
];

describe("what a task wants", () => {
  it.each(TASKS)("%s: %s", (intent, task) => {
    const { intent: whole, subTasks } = decompose(task, nothing);
    expect(whole).toBe(intent);
    // What only says how it is, is no request of its own; a proposal is one.
    expect(subTasks.filter(({ isAsked }) => isAsked).length).toBeLessThanOrEqual(intent === "review" ? 2 : 1);
  });
});

describe("a task taken apart", () => {
  const known: Readonly<Record<string, Resolution>> = {
    "OrderStore.put": { kind: "symbol", address: "src/store.ts#OrderStore.put", path: "src/store.ts", namesakes: 0 },
    "src/orders.ts": { kind: "file", path: "src/orders.ts" },
  };
  const lookUp = (text: string): Resolution => known[text] ?? NO_RESOLUTION;

  it("has a part for each thing that is asked, and each name once, with what it is", () => {
    const { intent, subTasks, beyond } = decompose(
      "How does OrderStore.put work and where is `Gone` used? Look at src/orders.ts and OrderStore.put.",
      lookUp,
    );
    expect(intent).toBe("locate");
    expect(
      subTasks.map(({ text, names }) => [text, names.map(({ written, resolution }) => [written, resolution.kind])]),
    ).toEqual([
      ["How does OrderStore.put work", [["OrderStore.put", "symbol"]]],
      ["where is `Gone` used", [["Gone", "none"]]],
      ["Look at src/orders.ts and OrderStore.put", [["src/orders.ts", "file"]]],
    ]);
    expect(beyond).toEqual([]);
  });

  it.each([
    ["fix OrderStore.put()", ["OrderStore.put"]],
    ["fix it (see OrderStore.put).", ["OrderStore.put"]],
    ["Submit a form (POST), then read OrderStore.put's result: 413 Payload Too Large.", ["OrderStore.put"]],
    ["Node and Redis are up, e.g. on application/json", []],
  ])("names what can be nothing but a name: %s", (task, names) => {
    const { subTasks } = decompose(task, lookUp);
    expect(subTasks.flatMap((one) => one.names.map(({ written }) => written))).toEqual(names);
  });

  it("has the clauses that a route is chosen for", () => {
    const question = "who calls OrderStore.put and what does it return?";
    expect(decompose(question, lookUp).subTasks.map(({ text }) => text)).toEqual(partsOf(question, lookUp).clauses);
  });

  it("is bounded: what is beyond is said, and no name is looked up twice", () => {
    const looked: string[] = [];
    const { subTasks, beyond } = decompose(
      Array.from({ length: 400 }, (_, at) => `What does Name${at} do?`).join(" "),
      (text) => {
        looked.push(text);
        return NO_RESOLUTION;
      },
    );
    expect(subTasks.length + beyond.length).toBe(400);
    expect(subTasks.length).toBeLessThan(20);
    expect(looked.length).toBeLessThan(20);
    expect(new Set(looked).size).toBe(looked.length);
  });
});
