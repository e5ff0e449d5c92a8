import { crc32 } from "node:zlib";
import { describe, expect, it } from "vitest";
import { maskSecrets, secretsIn } from "../../src/secrets/find-secrets.ts";
import { expectLinear } from "../support/growth.ts";

const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** A token whose checksum fits; made here, so that no file holds one. */
function tokenOf(body: string): string {
  let [sum, digits] = [crc32(body), ""];
  for (let at = 0; at < 6; at += 1) {
    digits = `${DIGITS[sum % 62]}${digits}`;
    sum = Math.floor(sum / 62);
  }
  return `${body}${digits}`;
}

const BODY = "Zq3mV8sKx0TbWn5RyHd2LcPf7GjUeA";
const found = (line: string, isSettings = false) =>
  secretsIn(line, isSettings).map(({ what, proof }) => `${proof}: ${what}`);

describe("secretsIn", () => {
  it("verifies the checksum of tokens that have one", () => {
    expect(found(`token=ghp_${tokenOf(BODY)}`)).toEqual(["verified: an access token of GitHub"]);
    expect(found(`//registry/:_authToken=npm_${tokenOf(BODY)}`)).toEqual(["verified: an access token of npm"]);
    expect(found(`token=ghp_${BODY}A1B2C3`)).toEqual(["format: an access token of GitHub"]);
  });

  it("takes a signed token only if its header names an algorithm", () => {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const jwt = (alg: string) => `"${part({ alg, typ: "JWT" })}.${part({ sub: "orders" })}.${BODY}"`;
    expect(found(jwt("HS256"))).toEqual(["format: a signed token (JWT)"]);
    expect(found(jwt("none"))).toEqual([]);
  });

  it("reads values without quotes in settings alone", () => {
    expect(found("api_token: Zq3mV8sKx0TbWn5RyHd2", true)).toEqual(["assigned: the value of api_token"]);
    expect(found("api_token: Zq3mV8sKx0TbWn5RyHd2")).toEqual([]);
  });

  it("is linear in a hostile line", () => {
    for (const piece of ["a.", "token: ", '"password" : "', "eyJ", "<token>", "xoxb-1"]) {
      expectLinear((size) => secretsIn(piece.repeat(size), true), 500, piece);
    }
  });
});

describe("maskSecrets", () => {
  it("leaves the start of a credential, and the rest of the line", () => {
    const key = "AKIAQ3ZT7MW2PLX5VJN6";
    expect(maskSecrets(`open("${key}", "${key}")`)).toBe('open("AKIA…[masked]", "AKIA…[masked]")');
    expect(maskSecrets("const a = 1;")).toBe("const a = 1;");
  });

  it("masks the material of private keys, in one line or in lines of their own", () => {
    const material = "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj";
    const begin = "-----BEGIN PRIVATE KEY-----";
    expect(maskSecrets(`"${begin}\\n${material}\\n${material}\\n-----END PRIVATE KEY-----"`)).toBe(
      `"${begin}\\nMIIE…[masked]-----END PRIVATE KEY-----"`,
    );
    expect(maskSecrets(`  "${material}\\n" +`)).toBe('  "MIIE…[masked]\\n" +');
    const hash = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";
    expect(maskSecrets(hash)).toBe(hash);
  });

  it("shows nothing of what is behind the longest line that it looks at", () => {
    const key = "AKIAQ3ZT7MW2PLX5VJN6";
    const masked = maskSecrets(`${"a = 1; ".repeat(570)}${key} ${key}`);
    expect(masked).not.toContain("Q3ZT");
    expect(masked.endsWith("…")).toBe(true);
  });

  it("leaves what is masked as it is", () => {
    const line = 'password: "AKIA…[masked]"';
    expect(maskSecrets(line)).toBe(line);
  });
});
