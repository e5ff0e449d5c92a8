// A first answer is the one that the session gives, in each form of the protocol and for each offer of tools; where that is not certain, there is none.
import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { answerOpening } from "../../src/opening/answer-opening.ts";
import { offeredBy } from "../../src/opening/offered-by.ts";
import { makeOpeningTable } from "../../src/server/make-opening-table.ts";
import { serveOver } from "../../src/server/serve.ts";
import type { Offer } from "../../src/vocabulary/toolsets.ts";

const table = makeOpeningTable("1.2.3");
const CLIENT = { name: "test", version: "1" };
const META = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": CLIENT,
  "io.modelcontextprotocol/clientCapabilities": {},
};

interface Sent {
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: unknown;
}

const request = (id: unknown, method: string, params?: unknown): Sent => ({ id, method, params });
const initialize = (params: object = {}): Sent =>
  request("first", "initialize", {
    protocolVersion: "2025-06-18",
    capabilities: {},
    clientInfo: CLIENT,
    ...params,
  });
const INITIALIZED: Sent = { method: "notifications/initialized" };
const LISTS = ["tools/list", "prompts/list", "resources/templates/list"];
const lineOf = (message: unknown): string =>
  typeof message === "string" ? message : JSON.stringify({ jsonrpc: "2.0", ...(message as object) });

type Answers = ReadonlyMap<unknown, unknown>;
const byId = (lines: readonly string[]): Answers =>
  new Map(
    lines.map((line) => {
      const answer = JSON.parse(line) as { id: unknown };
      return [answer.id, answer];
    }),
  );

/** What a session answers to these messages. */
async function answersOfSession(
  messages: readonly unknown[],
  toolsets: Offer,
  isForSeveral: boolean,
): Promise<Answers> {
  const [input, output] = [new PassThrough(), new PassThrough()];
  let written = "";
  output.on("data", (bytes: Buffer) => {
    written += bytes.toString();
  });
  const session = serveOver(input, output, {
    version: "1.2.3",
    toolsets,
    isForSeveral,
    introduce: () => undefined,
    openServices: () => Promise.reject(new Error("no request of these needs them")),
    cwd: "/",
  });
  input.write(messages.map((message) => `${lineOf(message)}\n`).join(""));
  await new Promise((resolve) => setImmediate(resolve));
  await session.answered();
  await session.close();
  return byId(written.split("\n").filter(Boolean));
}

function openingAnswers(messages: readonly unknown[], toolsets: Offer, isForSeveral: boolean): Answers {
  const answer = answerOpening(table, { toolsets, isForSeveral });
  return byId(messages.flatMap((message) => answer(lineOf(message))?.line ?? []));
}

const OFFERS: readonly Offer[] = [
  ["search"],
  ["search", "code"],
  ["code-more"],
  ["all"],
  ["all", "edit"],
  ["search", "code", "edit"],
  [],
];
const LEGACY = (revision: string): Sent[] => [
  initialize({ protocolVersion: revision }),
  INITIALIZED,
  ...LISTS.map((method) => request(method, method)),
  request(7, "ping"),
];
const MODERN: readonly Sent[] = ["server/discover", ...LISTS].map((method) => request(method, method, { _meta: META }));

// Where this fails, the client of a server that has started gets other answers than that of one that is starting.
describe("first answers are those of the session", () => {
  it.each(OFFERS.map((offer) => [offer.join(", "), offer] as const))("that offers %s", async (_name, offer) => {
    for (const messages of [LEGACY("2025-11-25"), MODERN]) {
      for (const isForSeveral of [false, true]) {
        const early = openingAnswers(messages, offer, isForSeveral);
        expect(early.size).toBe(messages.filter(({ id }) => id !== undefined).length);
        expect(early).toEqual(await answersOfSession(messages, offer, isForSeveral));
      }
    }
  });

  // Which tools Emacs has only the session knows.
  it.each([[["emacs"]], [["all", "emacs"]], [["search", "edit", "emacs"]]] as const)(
    "that offers %s",
    async (offer) => {
      const messages = LEGACY("2025-11-25");
      const early = openingAnswers(messages, offer, false);
      const session = await answersOfSession(messages, offer, false);
      expect([...early.keys()]).toEqual(["first", 7]);
      expect([...early]).toEqual([...early.keys()].map((id) => [id, session.get(id)]));
      expect(openingAnswers(MODERN, offer, false).size).toBe(0);
    },
  );

  it.each([...table.revisions, "1999-01-01", "2026-07-28"])("that is asked for %s", async (revision) => {
    const early = openingAnswers(LEGACY(revision), ["search"], false);
    expect(early.size).toBe(5);
    expect(early).toEqual(await answersOfSession(LEGACY(revision), ["search"], false));
  });
});

