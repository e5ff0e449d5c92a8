// `serve --http` as a user starts it, with the official clients of both generations and an OAuth issuer.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { Client as FormerClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as FormerStdio } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport as FormerHttp } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadTokenCounter } from "../../src/system/token-counter.ts";
import { type OpenedIssuer, openIssuer } from "../conformance/issuer.mjs";
import { type StartedServer, startServer } from "../conformance/serve.mjs";
import { MAIN } from "../support/mcp-server.ts";
import { expectMode } from "../support/this-system.ts";

const AUDIENCE = "https://mcp.example.org/mcp";
let issuer: OpenedIssuer;
let server: StartedServer;
let url: URL;
let authorized: { readonly headers: Readonly<Record<string, string>> };

beforeAll(async () => {
  issuer = await openIssuer(AUDIENCE);
  server = await startServer(["--oauth-issuer", issuer.issuer, "--oauth-audience", AUDIENCE]);
  url = new URL(`http://127.0.0.1:${server.port}/mcp`);
  authorized = { headers: { Authorization: `Bearer ${server.token}` } };
});
afterAll(async () => {
  await server.stop();
  issuer.close();
});

const stdio = () => ({
  command: process.execPath,
  args: [MAIN, "serve", "--vectors", "off"],
  cwd: server.project,
  env: { ...server.env },
  stderr: "ignore" as const,
});
const INFO = { name: "judge", version: "1" };

interface Connected {
  readonly revision: string;
  readonly client: Client | FormerClient;
}

/** Each official client over each transport. */
const CONNECTIONS: Readonly<Record<string, () => Promise<Connected>>> = {
  "the 1.x client over stdio": async () => {
    const client = new FormerClient(INFO);
    await client.connect(new FormerStdio(stdio()));
    return { client, revision: "" };
  },
  "the 1.x client over HTTP": async () => {
    const client = new FormerClient(INFO);
    const transport = new FormerHttp(url, { requestInit: authorized });
    await client.connect(transport as Parameters<typeof client.connect>[0]);
    return { client, revision: transport.protocolVersion ?? "" };
  },
  "the 2.x client over stdio": async () => {
    const client = new Client(INFO, { versionNegotiation: { mode: "auto" } });
    await client.connect(new StdioClientTransport(stdio()));
    return { client, revision: client.getNegotiatedProtocolVersion() ?? "" };
  },
  "the 2.x client over HTTP": async () => {
    const client = new Client(INFO, { versionNegotiation: { mode: "auto" } });
    await client.connect(new StreamableHTTPClientTransport(url, { requestInit: authorized }));
    return { client, revision: client.getNegotiatedProtocolVersion() ?? "" };
  },
};

describe("an official client", () => {
  it.each(Object.entries(CONNECTIONS))(
    "gets the same tools, answers, prompts and resources: %s",
    async (name, connect) => {
      const { client, revision } = await connect();
      if (name.includes("2.x")) {
        expect(revision).toBe("2026-07-28");
      }
      const { tools } = await client.listTools();
      expect(tools.map((tool) => tool.name)).toContain("search_codebase");
      expect(tools.length).toBe(17);
      const input = { name: "search_codebase", arguments: { query: "renew an expired session", top_k: 1 } };
      const { structuredContent } = await client.callTool(input);
      expect(structuredContent).toMatchObject({ outcome: "found", hits: [{ path: "src/users/sessions.ts" }] });
      const wrong = await client.callTool({ name: "search_codebase", arguments: { query: "a", depth: 3 } });
      expect(wrong).toMatchObject({ isError: true, structuredContent: { error: { code: "INVALID_INPUT" } } });
      expect((await client.listPrompts()).prompts.map((prompt) => prompt.name)).toContain("explain");
      expect((await client.listResourceTemplates()).resourceTemplates.length).toBe(1);
      await expect(client.readResource({ uri: "context-broker://saved/shop/none" })).rejects.toThrow(
        "no such saved result",
      );
      await client.close();
    },
  );

  it("hears over HTTP that a saved result came and changed, in either era", async () => {
    const former = new FormerClient(INFO);
    const transport = new FormerHttp(url, { requestInit: authorized });
    await former.connect(transport as Parameters<typeof former.connect>[0]);
    const latest = new Client(INFO, { versionNegotiation: { mode: "auto" } });
    await latest.connect(new StreamableHTTPClientTransport(url, { requestInit: authorized }));
    const heard: string[] = [];
    former.fallbackNotificationHandler = async ({ method }) => void heard.push(`1.x ${method}`);
    latest.fallbackNotificationHandler = async ({ method }) => void heard.push(`2.x ${method}`);
    const saved = "context-broker://saved/shop/heard";
    await latest.callTool({ name: "save_search_results", arguments: { query: "hash a password", name: "heard" } });
    const listening = await latest.listen({ resourcesListChanged: true, resourceSubscriptions: [saved] });
    await former.subscribeResource({ uri: saved });
    await former.callTool({ name: "save_search_results", arguments: { query: "sign in", name: "other" } });
    await former.callTool({
      name: "save_search_results",
      arguments: { query: "renew a session", name: "heard", overwrite: true },
    });
    const expected = ["1.x", "2.x"].flatMap((one) =>
      ["list_changed", "updated"].map((end) => `${one} notifications/resources/${end}`),
    );
    await expect.poll(() => [...new Set(heard)].sort(), { timeout: 5_000 }).toEqual(expected.sort());
    await listening.close();
    await Promise.all([former.close(), latest.close()]);
  });

  it("hears over stdio that a saved result changed, by subscriptions/listen", async () => {
    const client = new Client(INFO, { versionNegotiation: { mode: "auto" } });
    await client.connect(new StdioClientTransport(stdio()));
    const heard: string[] = [];
    client.fallbackNotificationHandler = async ({ method }) => void heard.push(method);
    const save = (query: string) =>
      client.callTool({ name: "save_search_results", arguments: { query, name: "by-stdio", overwrite: true } });
    await save("hash a password");
    const listening = await client.listen({ resourceSubscriptions: ["context-broker://saved/shop/by-stdio"] });
    await save("renew a session");
    await expect.poll(() => [...new Set(heard)], { timeout: 5_000 }).toEqual(["notifications/resources/updated"]);
    await listening.close();
    await client.close();
  });
});

