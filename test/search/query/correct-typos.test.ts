import { describe, expect, it } from "vitest";
import { correctTypos } from "../../../src/search/query/correct-typos.ts";
import { parseQuery } from "../../../src/search/query/parse-query.ts";
import { memoryProject } from "../../support/memory-project.ts";

const { snapshot } = await memoryProject({
  "src/user-service.ts": `
/** Retrieves users with their authentication; passwords are hashed, connections retried. */
export class UserService {
  getUserById(id: string): string { return id; }
  find_by_email(email: string): string { return email; }
}
export function transferFunds(amount: number): number { return amount; }
`,
  "src/router.ts": `
/** The router and its middleware: a handler for each request. HTTP2 only, sha256, from huggingface. */
export class Router { handle(request: string): string { return request; } }
export function openWindow(width: number): number { return width; }
export class Tayler {}
`,
  "src/batch.py": "def match_all(batches):\n    return batches\n\ndef _general(batches):\n    return batches\n",
  "src/größe.ts": "export function größeBerechnen(): number { return 1; }\nexport const 検索 = 1;\n",
});

/** What is searched in place of what, then the corrected query's name, identifiers and terms. */
function corrected(text: string): string {
  const { corrections, symbol, qualifiers, identifiers, terms } = correctTypos(snapshot, parseQuery(text));
  const said = corrections.map(({ written, searched }) => `${written} → ${searched.join(", ")}`).join("; ");
  const name = symbol === null ? "" : ` | ${[...qualifiers, symbol].join(".")}`;
  return `${said}${name} | ${identifiers.join(" ")} | ${terms.join(" ")}`;
}

describe("what is nowhere in the project", () => {
  it.each<[string, string, string]>([
    [
      "a name that lacks a letter",
      "getUsrById",
      "getUsrById → getUserById | getUserById | getUserById | getuserbyid get user id",
    ],
    [
      "two errors in a long name",
      "getUsrByld",
      "getUsrByld → getUserById | getUserById | getUserById | getuserbyid get user id",
    ],
    ["neighbours swapped, also the first", "rotuer", "rotuer → Router | Router |  | router"],
    // `handle` is one letter away too, and in no fewer files.
    ["neighbours swapped before a letter too few", "handlre", "handlre → handler | handlre |  | handler"],
    ["the first two swapped", "orUter", "orUter → Router | Router | Router | router"],
    [
      "other separators of a name",
      "get_user_by_id",
      "get_user_by_id → getUserById | getUserById | getUserById | getuserbyid get user id",
    ],
    ["no separators", "findbyemail", "findbyemail → find_by_email | find_by_email |  | findbyemail find email"],
    ["no words in it", "USERSERVICE", "USERSERVICE → UserService | UserService |  | userservice user servic"],
    [
      "camelCase of a snake_case name",
      "findByEmail",
      "findByEmail → find_by_email | find_by_email | find_by_email | findbyemail find email",
    ],
    [
      "a qualifier",
      "UserServce.getUserById",
      "UserServce → UserService | UserService.getUserById | UserService getUserById | userservice user servic getuserbyid get id",
    ],
    [
      "a part of a name that is nowhere as a whole",
      "openWidnowFrame",
      "widnow → window | openWidnowFrame | openWidnowFrame | openwidnowframe open window frame",
    ],
    [
      "words in a sentence",
      "how does the midleware hadle a reqest",
      "midleware → middleware; hadle → handle; reqest → request |  | middlewar handl request",
    ],
    ["a word with two errors", "retreive by autentificaton", "retreive → retrieve |  | retriev autentificaton"],
    ["a form of a word", "conection pool", "conection → connection |  | connect pool"],
    [
      "a name in a sentence",
      "who calls getUserByID2 and getUsrById",
      "getUsrById → getUserById | getUserByID2 getUserById | call getuserbyid2 getuserbyid get user id id2",
    ],
  ])("%s: %s", (_, text, expected) => {
    expect(corrected(text)).toBe(expected);
  });
});

