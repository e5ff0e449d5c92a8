import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { termsOf } from "../../../src/index/lexical/terms.ts";
import { anyCharacter } from "../../support/any-character.ts";

/** A text and its terms, in order, separated by spaces. */
const CASES: readonly (readonly [name: string, text: string, terms: string])[] = [
  ["a word is stemmed", "running classes queries", "run class queri"],
  ["camelCase gives the whole and its words", "getUserById", "getuserbyid get user id"],
  ["snake_case of the same name gives the same", "get_user_by_id", "getuserbyid get user id"],
  ["so does SCREAMING_CASE", "GET_USER_BY_ID", "getuserbyid get user id"],
  ["kebab-case gives its words", "get-user-by-id", "get user id"],
  ["an acronym ends before the next word", "HTTPServer parseJSON", "httpserver http server parsejson pars json"],
  ["a digit belongs to what it follows", "sha256Hash", "sha256hash sha256 sha 256 hash"],
  ["and is searched for itself", "utf8 v2 404", "utf8 utf v2 404"],
  ["one letter and one digit say nothing", "i = x + 7", ""],
  ["underscores around a name do not count", "__init__ _private", "init privat"],
  ["a dollar separates", "$emit jQuery$", "emit jquery queri"],
  ["stop words of prose are dropped", "where is the user of this", "user"],
  ["also inside a name, which stays whole", "isOpen", "isopen open"],
  ["names in code that are also common words stay", "get set new all use", "get set new all use"],
  ["repetitions stay", "map map", "map map"],
  ["punctuation of all sorts separates", "a.b::foo->bar/baz(qux)", "foo bar baz qux"],
  ["letters of other scripts stay", "naïve ÜberMensch Проверка", "naïve übermensch über mensch проверка"],
  ["full-width and composed forms are folded", "ＡＢＣ cafe\u0301", "abc café"],
  ["CJK gives letters and pairs", "検索", "検 検索 索"],
  ["CJK beside a name without a space", "hello世界", "hello 世 世界 界"],
  ["case of other scripts splits too", "étatCourant", "étatcourant état courant"],
  ["an over-long run is data", `x ${"Zm9v".repeat(80)} name`, "name"],
  ["an over-long name is searched by its words", `${"alpha_".repeat(13)}end`, `${"alpha ".repeat(13)}end`],
  ["nothing", "  \n\t", ""],
];

describe("terms", () => {
  it.each(CASES)("%s", (_name, text, terms) => {
    expect(termsOf(text).join(" ")).toBe(terms);
  });

  it("never hold white space or are empty, whatever the text", () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (text) => {
        expect(termsOf(text).filter((term) => term === "" || /\s/.test(term))).toEqual([]);
      }),
    );
  });

  it("of two texts with a space between are the terms of both", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.string({ unit: "grapheme" }), (left, right) => {
        expect(termsOf(`${left} ${right}`)).toEqual([...termsOf(left), ...termsOf(right)]);
      }),
    );
  });

  it("keep pace with a large text of one run without spaces", () => {
    expect(termsOf("検".repeat(100_000)).length).toBe(199_999);
  });
});
