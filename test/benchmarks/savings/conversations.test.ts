import { describe, expect, it } from "vitest";
import { converse, groupsOf } from "./conversations.ts";

const grep = (tokens: number) => ({ path: null, tokens });
const file = (path: string, tokens: number) => ({ path, tokens });

describe("a conversation", () => {
  it("sends each turn's tokens again with every later turn, and from the start what was given", () => {
    const tasks = [[grep(100), file("a.ts", 1_000)], [grep(10)]];
    expect(converse(tasks, 0)).toEqual({ turns: 3, tokens: 1_110, resident: 2 * 100 + 1_000 });
    expect(converse(tasks, 5)).toEqual({ turns: 3, tokens: 1_115, resident: 2 * 105 + 1_000 });
  });

  it("does not read a file again", () => {
    const task = [grep(100), file("a.ts", 1_000)];
    expect(converse([task, task], 0)).toEqual({ turns: 3, tokens: 1_200, resident: 2 * 100 + 1_000 });
  });

  it("may have had no turn", () => {
    expect(converse([[]], 5)).toEqual({ turns: 0, tokens: 5, resident: 0 });
  });
});

it("groups are whole", () => {
  expect(groupsOf([1, 2, 3, 4, 5], 2)).toEqual([
    [1, 2],
    [3, 4],
  ]);
});
