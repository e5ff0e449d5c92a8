// Which requests of the revision without sessions are one conversation. The clock is the test's.
import { expect, it } from "vitest";
import { openConversations } from "../../src/server/conversations.ts";

const request = (method: string, clientInfo?: unknown) => ({
  jsonrpc: "2.0",
  id: 1,
  method,
  params: { _meta: clientInfo === undefined ? {} : { "io.modelcontextprotocol/clientInfo": clientInfo } },
});
const CODE = { name: "code", version: "1" };
const discover = request("server/discover", CODE);
const call = request("tools/call", CODE);

/** What is asked: a message and its caller, or a pause in milliseconds. */
type Step = readonly [message: unknown, caller: string] | number;

/** By request, the number of its conversation, in order of their beginning. */
function conversationsOf(steps: readonly Step[], limits = { sessionsMax: 3, idleMs: 1_000 }): readonly number[] {
  let now = 0;
  const conversationOf = openConversations(limits, () => now);
  const ids: string[] = [];
  return steps.flatMap((step) => {
    if (typeof step === "number") {
      now += step;
      return [];
    }
    const { id } = conversationOf(...step);
    ids.push(...(ids.includes(id) ? [] : [id]));
    return [ids.indexOf(id)];
  });
}

const named = (name: unknown, version: unknown = "1") => request("tools/call", { name, version });
const A = "user";
const B = "oauth:alice";

const CASES: Readonly<Record<string, readonly [steps: readonly Step[], conversations: readonly number[]]>> = {
  "goes on over requests": [
    [
      [discover, A],
      [call, A],
      [request("tools/list", CODE), A],
      [call, A],
    ],
    [0, 0, 0, 0],
  ],
  "begins without a discovery too": [
    [
      [call, A],
      [call, A],
    ],
    [0, 0],
  ],
  "begins again when the client connects again": [
    [
      [discover, A],
      [call, A],
      [discover, A],
      [call, A],
    ],
    [0, 0, 1, 1],
  ],
  "is its caller's": [
    [
      [call, A],
      [call, B],
      [call, A],
      [discover, B],
      [call, A],
    ],
    [0, 1, 0, 2, 0],
  ],
  "is its client's": [
    [
      [call, A],
      [named("other"), A],
      [named("code", "2"), A],
      [call, A],
    ],
    [0, 1, 2, 0],
  ],
  "does not mix up names that only look alike together": [
    [
      [named("a", 'b","c'), A],
      [named('a","b', "c"), A],
    ],
    [0, 1],
  ],
  "goes on where a client gives no name": [
    [
      [request("tools/call"), A],
      [request("tools/call"), A],
      [call, A],
    ],
    [0, 0, 1],
  ],
  "takes whatever is sent": [
    [
      [null, A],
      [[call], A],
      [named(null), A],
      [named({}), A],
      [request("tools/call", 7), A],
    ],
    [0, 0, 1, 2, 3],
  ],
  "ends by a long pause": [
    [[call, A], 1_000, [call, A], 1_000, [call, A], 1_001, [call, A]],
    [0, 0, 0, 1],
  ],
  "makes room: the one that was idle longest goes": [
    [
      [call, A],
      [named("b"), A],
      [named("c"), A],
      [call, A],
      [named("d"), A],
      [call, A],
      [named("b"), A],
    ],
    [0, 1, 2, 0, 3, 0, 4],
  ],
};

it.each(Object.entries(CASES))("a conversation %s", (_, [steps, conversations]) => {
  expect(conversationsOf(steps)).toEqual(conversations);
});

it("a new conversation has read nothing, one that goes on has its files", () => {
  const conversationOf = openConversations();
  conversationOf(call, A).read.add("file");
  expect([...conversationOf(call, A).read]).toEqual(["file"]);
  expect([...conversationOf(discover, A).read]).toEqual([]);
});
