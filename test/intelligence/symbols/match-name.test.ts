import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type NameMatch, openMatcher, parseName } from "../../../src/intelligence/symbols/match-name.ts";
import { anyCharacter } from "../../support/any-character.ts";

const match = (wanted: string, name: string, withTypos = true): NameMatch | null =>
  openMatcher(parseName(wanted))(name, withTypos);

describe("a name that is wanted", () => {
  it.each<[string, string, NameMatch | null]>([
    ["getUser", "getUser", "exact"],
    ["getuser", "getUser", "case"],
    ["get_user", "getUser", "case"],
    ["get user", "GetUser", "case"],
    ["$store", "store", "case"],
    ["get", "getUser", "prefix"],
    ["getUs", "get_user_by_id", "prefix"],
    ["getUser", "getCurrentUser", "parts"],
    ["gUser", "getCurrentUser", "parts"],
    ["user", "getCurrentUser", "parts"],
    ["userser", "MyUserServiceImpl", "parts"],
    ["HTTPServer", "OldHttpServer", "parts"],
    ["OS", "OrderStore", "initials"],
    ["gubi", "getUserById", "initials"],
    ["getUesr", "getUser", "typo"],
    ["conection", "openConnection", "typo"],
    ["ser", "user", null],
    ["userGet", "getUser", null],
    ["http1Client", "http2Client", null],
    ["cat", "car", null],
    ["", "user", null],
    ["==", "operator", null],
    ["==", "==", "exact"],
    ["straße", "Straße", "case"],
    ["größe", "getGröße", "parts"],
    ["検索", "検索する", "prefix"],
  ])("%s and the name %s: %s", (wanted, name, expected) => {
    expect(match(wanted, name)).toBe(expected);
  });

  it("is allowed errors only where that was asked for", () => {
    expect(match("getUesr", "getUser", false)).toBeNull();
  });

  const word = fc.stringMatching(/^[a-z]{3,8}$/);
  const words = fc.array(word, { minLength: 1, maxLength: 5 });
  const camel = (parts: readonly string[]): string =>
    parts.map((part, at) => (at === 0 ? part : part.charAt(0).toUpperCase() + part.slice(1))).join("");

  it("is found by itself, in any style, by its beginning and by its parts in order", () => {
    fc.assert(
      fc.property(words, fc.nat(), (parts, seed) => {
        const name = camel(parts);
        expect(match(name, name, false)).toBe("exact");
        expect(["exact", "case"]).toContain(match(parts.join("_").toUpperCase(), name, false));
        expect(match(name.slice(0, 1 + (seed % name.length)), name, false)).not.toBeNull();
        const some = parts.filter((_, at) => at === 0 || (seed >> at) % 2 === 1);
        expect(match(camel(some), name, false)).not.toBeNull();
      }),
    );
  });

  it("is found by a letter too few, too many, wrong, or swapped with its neighbour", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z]{8,20}$/), fc.nat(), fc.stringMatching(/^[a-z]$/), (name, seed, letter) => {
        const at = 1 + (seed % (name.length - 2));
        const [before, here, next, after] = [
          name.slice(0, at),
          name.charAt(at),
          name.charAt(at + 1),
          name.slice(at + 2),
        ];
        for (const typed of [
          before + next,
          before + here + letter + next,
          before + letter + next,
          before + next + here,
        ]) {
          expect(match(typed + after, name)).not.toBeNull();
        }
      }),
    );
  });

  it("never fails, whatever is asked", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: anyCharacter, maxLength: 80 }),
        fc.string({ unit: anyCharacter, maxLength: 80 }),
        (a, b) => {
          const found = match(a, b);
          expect(a === b ? found : null).toBe(a === b ? "exact" : null);
        },
      ),
    );
  });
});
