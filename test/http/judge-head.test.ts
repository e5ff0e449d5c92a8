// The judgement of a request's head: what goes on, and the status of what does not.
import { describe, expect, it } from "vitest";
import { judgeHead } from "../../src/http/judge-head.ts";
import type { RequestHead } from "../../src/http/request-head.ts";

const RULES = {
  names: ["localhost", "127.0.0.1", "[::1]", "mcp.example.org", "proxy.example.org:8443"],
  givenNames: ["mcp.example.org", "proxy.example.org:8443"],
  port: 7431,
  isSecure: false,
  bodyBytesMax: 100,
};

/** A head as it is sent: `METHOD TARGET`, then `Name: value` lines; Host is ours unless the lines say otherwise. */
function headOf(text: string): RequestHead {
  const [first = "", ...lines] = text.split("\n").map((line) => line.trim());
  const [method = "", ...target] = first.split(" ");
  const given = lines.map((line) => /^([^:]+): ?(.*)$/.exec(line)?.slice(1) ?? []);
  const host = given.some(([name]) => name?.toLowerCase() === "host") ? [] : [["Host", "localhost:7431"]];
  return { method, target: target.join(" "), rawHeaders: [...host, ...given].flat() };
}

describe("a head that goes on", () => {
  it.each([
    "GET /mcp",
    "POST /mcp?x=1&y=%2e%2e",
    "DELETE /mcp",
    "GET /\nHost: 127.0.0.1:7431",
    "GET /\nHost: [::1]:7431",
    "GET /\nHost: LOCALHOST:7431",
    "GET /\nhost: mcp.example.org",
    "GET /\nHost: mcp.example.org:7431",
    "GET /\nHost: proxy.example.org:8443",
    "GET /\nOrigin: http://localhost:7431",
    "GET /\nOrigin: http://mcp.example.org",
    "GET /\nOrigin: http://[::1]:7431",
    "POST /\nContent-Length: 100",
    "POST /\nTransfer-Encoding: chunked",
    "GET /\nAccept: a\nAccept: b",
  ])("%j", (text) => {
    expect(judgeHead(headOf(text), RULES)).toBeNull();
  });
});

describe("a head that is refused", () => {
  it.each([
    [405, "PUT /"],
    [405, "TRACE /"],
    [405, "CONNECT example.org:443"],
    [405, "OPTIONS *"],
    [405, "get /"],
    [400, "GET http://localhost:7431/mcp"],
    [400, "GET //evil.example/mcp"],
    [400, "GET /\\evil.example"],
    [400, "GET /a\\..\\b"],
    [400, "GET mcp"],
    [400, "GET /a b"],
    [400, "GET /\u0000"],
    [400, "GET /ü"],
    [414, `GET /${"a".repeat(2_048)}`],
    [400, "GET /\nHost: localhost:7431\nHost: evil.example"],
    [400, "GET /\nOrigin: http://localhost:7431\norigin: http://evil.example"],
    [400, "GET /\nAuthorization: Bearer a\nAuthorization: Bearer b"],
    [400, "POST /\nContent-Length: 1\nContent-Length: 1"],
    [400, "POST /\nContent-Length: 1\nTransfer-Encoding: chunked"],
    [400, "POST /\nContent-Length: +1"],
    [400, "POST /\nContent-Length: 0x10"],
    [400, "POST /\nContent-Length: -1"],
    [413, "POST /\nContent-Length: 101"],
    [403, "GET /\nHost: "],
    [403, "GET /\nHost: evil.example"],
    [403, "GET /\nHost: evil.example:7431"],
    [403, "GET /\nHost: localhost.evil.example:7431"],
    [403, "GET /\nHost: localhost:7431.evil.example"],
    [403, "GET /\nHost: localhost:7432"],
    [403, "GET /\nHost: localhost:7431@evil.example"],
    [403, "GET /\nHost: evil.example@localhost:7431"],
    [403, "GET /\nHost: localhost:7431, evil.example"],
    [403, "GET /\nHost: 127.1:7431"],
    [403, "GET /\nHost: 2130706433:7431"],
    [403, "GET /\nHost: localhost.:7431"],
    [403, "GET /\nHost: proxy.example.org"],
    [403, "GET /\nOrigin: null"],
    [403, "GET /\nOrigin: "],
    [403, "GET /\nOrigin: https://localhost:7431"],
    [403, "GET /\nOrigin: http://localhost:7432"],
    [403, "GET /\nOrigin: http://localhost"],
    [403, "GET /\nOrigin: http://[::1]"],
    [403, "GET /\nOrigin: http://127.0.0.1:80"],
    [403, "GET /\nOrigin: http://evil.example"],
    [403, "GET /\nOrigin: http://localhost:7431.evil.example"],
    [403, "GET /\nOrigin: http://localhost:7431 http://evil.example"],
    [403, "GET /\nOrigin: file://"],
    [403, "GET /\nOrigin: chrome-extension://abcdef"],
  ])("%i for %j", (status, text) => {
    const refusal = judgeHead(headOf(text), RULES);
    expect(refusal?.status).toBe(status);
    expect([refusal?.what, refusal?.why, refusal?.remedy].every((part) => (part ?? "").length > 3)).toBe(true);
  });

  it("403 without a Host", () => {
    expect(judgeHead({ method: "GET", target: "/", rawHeaders: [] }, RULES)?.status).toBe(403);
  });

  it.each([80, 443])("takes the origin without a port only where its own is the default: %i", (port) => {
    const head = headOf(`GET /\nHost: localhost:${port}\nOrigin: http://localhost`);
    expect(judgeHead(head, { ...RULES, port })?.status).toBe(port === 80 ? undefined : 403);
  });

  it("takes only https as its own origin over TLS", () => {
    const head = headOf("GET /\nOrigin: http://localhost:7431");
    expect(judgeHead(head, { ...RULES, isSecure: true })?.status).toBe(403);
    const secure = headOf("GET /\nOrigin: https://localhost:7431");
    expect(judgeHead(secure, { ...RULES, isSecure: true })).toBeNull();
  });
});
