// Sends a thousand hostile requests to `serve --http`, in a fixed order that a seed decides, with good ones between them. Nothing may
// be let in, and the server must answer all good ones: `npm run abuse`. It writes docs/records/benchmarks/http-abuse.json.
import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import { connect } from "node:net";
import { cpus } from "node:os";
import { fileURLToPath } from "node:url";
import { openIssuer } from "./issuer.mjs";
import { startServer } from "./serve.mjs";

const TOTAL = 1_000;
const AT_ONCE = 20;
const SEED = 16;
const RESULT = fileURLToPath(new URL("../../docs/records/benchmarks/http-abuse.json", import.meta.url));
const AUDIENCE = "https://mcp.example.org/mcp";

const random = (() => {
  let state = SEED;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
})();
const pick = (list) => list[Math.floor(random() * list.length)];

const issuer = await openIssuer(AUDIENCE);
const server = await startServer(["--oauth-issuer", issuer.issuer, "--oauth-audience", AUDIENCE]);
const { port, token } = server;

/** What hostile requests ask for: an answer to it would be seen by its `result`. */
const CALL = JSON.stringify({
  jsonrpc: "2.0",
  id: 1,
  method: "tools/call",
  params: {
    name: "search_codebase",
    arguments: { query: "secret" },
    _meta: {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientCapabilities": {},
      "io.modelcontextprotocol/clientInfo": { name: "hostile", version: "1" },
    },
  },
});
const MODERN = ["MCP-Protocol-Version: 2026-07-28", "Mcp-Method: tools/call", "Mcp-Name: search_codebase"];

/** A request as bytes; a header that is given replaces the usual one of its name, and `null` leaves it out. */
function requestText({
  method = "POST",
  target = "/mcp",
  headers = {},
  extra = [],
  body = CALL,
  version = "HTTP/1.1",
} = {}) {
  const usual = {
    Host: `localhost:${port}`,
    Authorization: `Bearer ${token}`,
    "Content-Type": "application/json",
    Accept: "application/json, text/event-stream",
    "Content-Length": String(Buffer.byteLength(body)),
    Connection: "close",
    ...headers,
  };
  const lines = Object.entries(usual).flatMap(([name, value]) => (value === null ? [] : [`${name}: ${value}`]));
  return `${[`${method} ${target} ${version}`, ...lines, ...MODERN, ...extra].join("\r\n")}\r\n\r\n${body}`;
}

/** Sends the parts, with pauses between them, and resolves with all that came back. */
function send(parts, { pauseMs = 0, waitMs = 40_000 } = {}) {
  return new Promise((resolve) => {
    let received = "";
    const socket = connect(port, "127.0.0.1");
    const timer = setTimeout(() => socket.destroy(), waitMs);
    socket.on("data", (data) => {
      received += data.toString("latin1");
    });
    socket.on("error", () => undefined);
    socket.on("close", () => {
      clearTimeout(timer);
      resolve(received);
    });
    const [first, ...rest] = parts;
    const next = () => {
      const part = rest.shift();
      if (part !== undefined && socket.writable) {
        socket.write(part);
        setTimeout(next, pauseMs);
      }
    };
    socket.on("connect", () => {
      socket.write(first);
      setTimeout(next, pauseMs);
    });
  });
}

const forged = Object.values(await issuer.forged());
const garbage = () => randomBytes(1 + Math.floor(random() * 400));
const HOSTS = [
  "evil.example",
  `evil.example:${port}`,
  `localhost.evil.example:${port}`,
  `127.0.0.1.nip.io:${port}`,
  "",
  `localhost:${port + 1}`,
  `[::ffff:7f00:1]:${port}`,
  `0x7f000001:${port}`,
  `localhost:${port}\tevil`,
  `a@localhost:${port}`,
];
const ORIGINS = [
  "http://evil.example",
  "null",
  "",
  "file://",
  `https://localhost:${port}`,
  `http://localhost:${port + 1}`,
  `http://localhost:${port}.evil.example`,
  "chrome-extension://abc",
  `http://evil.example#http://localhost:${port}`,
];
const TARGETS = [
  "/../../etc/passwd",
  "/mcp/../../etc/passwd",
  "/%2e%2e/%2e%2e/etc/passwd",
  "/..%2f..%2fetc%2fpasswd",
  "/..%5c..%5cwindows",
  "/mcp%00",
  "/mcp/",
  "//mcp",
  "/MCP",
  "/.git/config",
  "http://evil.example/mcp",
  "/mcp;a=b",
  "\\mcp",
  "/.well-known/../mcp",
  `/${"a".repeat(5_000)}`,
  "*",
];
const METHODS = ["PUT", "PATCH", "OPTIONS", "HEAD", "TRACE", "CONNECT", "PROPFIND", "get", "BREW", "PRI"];