const post = (body: unknown, headers: Readonly<Record<string, string>>) =>
  fetch(url, {
    method: "POST",
    headers: { "Content-Type": "application/json", Accept: "application/json, text/event-stream", ...headers },
    body: JSON.stringify(body),
  });
const initialize = (protocolVersion: string) => ({
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion, capabilities: {}, clientInfo: INFO },
});

describe("subscriptions/listen", () => {
  const there = "context-broker://saved/shop/listened";
  const others = ["context-broker://saved/shop/not-yet", "context-broker://saved/other/listened", "file:///etc/passwd"];
  const ways = Object.entries(CONNECTIONS).filter(([name]) => name.includes("2.x"));

  it.each(ways)("acknowledges the addresses that are watched, and no others: %s", async (_name, connect) => {
    const client = (await connect()).client as Client;
    const input = { query: "hash a password", name: "listened", overwrite: true };
    await client.callTool({ name: "save_search_results", arguments: input });
    const some = await client.listen({ resourcesListChanged: true, resourceSubscriptions: [...others, there] });
    expect(some.honoredFilter).toEqual({ resourcesListChanged: true, resourceSubscriptions: [there] });
    const none = await client.listen({ resourcesListChanged: true, resourceSubscriptions: others });
    expect(none.honoredFilter).toEqual({ resourcesListChanged: true });
    await Promise.all([some.close(), none.close()]);
    await client.close();
  });
});

describe("a session", () => {
  it.each([null, "*/*", "text/html, */*;q=0.8"])("begins for a client that accepts %s", async (accept) => {
    const headers = { "Content-Type": "application/json", ...authorized.headers };
    const body = `\uFEFF${JSON.stringify(initialize("2025-06-18"))}`;
    const request = new Request(url, {
      method: "POST",
      headers: accept === null ? headers : { ...headers, Accept: accept },
      body,
    });
    if (accept === null) request.headers.delete("accept");
    const response = await fetch(request);
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('"protocolVersion":"2025-06-18"');
  });

  it.each(["2025-03-26", "2025-06-18", "2025-11-25"])("speaks %s", async (revision) => {
    const response = await post(initialize(revision), authorized.headers);
    expect(await response.text()).toContain(`"protocolVersion":"${revision}"`);
  });

  it("is its caller's alone, and ends with DELETE", async () => {
    const [alice, mallory] = await Promise.all(["alice", "mallory"].map((sub) => issuer.sign({ sub })));
    const as = (token: string | undefined) => ({ Authorization: `Bearer ${token}` });
    const begun = await post(initialize("2025-06-18"), as(alice));
    const session = { "Mcp-Session-Id": begun.headers.get("mcp-session-id") ?? "" };
    const list = { jsonrpc: "2.0", id: 2, method: "tools/list" };
    expect((await post(list, { ...as(alice), ...session })).status).toBe(200);
    expect((await post(list, { ...as(mallory), ...session })).status).toBe(404);
    expect((await post(list, { ...authorized.headers, ...session })).status).toBe(404);
    expect((await post(list, as(alice))).status).toBe(400);
    const end = (token: string | undefined) => fetch(url, { method: "DELETE", headers: { ...as(token), ...session } });
    expect((await end(mallory)).status).toBe(404);
    expect((await end(alice)).status).toBe(200);
    expect((await post(list, { ...as(alice), ...session })).status).toBe(404);
  });
});