const PLAIN: readonly (readonly [string, readonly unknown[]])[] = [
  [
    "as Claude Code begins",
    [initialize({ capabilities: { roots: {}, elicitation: { form: {} } } }), request(0, "tools/list", {})],
  ],
  ["with progress", [initialize(), request(1, "tools/list", { _meta: { progressToken: 3 } })]],
  ["with an icon", [initialize({ clientInfo: { ...CLIENT, title: "A", icons: [{ src: "data:," }] } })]],
  ["with a line break of Windows", [`${lineOf(initialize())}\r`]],
];
it.each(PLAIN)("a client %s is answered", async (_name, messages) => {
  const early = openingAnswers(messages, ["search"], false);
  expect(early.size).toBe(messages.length);
  expect(early).toEqual(await answersOfSession(messages, ["search"], false));
});

const ODD: readonly (readonly [string, readonly unknown[]])[] = [
  ["a list before initialize", [request(1, "tools/list")]],
  ["an unknown first request", [request(1, "no/such"), initialize()]],
  ["initialize without a client", [initialize({ clientInfo: undefined })]],
  ["a client without a version", [initialize({ clientInfo: { name: "a" } })]],
  ["initialize without a revision", [initialize({ protocolVersion: undefined })]],
  ["a revision that is a number", [initialize({ protocolVersion: 1 })]],
  ["capabilities that are a list", [initialize({ capabilities: [] })]],
  ["roots that are a text", [initialize({ capabilities: { roots: "yes" } })]],
  ["roots whose changes are a text", [initialize({ capabilities: { roots: { listChanged: "yes" } } })]],
  ["a request without an id", [{ method: "initialize", params: {} }]],
  ["an id that is a list", [{ ...initialize(), id: [1] }]],
  ["an id that is null", [{ ...initialize(), id: null }]],
  ["another version of JSON-RPC", [JSON.stringify({ ...initialize(), jsonrpc: "1.0" })]],
  ["a further field", [{ ...initialize(), more: 1 }]],
  ["no JSON", [`{"method":"initialize"`]],
  ["a batch", [`[${lineOf(initialize())}]`]],
  [
    "no revision that is served without a session",
    [request(1, "tools/list", { _meta: { ...META, "io.modelcontextprotocol/protocolVersion": "2099-01-01" } })],
  ],
  [
    "a request without a session and without a client",
    [request(1, "tools/list", { _meta: { "io.modelcontextprotocol/protocolVersion": "2026-07-28" } })],
  ],
  ["ping without a session", [request(1, "ping", { _meta: META })]],
];
it.each(ODD)("%s is left to the session", (_name, messages) => {
  expect(openingAnswers(messages, ["search"], false)).toEqual(new Map());
});

const LATER_ODD: readonly (readonly [string, Sent])[] = [
  ["a second initialize", { ...initialize(), id: 2 }],
  ["a cursor", request(2, "tools/list", { cursor: "x" })],
  ["parameters that are a list", request(2, "tools/list", [])],
  ["a progress token that is a list", request(2, "tools/list", { _meta: { progressToken: [] } })],
  ["discovery in a session", request(2, "server/discover", { _meta: META })],
  ["saved results", request(2, "resources/list")],
  ["a call", request(2, "tools/call", { name: "tools/list", arguments: { method: "tools/list" } })],
];
it.each(LATER_ODD)("%s is left to the session that has begun", (_name, message) => {
  expect([...openingAnswers([initialize(), message], ["search"], false).keys()]).toEqual(["first"]);
});

it("the session gets the request that begins it, and no other that is answered", () => {
  const answer = answerOpening(table, { toolsets: ["search"], isForSeveral: false });
  const passedOn = LEGACY("2025-06-18").map((message) => answer(lineOf(message))?.isPassedOn);
  expect(passedOn).toEqual([true, undefined, false, false, false, false]);
  const modern = answerOpening(table, { toolsets: ["search"], isForSeveral: false });
  expect(MODERN.map((message) => modern(lineOf(message))?.isPassedOn)).toEqual([true, false, false, false]);
});

it("the default offer is that of the settings", () => {
  expect(offeredBy({ flags: [], env: {}, userFile: "/no/such/file" }, table)).toEqual({
    toolsets: ["search", "code"],
    isForSeveral: false,
  });
});