/** Each kind: how one request of it is sent, and whether its answer may be a 2xx (a body that only follows a good head). */
const KINDS = {
  "another host": () => send([requestText({ headers: { Host: pick(HOSTS) } })]),
  "no host": () => send([requestText({ headers: { Host: null } })]),
  "two hosts": () => send([requestText({ extra: ["Host: evil.example"] })]),
  "a rebound name with a page's origin": () =>
    send([requestText({ headers: { Host: "evil.example", Origin: "http://evil.example" } })]),
  "another origin": () => send([requestText({ headers: { Origin: pick(ORIGINS) } })]),
  "no token": () => send([requestText({ headers: { Authorization: null } })]),
  "a guessed token": () =>
    send([requestText({ headers: { Authorization: `Bearer ${randomBytes(32).toString("base64url")}` } })]),
  "a token cut short": () =>
    send([
      requestText({ headers: { Authorization: `Bearer ${token.slice(0, Math.floor(random() * token.length))}` } }),
    ]),
  "a token with more after it": () =>
    send([requestText({ headers: { Authorization: `Bearer ${token}${pick(["a", "=", ".", "%00", ", Bearer x"])}` } })]),
  "a token in other places": () =>
    send([
      requestText({
        target: `/mcp?token=${token}&access_token=${token}`,
        headers: { Authorization: null, Cookie: `token=${token}` },
      }),
    ]),
  "another scheme": () =>
    send([requestText({ headers: { Authorization: `${pick(["Basic", "Digest", "Token", ""])} ${token}` } })]),
  "two tokens": () =>
    send([
      requestText({
        headers: { Authorization: `Bearer ${randomBytes(32).toString("base64url")}` },
        extra: [`Authorization: Bearer ${token}`],
      }),
    ]),
  "a forged or replayed access token": () =>
    send([requestText({ headers: { Authorization: `Bearer ${pick(forged)}` } })]),
  "a path elsewhere": () => send([requestText({ target: pick(TARGETS) })]),
  "a path elsewhere, read": () =>
    send([requestText({ method: "GET", target: pick(TARGETS), body: "", headers: { "Content-Length": null } })]),
  "another method": () => send([requestText({ method: pick(METHODS) })]),
  "a body over the limit, announced": () =>
    send([requestText({ headers: { "Content-Length": String(11 * 2 ** 20 + Math.floor(random() * 2 ** 40)) } })]),
  "a body over the limit, in chunks": () =>
    send([
      requestText({ headers: { "Content-Length": null, "Transfer-Encoding": "chunked" }, body: "" }),
      ...Array.from({ length: 12 }, () => `100000\r\n${"a".repeat(2 ** 20)}\r\n`),
    ]),
  "a head over the limit": () =>
    send([requestText({ extra: [`X-Large: ${"a".repeat(17_000 + Math.floor(random() * 50_000))}`] })]),
  "too many headers": () =>
    send([requestText({ extra: Array.from({ length: 3_000 }, (_, index) => `X-${index}: a`) })]),
  "a length and chunks": () =>
    send([requestText({ headers: { "Transfer-Encoding": "chunked" }, body: `0\r\n\r\n${requestText()}` })]),
  "two lengths": () => send([requestText({ extra: ["Content-Length: 0"] })]),
  "a length that is no number": () =>
    send([requestText({ headers: { "Content-Length": pick(["+5", "-1", "0x10", "5,5", "1e3", "9".repeat(30)]) } })]),
  "chunks in disguise": () =>
    send([
      requestText({
        headers: {
          "Content-Length": null,
          "Transfer-Encoding": pick(["xchunked", "chunked, identity", "gzip, chunked", " chunked\u000b"]),
        },
        body: `0\r\n\r\n${requestText()}`,
      }),
    ]),
  "bare line feeds": () => send([requestText({ headers: { Authorization: null } }).replaceAll("\r\n", "\n")]),
  "a folded header": () =>
    send([requestText({ headers: { Authorization: null }, extra: [`X-A: b\r\n Authorization: Bearer ${token}`] })]),
  "a space before the colon": () =>
    send([requestText({ headers: { Authorization: null }, extra: [`Authorization : Bearer ${token}`] })]),
  "a NUL in a header": () => send([requestText({ extra: ["X-A: b\u0000c"] })]),
  "HTTP/0.9 and others": () =>
    send([
      requestText({ headers: { Host: null }, version: pick(["HTTP/1.0", "HTTP/2.0", "HTTP/0.9", "HTTQ/1.1", ""]) }),
    ]),
  "bytes that are no request": () => send([garbage(), "\r\n\r\n"], { waitMs: 8_000 }),
  "a TLS hello": () => send([Buffer.from("16030100c8010000c40303", "hex"), randomBytes(190)], { waitMs: 8_000 }),
  "JSON that is none": () =>
    send([requestText({ body: pick(["{", "", "[", '{"a":', "\ufeff{}x", "NaN", CALL.slice(0, 40)]) })]),
  "JSON that is no message": () =>
    send([
      requestText({
        body: pick([
          "1",
          "null",
          '"a"',
          "[]",
          "{}",
          '{"jsonrpc":"1.0","id":1,"method":"tools/call"}',
          '{"jsonrpc":"2.0","id":{},"method":"a"}',
          '{"__proto__":{"jsonrpc":"2.0"}}',
        ]),
      }),
    ]),
  "deep JSON": () => send([requestText({ body: `${"[".repeat(100_000)}${"]".repeat(100_000)}` })]),
  "another type of body": () =>
    send([
      requestText({
        headers: {
          "Content-Type": pick([
            "text/plain",
            "application/x-www-form-urlencoded",
            "multipart/form-data; boundary=a",
            "application/jsonx",
            "",
          ]),
        },
      }),
    ]),
  "a session that is not there": () =>
    send([
      requestText({
        body: CALL.replace(/"_meta".*?\}\}/s, '"x":1'),
        headers: { "MCP-Session-Id": pick([crypto.randomUUID(), "../../etc", "a".repeat(500), "' or 1=1 --"]) },
      }).replace(/MCP-Protocol-Version.*\r\n/, ""),
    ]),
  "another caller's session": async () =>
    send([
      requestText({
        method: pick(["GET", "DELETE"]),
        body: "",
        headers: {
          "Content-Length": null,
          "MCP-Session-Id": mine.session,
          Authorization: `Bearer ${await issuer.sign({ sub: "mallory" })}`,
        },
      }).replace(/MCP-Protocol-Version.*\r\n/, ""),
    ]),
  "my session without the token": () =>
    send([requestText({ headers: { Authorization: null, "MCP-Session-Id": mine.session } })]),
  "a head that never ends": () =>
    send([`POST /mcp HTTP/1.1\r\nHost: localhost:${port}\r\n`, ...Array.from({ length: 60 }, () => "X-A: b\r\n")], {
      pauseMs: 300,
    }),
  "a body that never ends": () =>
    send(
      [
        requestText({ headers: { "Content-Length": "5000" } }).slice(0, -CALL.length),
        ...Array.from({ length: 60 }, () => "a"),
      ],
      { pauseMs: 700 },
    ),
};