describe("what stays as it is", () => {
  it.each<[string, string]>([
    ["names and words that are there", "Router handles getUserById"],
    ["a stem's other forms", "routing requests"],
    ["a word whose first letter is another", "patch"],
    ["another ending", "transform"],
    ["a short word with another letter", "hatch"],
    ["a long word whose short stem differs in two letters", "protected against tampering"],
    ["words too short to be told apart", "usr and idd"],
    ["other digits", "http1 sha512"],
    ["a plain word in a name of others", "cannot resolve community.general.router"],
    ["words that are nowhere near", "kubernetes ingress annotations"],
    ["values of a message", "cannot find user 'Ruoter'"],
    ["signs without a word", "??? !!!"],
    ["emoji", "🙂🙂🙂🙂🙂🙂"],
  ])("%s: %s", (_, text) => {
    expect(correctTypos(snapshot, parseQuery(text)).corrections).toEqual([]);
  });

  it("an English word, though a near one is here", () => {
    for (const word of ["transferred", "routes", "batch", "handed", "banding", "attachments"]) {
      expect(correctTypos(snapshot, parseQuery(`how is ${word} done`)).corrections, word).toEqual([]);
    }
  });

  it("a type that another package defines, though a function has its words", () => {
    const query = correctTypos(snapshot, parseQuery("FindByEmail"));
    expect([query.symbol, query.corrections]).toEqual(["FindByEmail", []]);
  });

  it("a name that the project writes as one word, which is searched for itself", () => {
    const query = correctTypos(snapshot, parseQuery("what of HuggingFace"));
    expect([query.identifiers, query.corrections]).toEqual([["HuggingFace"], []]);
    expect(query.terms).toEqual(["huggingface", "hug", "face", "huggingfac"]);
  });

  it("names too long to be kept, though their words are mistyped", () => {
    const long = "openWidnowFrame".repeat(240);
    expect(correctTypos(snapshot, parseQuery(`${long} ${"q".repeat(190)}`)).corrections).toEqual([]);
  });

  it("a query in words of another project: only so many are looked at", () => {
    const words = Array.from({ length: 600 }, (_, at) => `qx${at.toString(36)}z`).join(" ");
    expect(correctTypos(snapshot, parseQuery(words)).corrections).toEqual([]);
  });
});

it("looks past the names that are there", () => {
  const known = "Router UserService getUserById find_by_email transferFunds openWindow handle request users width";
  const { corrections } = correctTypos(snapshot, parseQuery(`${known} retreive`));
  expect(corrections).toEqual([{ written: "retreive", searched: ["retrieve"] }]);
});

it("corrects what the embedder reads, too", () => {
  expect(correctTypos(snapshot, parseQuery("retreive by getUsrById")).gist).toBe("retrieve by getUserById");
});

describe("words beyond ASCII", () => {
  it("are set right too", () => {
    expect(corrected("größeBerchnen")).toContain("größeBerchnen → größeBerechnen");
  });
});

it("is spelled alike in whatever order the files were indexed", async () => {
  const spelled = (at: number) =>
    `export function ${at % 2 === 0 ? "readRecord" : "read_record"}() { return ${at}; }\n`;
  const files = Array.from({ length: 12 }, (_, at): [string, string] => [`src/${"abcdefghijkl"[at]}.ts`, spelled(at)]);
  const orders = [files, files.toReversed(), [...files.slice(5), ...files.slice(0, 5)]];
  const answers = await Promise.all(
    orders.map(async (order) => {
      const project = await memoryProject(Object.fromEntries(order));
      const { symbol, identifiers, corrections } = correctTypos(project.snapshot, parseQuery("readRecrd"));
      return { symbol, identifiers, corrections };
    }),
  );
  expect(answers[0]?.corrections).toEqual([{ written: "readRecrd", searched: ["readRecord", "read_record"] }]);
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
});
