import type { JSONRPCMessage } from "@modelcontextprotocol/server";
import { expect, it } from "vitest";
import { keepRecentEvents } from "../../src/server/recent-events.ts";

const message = (text: string): JSONRPCMessage => ({
  jsonrpc: "2.0",
  method: "notifications/message",
  params: { text },
});

async function replay(events: ReturnType<typeof keepRecentEvents>, after: string) {
  const sent: unknown[] = [];
  const send = async (_id: string, { params }: JSONRPCMessage & { params?: unknown }) => void sent.push(params);
  const stream = await events.replayEventsAfter(after, {
    send: send as Parameters<typeof events.replayEventsAfter>[1]["send"],
  });
  return { stream, sent };
}

it("replays what came after an event on its own stream", async () => {
  const events = keepRecentEvents();
  const first = await events.storeEvent("a", message("one"));
  await events.storeEvent("b", message("other"));
  await events.storeEvent("a", message("two"));
  expect(await replay(events, first)).toEqual({ stream: "a", sent: [{ text: "two" }] });
  expect(await events.getStreamIdForEventId?.(first)).toBe("a");
});

it("knows no event of another session, and forgets the oldest", async () => {
  const [events, others] = [keepRecentEvents(), keepRecentEvents()];
  const theirs = await others.storeEvent("a", message("secret"));
  await expect(replay(events, theirs)).rejects.toThrow("no such event");
  const first = await events.storeEvent("a", message("one"));
  for (let index = 0; index < 256; index += 1) {
    await events.storeEvent("a", message(String(index)));
  }
  await expect(replay(events, first)).rejects.toThrow("no such event");
  const large = await events.storeEvent("a", message("x".repeat(3 * 1024 * 1024)));
  await events.storeEvent("a", message("y".repeat(3 * 1024 * 1024)));
  await expect(replay(events, large)).rejects.toThrow("no such event");
});