const good = async (body, headers = {}) => {
  const started = performance.now();
  const response = await fetch(`http://127.0.0.1:${port}/mcp`, {
    method: "POST",
    headers: {
      Authorization: `Bearer ${token}`,
      "Content-Type": "application/json",
      Accept: "application/json, text/event-stream",
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, ...body }),
  });
  const text = await response.text();
  return {
    isAnswered: text.includes('"result"'),
    ms: performance.now() - started,
    session: response.headers.get("mcp-session-id"),
  };
};
const initialize = () =>
  good({
    method: "initialize",
    params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "good", version: "1" } },
  });
const mine = await initialize();
const list = () => good({ method: "tools/list", params: {} }, { "MCP-Session-Id": mine.session });

/** 0 where the server closed without a word. */
const statusOf = (answer) => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0);
const isLetIn = (answer) =>
  answer.includes('"result"') || /^HTTP\/1\.1 2/m.test(answer) || /root:|\.git|\[core\]/.test(answer);
const isTold = (answer) => /at .*\.(js|ts):\d+|node:internal|\/home\/|\/tmp\//.test(answer);

const kinds = Object.keys(KINDS);
/** Slow kinds take many seconds each, so that there are fewer of them. */
const SLOW = new Set(["a head that never ends", "a body that never ends"]);
const order = Array.from({ length: TOTAL }, (_, index) => kinds[index % kinds.length]).map((kind, index) =>
  SLOW.has(kind) && index >= kinds.length * 8 ? "a guessed token" : kind,
);
const counted = {};
const letIn = [];
const waits = [];
let unanswered = 0;
const started = performance.now();
const workers = Array.from({ length: AT_ONCE }, async () => {
  for (let kind = order.shift(); kind !== undefined; kind = order.shift()) {
    const answer = await KINDS[kind]();
    const status = statusOf(answer);
    counted[kind] ??= {};
    counted[kind][status] = (counted[kind][status] ?? 0) + 1;
    if (isLetIn(answer) || isTold(answer)) {
      letIn.push({ kind, answer: answer.slice(0, 400) });
    }
    if (order.length % 10 === 0) {
      const { isAnswered, ms } = await list();
      waits.push(ms);
      unanswered += isAnswered ? 0 : 1;
    }
  }
});
await Promise.all(workers);
const seconds = Math.round((performance.now() - started) / 1_000);
const after = await initialize();
const search = await good(JSON.parse(CALL), Object.fromEntries(MODERN.map((line) => line.split(": "))));
const alice = await fetch(`http://127.0.0.1:${port}/mcp`, {
  method: "POST",
  headers: {
    Authorization: `Bearer ${await issuer.sign()}`,
    "Content-Type": "application/json",
    Accept: "application/json, text/event-stream",
  },
  body: JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    method: "initialize",
    params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "alice", version: "1" } },
  }),
}).then((response) => response.status);
const isAlive = server.isAlive();
const rssMb = Math.round(
  Number(
    /VmRSS:\s+(\d+)/.exec(execFileSync("cat", [`/proc/${server.child.pid}/status`], { encoding: "utf8" }))?.[1] ?? 0,
  ) / 1_024,
);
const defects = (server.stderr().match(/ ERROR /g) ?? []).length;
await server.stop();
issuer.close();

