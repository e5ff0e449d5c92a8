import { describe, expect, it } from "vitest";
import { parseMessage } from "../../../src/search/query/parse-message.ts";

/** The phrases of a text, and after a bar what was filled in. */
function parsed(text: string): string {
  const message = parseMessage(text, false);
  return message === null ? "none" : `${message.phrases.join(", ")} | ${message.values.join(", ")}`;
}

describe("an error message", () => {
  it.each<[text: string, phrases: string]>([
    ["cannot read property 'x' of undefined", "cannot read property, of undefined | x"],
    ["file '/tmp/a' not found", "not found | /tmp/a"],
    ["open /etc/app.conf: no such file or directory", "no such file or directory | /etc/app.conf"],
    ["expected 3 arguments, got 5", "arguments got | 3, 5"],
    ["TypeError: price must be positive", "price must be positive | "],
    ["error[E0308]: mismatched types", "mismatched types | "],
    ["fatal: unable to access 'https://host/r.git/': timed out", "unable to access, timed out | https://host/r.git/"],
    ["undefined method `price' for nil:NilClass", "undefined method, for nil | price"],
    ["connect failed with status 404 after 3 retries", "connect failed with status 404 after | 3"],
    ["dial tcp 127.0.0.1:5432: connection refused", "connection refused, dial tcp | 127.0.0.1:5432"],
    ["id 0198c1d2-aaaa-bbbb-cccc-0123456789ab does not exist", "does not exist | 0198c1d2-aaaa-bbbb-cccc-0123456789ab"],
    ["could not parse “größe” at 0x7ffd", "could not parse | größe, 0x7ffd"],
    ["user isn't allowed: can't sign in", "user isn't allowed, can't sign in | "],
    ['why is "no such table: users" raised by load', "no such table | "],
    ['where does "expected 3 arguments, got 5" come from', "arguments got | 3, 5"],
    ["unknown option '--foo'", "unknown option | --foo"],
  ])("%s", (text, expected) => {
    expect(parsed(text)).toBe(expected);
  });
});

describe("no message", () => {
  it.each([
    "how are errors converted to responses",
    "rejection responses for failed extractions",
    "invalid format strings exception",
    "handling of unknown fields",
    "where is 'user' defined",
    "how does it handle what cannot be parsed",
    "It's not what I don't expect",
    "getUserById",
    "a.b.c",
    "🙂 🙂",
  ])("%s", (text) => {
    expect(parsed(text)).toBe("none");
  });
});

it("gives at most eight phrases, the longest first", () => {
  const text = Array.from({ length: 30 }, (_, at) => `failed to do ${"thing ".repeat(at)}`).join("; ");
  const phrases = parseMessage(text, false)?.phrases ?? [];
  expect(phrases).toHaveLength(8);
  expect(phrases).toEqual([...phrases].sort((a, b) => b.length - a.length));
});
