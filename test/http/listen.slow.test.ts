// A real listening server: what passes its port, and what a hostile or slow peer gets.
import { connect } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { admitToken } from "../../src/http/admit-token.ts";
import { answer, answerJson } from "../../src/http/exchange.ts";
import { type Listening, listen } from "../../src/http/listen.ts";
import { choosePlace } from "../../src/http/place.ts";
import { HttpRefusal } from "../../src/http/refusal.ts";
import { configureLog } from "../../src/system/log.ts";
import { newToken } from "../../src/system/secret-token.ts";

const token = newToken();
const place = choosePlace({ host: "127.0.0.1", names: [], tlsCert: null, tlsKey: null, allowPlain: false });
let server: Listening;

beforeAll(async () => {
  server = await listen({
    place,
    port: 0,
    limits: {
      bodyBytesMax: 1_000,
      headersMs: 500,
      requestMs: 1_000,
      requestsMax: 3,
      strangersMax: 8,
      refusalsPerMinute: 30,
    },
    admit: admitToken(token, "user"),
    answer: async ({ path, query, body, response, signal }) => {
      switch (path) {
        case "/echo":
          return answerJson(response, 200, { text: (await body()).toString(), query: query.get("q") });
        case "/page":
          return answer(response, 200, "<p>", {
            "Content-Type": "text/html",
            "Content-Security-Policy": "default-src 'self'",
          });
        case "/wait":
          await new Promise((resolve) => signal.addEventListener("abort", resolve));
          return;
        case "/defect":
          throw new TypeError("secret of /home/me");
        default:
          throw new HttpRefusal(404, { what: "path refused", why: "nothing is there", remedy: "ask for /echo" });
      }
    },
  });
});
afterAll(() => server.close());

const authorized = { Authorization: `Bearer ${token}` };
const ask = (path: string, init: RequestInit = {}) =>
  fetch(`${server.url}${path}`, { ...init, headers: { ...authorized, ...init.headers } });

/** Sends bytes as they are, and resolves with everything that came back until the server closed the connection. */
function sendRaw(text: string, waitMs = 3_000): Promise<string> {
  return new Promise((resolve) => {
    let received = "";
    const socket = connect(server.port, "127.0.0.1", () => socket.write(text));
    socket.on("data", (data) => {
      received += data.toString();
    });
    socket.on("error", () => undefined);
    socket.on("close", () => resolve(received));
    socket.setTimeout(waitMs, () => socket.destroy());
  });
}

const head = (lines: readonly string[]): string =>
  `${["GET /echo HTTP/1.1", `Host: localhost:${server.port}`, ...lines].join("\r\n")}\r\n\r\n`;

describe("a request with the token", () => {
  it("is answered, with headers that keep the answer from other pages and from caches", async () => {
    const response = await ask("/echo?q=a%20b", { method: "POST", body: "hello" });
    expect([response.status, await response.json()]).toEqual([200, { text: "hello", query: "a b" }]);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
      "referrer-policy": "no-referrer",
    });
  });

  it("is answered with a page under a policy of its own", async () => {
    const response = await ask("/page");
    expect([await response.text(), response.headers.get("content-security-policy")]).toEqual([
      "<p>",
      "default-src 'self'",
    ]);
    expect(response.headers.get("x-frame-options")).toBe("DENY");
  });

  it("gets an id of the log for an error of ours, never the error", async () => {
    const lines: string[] = [];
    configureLog({ write: (line) => lines.push(line) });
    const response = await ask("/defect");
    configureLog({ write: (line) => void process.stderr.write(line) });
    const text = await response.text();
    expect(response.status).toBe(500);
    expect(text).not.toMatch(/secret|TypeError|\.ts/);
    expect(lines.join("")).toContain(/log id ([0-9a-f]{8})/.exec(text)?.[1] ?? "none");
  });

  it("is refused while too many are answered, and answered after", async () => {
    const gone = new AbortController();
    const waiting = [1, 2, 3].map(() => ask("/wait", { signal: gone.signal }).catch(() => null));
    await delay(100);
    expect((await ask("/echo")).status).toBe(503);
    gone.abort();
    await Promise.all(waiting);
    await expect.poll(async () => (await ask("/echo")).status).toBe(200);
  });

  it("may not send more than the limit, whatever it announces", async () => {
    const large = "a".repeat(1_001);
    expect((await ask("/echo", { method: "POST", body: large })).status).toBe(413);
    const chunked = `POST /echo HTTP/1.1\r\nHost: localhost:${server.port}\r\nAuthorization: Bearer ${token}\r\nTransfer-Encoding: chunked\r\n\r\n3e9\r\n${large}\r\n`;
    expect(await sendRaw(chunked)).toMatch(/^HTTP\/1.1 413 /);
  });

  it("gets no leave to send a body that is too long", async () => {
    const text = `POST /echo HTTP/1.1\r\nHost: localhost:${server.port}\r\nAuthorization: Bearer ${token}\r\nExpect: 100-continue\r\nContent-Length: `;
    expect(await sendRaw(`${text}5000\r\n\r\n`)).toMatch(/^HTTP\/1.1 413 /);
    expect(await sendRaw(`${text}5\r\nConnection: close\r\n\r\nhello`)).toMatch(/^HTTP\/1.1 100 [\s\S]*HTTP\/1.1 200 /);
  });
});