waits.sort((a, b) => a - b);
const commit = execFileSync("git", ["rev-parse", "--short", "HEAD"], { encoding: "utf8" }).trim();
const result = {
  run: {
    date: new Date().toISOString().slice(0, 10),
    commit,
    node: process.version,
    cores: cpus().length,
    seed: SEED,
    seconds,
  },
  hostile: { sent: TOTAL, kinds: kinds.length, letIn: letIn.length, defectsLogged: defects },
  good: {
    sentBetween: waits.length,
    unanswered,
    medianMs: Math.round(waits[Math.floor(waits.length / 2)]),
    slowestMs: Math.round(waits.at(-1)),
    afterwards: { isAlive, initialize: after.isAnswered, search: search.isAnswered, accessToken: alice === 200, rssMb },
  },
  statusesByKind: counted,
};
writeFileSync(RESULT, `${JSON.stringify(result, null, 2)}\n`);
process.stdout.write(`${JSON.stringify({ ...result, letIn: letIn.slice(0, 10) }, null, 2)}\n`);
const isGood =
  letIn.length === 0 &&
  defects === 0 &&
  unanswered === 0 &&
  isAlive &&
  after.isAnswered &&
  search.isAnswered &&
  alice === 200;
process.exit(isGood ? 0 : 1);
