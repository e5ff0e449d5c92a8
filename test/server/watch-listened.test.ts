import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/server";
import { expect, it } from "vitest";
import { watchConnection, watchListened } from "../../src/server/watch-listened.ts";

const listen = (notifications: unknown, id = 1) => ({
  jsonrpc: "2.0" as const,
  id,
  method: "subscriptions/listen",
  params: { notifications: notifications as object },
});

/** Knows the addresses that begin with "saved". */
const watches = () =>
  watchListened(
    async (uri) => {
      if (!uri.startsWith("saved")) {
        throw new Error("no such saved result");
      }
      return "/nowhere";
    },
    () => undefined,
  );

it.each([
  ["one that is there", ["saved/a"], ["saved/a"]],
  ["one that is not", ["other"], []],
  ["both, in their order", ["saved/b", "other", "saved/a"], ["saved/b", "saved/a"]],
  ["the same one twice", ["saved/a", "saved/a"], ["saved/a"]],
  ["none", [], []],
  ["more than one client may watch", Array.from({ length: 300 }, (_, at) => `saved/${at}`), 200],
])("passes on the addresses that are watched: %s", async (_name, asked, expected) => {
  const listening = watches().listen(listen({ resourcesListChanged: true, resourceSubscriptions: asked }));
  const { params } = (await listening.honored) as ReturnType<typeof listen>;
  listening.end();
  const passed = (params.notifications as { resourceSubscriptions: string[] }).resourceSubscriptions;
  expect(params.notifications).toMatchObject({ resourcesListChanged: true });
  expect(typeof expected === "number" ? passed.length : passed).toEqual(expected);
});

it.each([
  listen({ toolsListChanged: true }),
  listen({ resourceSubscriptions: [1] }),
  listen({ resourceSubscriptions: "saved/a" }),
  listen(null),
  { ...listen({}), method: "tools/list" },
  "no message",
])("passes on any other message as it is: %j", async (message) => {
  expect(await watches().listen(message).honored).toBe(message);
});

/** A connection; what the client sends is `given`, what reaches the server is `arrived`. */
function connect() {
  const ended: unknown[] = [];
  const inner: Transport = { start: async () => undefined, send: async () => undefined, close: async () => undefined };
  let found: (message: unknown) => void = () => undefined;
  const outer = watchConnection(inner, {
    listen: (message) => ({
      honored: new Promise((resolve) => {
        found = () => resolve(message);
      }),
      end: () => ended.push((message as { readonly id: unknown }).id),
    }),
  });
  const arrived: JSONRPCMessage[] = [];
  outer.onmessage = (message) => arrived.push(message);
  void outer.start();
  return {
    arrived,
    ended,
    outer,
    inner,
    give: (message: JSONRPCMessage) => inner.onmessage?.(message),
    found: () => found(null),
  };
}

const cancelled: JSONRPCMessage = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } };

it("passes a request on once its addresses are looked up", async () => {
  const { arrived, give, found } = connect();
  give(listen({}));
  expect(arrived).toEqual([]);
  found();
  await expect.poll(() => arrived).toEqual([listen({})]);
});

it("does not pass on a request that is cancelled while its addresses are looked up", async () => {
  const { arrived, ended, give, found } = connect();
  give(listen({}));
  give(cancelled);
  found();
  await new Promise(setImmediate);
  expect(arrived).toEqual([cancelled]);
  expect(ended).toEqual([1]);
});

it.each([
  ["refuses it", { jsonrpc: "2.0" as const, id: 1, error: { code: -32603, message: "Subscription limit reached" } }],
  ["ends it", { jsonrpc: "2.0" as const, id: 1, result: {} }],
])("ends the watching when the server %s", async (_name, answer) => {
  const { ended, outer, give } = connect();
  give(listen({}));
  await outer.send({ ...answer, id: 2 });
  expect(ended).toEqual([]);
  await outer.send(answer);
  expect(ended).toEqual([1]);
});
