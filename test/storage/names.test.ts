import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkName, defaultName, foldName, NAME_BYTES_MAX, nameOfFile, repairName } from "../../src/storage/names.ts";
import { Failure } from "../../src/vocabulary/failure.ts";
import { anyCharacter } from "../support/any-character.ts";

/** Tab-separated: the name, what becomes of it, and why; `\\` and `\uXXXX` stand for what a person cannot see. */
const CASES = readFileSync(new URL("../../fixtures/storage/names.tsv", import.meta.url), "utf8")
  .split("\n")
  .slice(0, -1)
  .map((line) => {
    const [name = "", outcome = "", detail = ""] = line.split("\t");
    return { name: readable(name), outcome, detail };
  });

/** What a name can be made of to mean more than one file. */
const TRICKY = [..."aZ1é認я./\\: ~-_%\0\n\u202e\u200b\u0301．／", "con", "nul", ".json", "..", "C:"];

function readable(text: string): string {
  return text.replace(/\\(u([0-9a-f]{4})|n|\\)/g, (_, kind: string, hex?: string) =>
    hex === undefined ? (kind === "n" ? "\n" : "\\") : String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

function refusalOf(name: string): Failure {
  try {
    checkName(name);
  } catch (error) {
    if (error instanceof Failure) {
      return error;
    }
    throw error;
  }
  throw new Error(`${JSON.stringify(name)} was let through`);
}

describe("checkName", () => {
  test.each(CASES.filter(({ outcome }) => outcome === "ok"))("lets $name through", ({ name, detail }) => {
    expect(checkName(name)).toBe(detail === "" ? name : detail);
  });

  test.each(CASES.filter(({ outcome }) => outcome === "refused"))("refuses $name", ({ name, detail }) => {
    const refusal = refusalOf(name);
    expect(refusal.code).toBe("NAME_REFUSED");
    expect(refusal.message).toContain(detail);
    // The same refusal answers a save, a read and a deletion.
    expect(refusal.message).toMatch(/^the name ".*" (?!.*written)/s);
  });

  test("every case is one of the two", () => {
    expect(CASES.every(({ outcome }) => outcome === "ok" || outcome === "refused")).toBe(true);
    expect(CASES.length).toBeGreaterThan(70);
  });

  test("counts bytes, not characters", () => {
    expect(checkName("a".repeat(NAME_BYTES_MAX))).toHaveLength(NAME_BYTES_MAX);
    expect(refusalOf("a".repeat(NAME_BYTES_MAX + 1)).message).toContain("200 bytes");
    expect(refusalOf("認".repeat(67)).message).toContain("200 bytes");
    expect(refusalOf("a".repeat(100_000)).message.length).toBeLessThan(400);
  });

  test("offers a name that would do, whatever was asked", () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 300 }), (name) => {
        try {
          checkName(name);
        } catch (error) {
          const hint = error instanceof Failure ? error.hint : "";
          const offered: unknown = JSON.parse(hint.slice(hint.indexOf('"')));
          expect(checkName(String(offered))).toBe(offered);
        }
      }),
    );
  });

  test("lets through only what is one file in its folder, on any system", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...TRICKY), maxLength: 8 }), (name) => {
        try {
          const checked = checkName(name);
          expect(checked).toMatch(/^[^./\\: -][^/\\:]*$/);
          expect(nameOfFile(`${checked}.json`)).toBe(checked);
        } catch (error) {
          expect(error).toMatchObject({ code: "NAME_REFUSED" });
        }
      }),
    );
  });
});

describe("foldName", () => {
  test.each([
    ["Auth", "auth"],
    ["STRASSE", "straße"],
    ["ΣΊΣΥΦΟΣ", "σίσυφος"],
  ])("%s and %s are one file where case is ignored", (one, other) => {
    expect(foldName(one)).toBe(foldName(other));
  });

  test("different words stay different", () => {
    expect(foldName("auth")).not.toBe(foldName("author"));
  });
});

describe("names made here", () => {
  test("tell what was asked and when", () => {
    const name = defaultName("Where is the auth middleware?", new Date("2026-11-21T23:15:00Z"));
    expect(name).toBe("where-is-the-auth-middleware-20261121-231500");
  });

  test("pass for any query", () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 400 }), (query) => {
        const name = defaultName(query, new Date(0));
        expect(checkName(name)).toBe(name);
      }),
    );
  });

  test.each([
    ["../../etc", "etc"],
    [".dotfiles", "dotfiles"],
    ["My App", "My App"],
    ["con", "fallback"],
    ["pаypal", "pypal"],
    ["", "fallback"],
  ])("a folder called %j becomes %j", (text, name) => {
    expect(repairName(text, "fallback")).toBe(name);
  });
});