describe("a conversation of the revision without sessions", () => {
  const connect = async (name: string, headers = authorized.headers) => {
    const client = new Client({ name, version: "1" }, { versionNegotiation: { mode: { pin: "2026-07-28" } } });
    await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
    return client;
  };
  const search = (client: Client) =>
    client.callTool({ name: "search_codebase", arguments: { query: "renew an expired session", top_k: 1 } });
  const entriesOf = (name: string, kept = "journal") => {
    const folder = join(server.env["CONTEXT_BROKER_DATA_FOLDER"] ?? "", kept);
    const lines = readdirSync(folder).flatMap((file) => readFileSync(join(folder, file), "utf8").trim().split("\n"));
    return lines.map((line) => JSON.parse(line)).filter(({ client }) => client === name);
  };
  /** What the journal has of a client: the number of its conversation, and whether it had read the file before. */
  const journalled = (name: string) => {
    const entries = entriesOf(name);
    const ids = [...new Set(entries.map(({ session }) => session))];
    return entries.map(({ session, first_files_tokens: first }) => [ids.indexOf(session), first > 0 ? "new" : "known"]);
  };

  it("goes on over requests: its tool list and a file are counted once", async () => {
    const client = await connect("reader");
    await search(client);
    await search(client);
    expect(journalled("reader")).toEqual([
      [0, "new"],
      [0, "known"],
    ]);
    const { count } = await loadTokenCounter();
    const { tools } = await client.listTools();
    const given = count(JSON.stringify(tools)) + count(client.getInstructions() ?? "");
    expect(entriesOf("reader").map((entry) => entry.session_tokens)).toEqual([given, given]);
    await client.close();
  });

  it("is that of one connection, one name and one owner of a token", async () => {
    const alice = { Authorization: `Bearer ${await issuer.sign({ sub: "alice" })}` };
    const first = await connect("twice");
    await search(first);
    const theirs = await connect("twice", alice);
    await search(theirs);
    await search(first);
    await first.close();
    const again = await connect("twice");
    await search(again);
    await search(theirs);
    expect(journalled("twice")).toEqual([
      [0, "new"],
      [1, "new"],
      [0, "known"],
      [2, "new"],
      [1, "known"],
    ]);
    await Promise.all([theirs.close(), again.close()]);
  });

  it("is not logged: it may be somebody else's", async () => {
    const client = await connect("guest");
    await search(client);
    await client.close();
    expect(entriesOf("guest")).toHaveLength(1);
    expect(entriesOf("guest", ".calls")).toEqual([]);
  });
});

describe("an access token", () => {
  it("is asked for with where to get one, which is open to all", async () => {
    const refused = await post(initialize("2025-06-18"), {});
    const metadata = "https://mcp.example.org/.well-known/oauth-protected-resource/mcp";
    expect([refused.status, refused.headers.get("www-authenticate")]).toEqual([
      401,
      `Bearer resource_metadata="${metadata}"`,
    ]);
    const told = await fetch(new URL(new URL(metadata).pathname, url));
    expect(await told.json()).toMatchObject({ resource: AUDIENCE, authorization_servers: [issuer.issuer] });
  });

  it("is accepted from the issuer, and from nobody else in any form", async () => {
    const as = (token: string) => post(initialize("2025-06-18"), { Authorization: `Bearer ${token}` });
    expect((await as(await issuer.sign())).status).toBe(200);
    const answers = await Promise.all(
      Object.entries(await issuer.forged()).map(async ([kind, token]) => [kind, (await as(token)).status] as const),
    );
    expect(answers.filter(([, status]) => status !== 401)).toEqual([]);
    expect(answers.length).toBeGreaterThan(15);
  });
});

describe("the server", () => {
  it("keeps its token for its user alone, and does not log it", () => {
    const file = join(server.env["CONTEXT_BROKER_DATA_FOLDER"] ?? "", "http-token");
    expectMode(file, 0o600);
    expect(server.stderr().split(server.token).length).toBe(2);
  });

  it("does not listen on a network without TLS or the user's word", async () => {
    await expect(startServer(["--host", "0.0.0.0"])).rejects.toThrow("--allow-plain-http");
  });
});
