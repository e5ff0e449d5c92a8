import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { normalizeQuery, parseQuery, parseTask, WORDS_LENGTH_MAX } from "../../../src/search/query/parse-query.ts";
import { Failure } from "../../../src/vocabulary/failure.ts";
import { anyCharacter } from "../../support/any-character.ts";

/** One line that says all of a query: shape, name with qualifiers, identifiers, paths. */
function readable(input: string): string {
  const { shape, symbol, qualifiers, identifiers, places } = parseQuery(input);
  const name = symbol === null ? "" : ` ${[...qualifiers, symbol].join(" > ")}`;
  const written = places.map(({ path, line }) => (line === null ? path : `${path}:${line}`));
  const list = (label: string, values: readonly string[]) =>
    values.length === 0 ? "" : ` ${label}(${values.join(" ")})`;
  return `${shape}${name}${list("identifiers", identifiers)}${list("places", written)}`;
}

const CASES: readonly (readonly [string, string])[] = [
  ["getById", "symbol getById identifiers(getById)"],
  ["response", "symbol response"],
  ["Router", "symbol Router identifiers(Router)"],
  ["MAX_SIZE", "symbol MAX_SIZE identifiers(MAX_SIZE)"],
  ["Rack::Builder", "symbol Rack > Builder identifiers(Rack Builder)"],
  ["fs.readFile", "symbol fs > readFile identifiers(fs readFile)"],
  ["Vec#push", "symbol Vec > push identifiers(Vec push)"],
  ["node->next", "symbol node > next identifiers(node next)"],
  ["connect()", "symbol connect"],
  ["empty?", "symbol empty?"],
  ["$scope", "symbol $scope identifiers($scope)"],
  ["größe", "symbol größe"],
  ["src/app.ts", "path identifiers(app ts) places(src/app.ts)"],
  ["./src/app.ts:12:3", "path identifiers(app ts) places(src/app.ts:12)"],
  ["src/app.ts:12-20", "path identifiers(app ts) places(src/app.ts:16)"],
  ["src/app.ts:20-12", "path identifiers(app ts) places(src/app.ts:20)"],
  ["see app.ts:12-20, please", "words identifiers(app ts) places(app.ts:16)"],
  ["src\\win\\app.cs", "path identifiers(app cs) places(src/win/app.cs)"],
  ["main.go", "path identifiers(main go) places(main.go)"],
  ["src/search", "path places(src/search)"],
  ["how are routes matched", "words"],
  ["how does Router match paths", "words identifiers(Router)"],
  ["where is user_id checked", "words identifiers(user_id)"],
  ["what does wrapped(to:) do with long words", "words identifiers(wrapped)"],
  ["who calls run() and when", "words identifiers(run)"],
  ["why does `dispatch` wait (and `empty?`)", "words identifiers(dispatch empty?)"],
  ["which files (of three) are read", "words"],
  ["error in (src/app.ts:10)", "words identifiers(app ts) places(src/app.ts:10)"],
  ['File "/usr/lib/click/core.py", line 1078, in main', "words identifiers(main) places(usr/lib/click/core.py:1078)"],
  ["at run (/home/u/app/src/a.js:12:3)", "words identifiers(run) places(home/u/app/src/a.js:12)"],
  ["at com.shop.Cart.total(Cart.java:12)", "words identifiers(Cart total) places(com/shop/Cart.java:12)"],
  ["in C:\\src\\Foo.cs:line 12", "words identifiers(Foo cs) places(src/Foo.cs:12)"],
  ["app/user.rb:12:in 'name'", "words identifiers(name) places(app/user.rb:12)"],
  ["src\\Foo.cs(12,3): error", "words identifiers(Foo cs) places(src/Foo.cs:12)"],
  [
    "https://host/o/r/blob/main/src/a.ts#L12-L20",
    "path identifiers(a ts L12 L20) places(host/o/r/blob/main/src/a.ts:16)",
  ],
  ["src/[id]/(group)/page.tsx", "path identifiers(page tsx) places(src/[id]/(group)/page.tsx)"],
  ["either/or choice", "words places(either/or)"],
  ["日本語", "symbol 日本語"],
  ["what's 2+2?", "words"],
  ["???", "words"],
];

