import { expect, it } from "vitest";
import { isSameToken, newToken } from "../../src/system/secret-token.ts";

it("a token is random, and the same as itself alone", () => {
  const token = newToken();
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(isSameToken(token, token)).toBe(true);
  const others = ["", token.slice(1), `${token}a`, token.toUpperCase(), newToken()];
  expect(others.filter((other) => isSameToken(other, token))).toEqual([]);
});