describe("anything else", () => {
  it.each([
    ["no token", [], 401],
    ["a wrong token", [`Authorization: Bearer ${newToken()}`], 401],
    ["a token that is cut short", [`Authorization: Bearer ${token.slice(0, -1)}`], 401],
    ["another scheme", [`Authorization: Basic ${token}`], 401],
    ["another origin", [`Authorization: Bearer ${token}`, "Origin: http://evil.example"], 403],
    ["a header that is not one", ["a b: c"], 400],
    ["two lengths", ["Content-Length: 1", "Content-Length: 2"], 400],
    ["a length and chunks", ["Content-Length: 1", "Transfer-Encoding: chunked"], 400],
    ["a chunked encoding in disguise", ["Transfer-Encoding: xchunked"], 400],
    ["large headers", [`X-Large: ${"a".repeat(20_000)}`], 431],
  ])("with %s is refused", async (_, lines, status) => {
    const received = await sendRaw(head([...lines, "Connection: close"]));
    expect(received).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(JSON.parse(received.split("\r\n\r\n")[1] ?? "")).toMatchObject({
      error: { what: expect.any(String), why: expect.any(String), remedy: expect.any(String) },
    });
  });

  it("that comes slowly is ended in time, and one that stops in its body too", async () => {
    const started = Date.now();
    const [slow, stopped] = await Promise.all([
      sendRaw("GET /echo HTTP/1.1\r\nHost: loc", 6_000),
      sendRaw(
        `POST /echo HTTP/1.1\r\nHost: localhost:${server.port}\r\nAuthorization: Bearer ${token}\r\nContent-Length: 9\r\n\r\nabc`,
        6_000,
      ),
    ]);
    expect(slow).toMatch(/^HTTP\/1.1 408 /);
    expect(stopped).not.toContain(" 200 ");
    expect(Date.now() - started).toBeLessThan(5_000);
  });

  it("cannot use up the connections or the rate of those who have the token", async () => {
    const idle = Array.from({ length: 60 }, () => connect(server.port, "127.0.0.1").on("error", () => undefined));
    const guesses = await Promise.all(
      Array.from({ length: 50 }, () =>
        fetch(`${server.url}/echo`, { headers: { Authorization: `Bearer ${newToken()}` } }).then(
          (response) => response.status,
          () => 0,
        ),
      ),
    );
    expect(guesses).not.toContain(200);
    expect(guesses).toContain(429);
    expect((await ask("/echo")).status).toBe(200);
    for (const socket of idle) {
      socket.destroy();
    }
  });
});

describe("a server that cannot listen", () => {
  it("says why and what to do", async () => {
    const options = { place, admit: () => "", answer: async () => undefined };
    await expect(listen({ ...options, port: server.port })).rejects.toMatchObject({
      code: "INVALID_SETTING",
      hint: expect.stringContaining("--port"),
    });
  });
});