describe("parseQuery", () => {
  it.each(CASES)("%s", (input, expected) => {
    expect(readable(input)).toBe(expected);
  });

  it("folds width, white space and control characters into one normal form", () => {
    const folded = parseQuery("  ｇｅｔ\u00a0by\t\n id\u0000\u200b ").text;
    expect(folded).toBe("get by id");
    expect(parseQuery(folded).text).toBe(folded);
  });

  it("gives each term once, as the index makes them, without stop words", () => {
    expect(parseQuery("the parser parses parsing of getUserName").terms).toEqual([
      "parser",
      "pars",
      "getusername",
      "get",
      "user",
      "name",
    ]);
  });

  it.each(["", "  \n\t ", "\u0000\u200b"])("refuses an empty query (%j)", (input) => {
    expect(() => parseQuery(input)).toThrowError(
      expect.objectContaining({ code: "INVALID_INPUT", hint: expect.stringContaining("in words") }) as Failure,
    );
  });

  it("refuses words over their limit and takes them at it", () => {
    expect(() => parseQuery("a".repeat(WORDS_LENGTH_MAX + 1))).toThrowError(Failure);
    expect(parseQuery("a b ".repeat(WORDS_LENGTH_MAX / 4)).shape).toBe("words");
  });

  it("reads of a long task its beginning, to the end of a word", () => {
    const words = "renew the session ".repeat(600);
    expect(parseTask(words)).toMatchObject({ read: 3_995, of: words.length - 1 });
    expect(parseTask("a".repeat(20_000))).toMatchObject({ read: WORDS_LENGTH_MAX, of: 20_000 });
    const trace = `${words}\n    at take (/srv/shop/src/stock.ts:7:9)`;
    expect(parseTask(trace).query.places).toMatchObject([{ path: "srv/shop/src/stock.ts", line: 7 }]);
    expect(parseTask("renew it")).toEqual({ query: parseQuery("renew it"), read: 8, of: 8 });
    expect(() => parseTask(" \n")).toThrowError(Failure);
  });

  it("takes a trace that is longer, and none over the limit of a query", () => {
    const frame = (at: number) => `    at step${at} (/srv/shop/node_modules/runner/lib/step.js:${at}:1)\n`;
    const trace = (frames: number) =>
      `Error: no stock\n    at take (/srv/shop/src/stock.ts:7:9)\n${Array.from({ length: frames }, (_, at) => frame(at)).join("")}`;
    const { places, terms } = parseQuery(trace(120));
    expect(places[0]).toMatchObject({ path: "srv/shop/src/stock.ts", line: 7, frame: 0 });
    expect(places).toHaveLength(121);
    expect(terms).toEqual(["error", "stock", "take"]);
    expect(trace(120).length).toBeGreaterThan(WORDS_LENGTH_MAX);
    expect(() => parseQuery(trace(400))).toThrowError(Failure);
  });

  it.each<[string, string]>([
    ["how are tests of the cart written", "test"],
    ["how does the test runner start", ""],
    ["how do I use the Router", "example prose"],
    ["usage of Router", "example prose"],
    ["an example of a middleware", "example"],
    ["where is the api documented", "prose"],
    ["the generated client", "generated"],
    ["ci workflow", "config"],
    ["Error: no tests found in docs", ""],
    ['which test says "the docs are not there"', "test"],
  ])("%s: asks for %s", (input, roles) => {
    expect([...parseQuery(input).asksFor].join(" ")).toBe(roles);
  });

  const HOSTILE: readonly string[] = [
    "a.".repeat(WORDS_LENGTH_MAX / 2 - 1),
    `${"a/".repeat(1900)}!`,
    "(".repeat(3000),
    `x${"_".repeat(3900)}`,
    `${"a::".repeat(1300)}(`,
    "at x (".repeat(600),
    "at (".repeat(900),
    `${"at a.b.".repeat(500)}(`,
    "'".repeat(3999),
    "' a".repeat(1300),
    "`a".repeat(1999),
    `File "${"a".repeat(3000)}`,
    `${"0: ".repeat(1300)}at`,
    `${"(a)".repeat(1300)}(`,
    "#1 ".repeat(1300),
    "1".repeat(3999),
    "1/".repeat(1999),
    "expected ".repeat(400),
    "show me ".repeat(400),
    "\u{1f600}".repeat(1900),
    "Caused by: ".repeat(360),
    "most recent call last ".repeat(180),
  ];

  it.each(HOSTILE.map((input) => [input.slice(0, 12), input] as const))(
    "takes %s… whole and in linear time",
    (_, input) => {
      expect(parseQuery(input).text).toBe(input.trim());
    },
  );

  it("takes any text, and the same after folding", () => {
    const text = fc.oneof(
      fc.string({ unit: anyCharacter, maxLength: 200 }),
      fc
        .array(
          fc.constantFrom(
            "at",
            "(",
            ")",
            ":1:2",
            "a.js",
            "'",
            '"',
            "Error:",
            "File",
            ", line 3",
            "#0",
            "@",
            "in",
            "日本",
            "🙂",
          ),
          {
            maxLength: 40,
          },
        )
        .map((parts) => parts.join(" ")),
    );
    fc.assert(
      fc.property(text, (input) => {
        fc.pre(normalizeQuery(input) !== "");
        const query = parseQuery(input);
        expect(parseQuery(query.text)).toEqual(query);
      }),
    );
  });
});
