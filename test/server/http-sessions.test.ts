// Sessions over HTTP: who may use one, how many there are, and when an idle one ends. The clock is the test's.
import { Server } from "@modelcontextprotocol/server";
import { describe, expect, it } from "vitest";
import { openSessions } from "../../src/server/http-sessions.ts";

const HEADERS = { "content-type": "application/json", accept: "application/json, text/event-stream" };
const INITIALIZE = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "client", version: "1" } },
};
const PING = { jsonrpc: "2.0", id: 2, method: "ping" };

function open(limits = { sessionsMax: 2, idleMs: 1_000 }) {
  let now = 0;
  const sessions = openSessions(
    () => new Server({ name: "server", version: "1" }, { capabilities: {} }),
    limits,
    () => now,
  );
  const ask = async (caller: string, body: unknown, session = "") => {
    const headers = { ...HEADERS, ...(session === "" ? {} : { "mcp-session-id": session }) };
    const request = new Request("http://server.invalid/mcp", { method: "POST", headers });
    const { response, ended } = await sessions.answer(request, body, caller);
    const text = await response.text();
    ended();
    return { status: response.status, text, session: response.headers.get("mcp-session-id") ?? "" };
  };
  return {
    sessions,
    ask,
    wait: (ms: number) => {
      now += ms;
    },
  };
}

describe("a session", () => {
  it("begins with initialize and answers its caller", async () => {
    const { ask, sessions } = open();
    const { session, text } = await ask("alice", INITIALIZE);
    expect(text).toContain('"protocolVersion":"2025-06-18"');
    expect(await ask("alice", PING, session)).toMatchObject({
      status: 200,
      text: expect.stringContaining('"result":{}'),
    });
    expect(sessions.servers().length).toBe(1);
    await sessions.close();
    expect(sessions.servers()).toEqual([]);
  });

  it("does not exist for another caller, as one that never was", async () => {
    const { ask, sessions } = open();
    const { session } = await ask("alice", INITIALIZE);
    const [theirs, none] = [await ask("mallory", PING, session), await ask("mallory", PING, crypto.randomUUID())];
    expect(theirs).toEqual(none);
    expect(theirs.status).toBe(404);
    await sessions.close();
  });

  it("is not left behind by a request that began none", async () => {
    const { ask, sessions } = open();
    for (const body of [PING, { jsonrpc: "2.0", id: 1, method: "initialize", params: {} }, [], {}]) {
      expect((await ask("alice", body)).status).toBeGreaterThanOrEqual(400);
    }
    expect(sessions.servers()).toEqual([]);
    await sessions.close();
  });

  it("gives way to a new one if it was idle longest", async () => {
    const { ask, sessions, wait } = open();
    const first = await ask("alice", INITIALIZE);
    wait(10);
    const second = await ask("alice", INITIALIZE);
    wait(10);
    await ask("alice", PING, first.session);
    wait(10);
    const third = await ask("alice", INITIALIZE);
    const statuses = await Promise.all(
      [first, second, third].map(async ({ session }) => (await ask("alice", PING, session)).status),
    );
    expect(statuses).toEqual([200, 404, 200]);
    await sessions.close();
  });

  it("is refused while all are in use", async () => {
    const { ask, sessions } = open({ sessionsMax: 1, idleMs: 1_000 });
    const { session } = await ask("alice", INITIALIZE);
    const stream = new Request("http://server.invalid/mcp", {
      headers: { accept: "text/event-stream", "mcp-session-id": session },
    });
    const { ended } = await sessions.answer(stream, undefined, "alice");
    await expect(ask("alice", INITIALIZE)).rejects.toMatchObject({ status: 503 });
    ended();
    expect((await ask("alice", INITIALIZE)).status).toBe(200);
    await sessions.close();
  });
});
