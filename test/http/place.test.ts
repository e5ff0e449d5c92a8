import { describe, expect, it } from "vitest";
import { choosePlace, shownAuthority } from "../../src/http/place.ts";
import { isLoopback } from "../../src/system/loopback.ts";

const SETTINGS = { host: "127.0.0.1", names: [], tlsCert: null, tlsKey: null, allowPlain: false };

describe("a place to listen", () => {
  it.each([
    ["127.0.0.1", []],
    ["127.0.0.2", ["127.0.0.2"]],
    ["::1", []],
    ["localhost", []],
  ])("on loopback %s is reached by loopback names", (host, more) => {
    expect(choosePlace({ ...SETTINGS, host }).names).toEqual(["localhost", "127.0.0.1", "[::1]", ...more]);
  });

  it.each([
    ["0.0.0.0", ["mcp.example.org"], ["mcp.example.org"]],
    ["::", ["mcp.example.org"], ["mcp.example.org"]],
    ["192.0.2.1", [], ["192.0.2.1"]],
    ["2001:db8::1", [], ["[2001:db8::1]"]],
  ])("on %s with the explicit word", (host, names, expected) => {
    expect(choosePlace({ ...SETTINGS, host, names, allowPlain: true }).names).toEqual(expected);
  });

  it.each([
    ["a network without TLS", { host: "192.0.2.1" }, "--allow-plain-http"],
    ["every interface without TLS", { host: "0.0.0.0", names: ["a"] }, "--allow-plain-http"],
    ["every interface without a name", { host: "0.0.0.0", allowPlain: true }, "--host-names"],
    ["a certificate without its key", { tlsCert: "/c.pem" }, "--tls-key"],
    ["a key without its certificate", { tlsKey: "/k.pem" }, "--tls-cert"],
    ["a certificate that is not there", { tlsCert: "/none/c.pem", tlsKey: "/none/k.pem" }, "PEM"],
  ])("refuses %s", (_, given, hint) => {
    const refused = expect.objectContaining({ code: "INVALID_SETTING", hint: expect.stringContaining(hint) });
    expect(() => choosePlace({ ...SETTINGS, ...given })).toThrow(refused);
  });

  it.each([
    ["127.0.0.1", [], "127.0.0.1:80"],
    ["::1", [], "[::1]:80"],
    ["0.0.0.0", ["mcp.example.org"], "mcp.example.org:80"],
    ["::", ["mcp.example.org:8443"], "mcp.example.org:8443"],
  ])("on %s named %j is shown as %s", (host, names, expected) => {
    expect(shownAuthority(choosePlace({ ...SETTINGS, host, names, allowPlain: true }), 80)).toBe(expected);
  });

  it.each(["127.0.0.1.evil.example", "localhost.evil.example", "10.0.0.1", "::", "::2", "127.1", ""])(
    "%j is not loopback",
    (host) => {
      expect(isLoopback(host)).toBe(false);
    },
  );
});
