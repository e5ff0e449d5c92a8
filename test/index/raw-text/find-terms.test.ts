// The terms of raw bytes are those that the index would count.
import { describe, expect, it } from "vitest";
import { termsOf } from "../../../src/index/lexical/terms.ts";
import { openTermFinder } from "../../../src/index/raw-text/find-terms.ts";

/** How often each term of the query is found in the text. */
function counted(text: string, query: string, names: readonly string[] = []): Record<string, number> {
  const terms = [...new Set(termsOf(query))];
  const found = openTermFinder(terms, names).find(Buffer.from(text));
  return Object.fromEntries(
    terms.map((term, at) => [term, found[at]?.counts.reduce((sum, count) => sum + count, 0) ?? 0]),
  );
}

/** How often the index counts them. */
function expected(text: string, query: string): Record<string, number> {
  const all = termsOf(text);
  return Object.fromEntries(
    [...new Set(termsOf(query))].map((term) => [term, all.filter((one) => one === term).length]),
  );
}

describe("terms in raw bytes", () => {
  it.each([
    ["words of any ending", "Caching a cache: cached, caches, CACHE", "cache"],
    [
      "words whose stem ends otherwise",
      "query queries Querying retry retries retried copy copies",
      "queries retries copying",
    ],
    ["parts of names", "getUserById(user_id); HTTPServer.userAgent = USER_AGENT", "user server agent"],
    [
      "a name of several words, and the same in other forms",
      "flushJobs(); flush_jobs = FLUSH_JOBS; FlushJobs",
      "flushJobs",
    ],
    ["not the middles of words", "reuse user abused", "use"],
    ["several times in one name", "mapToMap(map)", "map"],
    ["names beside digits", "sha256sum = sha256(data) + sha512", "sha256"],
    ["letters beyond ASCII", "größe = Größe + größer; naïve", "größe naïve"],
    ["scripts without spaces", "用户登录失败 = 登录", "登录"],
    ["nothing in nothing", "", "nothing"],
  ])("are %s", (_, text, query) => {
    const names = query.split(" ").filter((word) => /[a-z][A-Z]/.test(word));
    expect(counted(text, query, names)).toEqual(expected(text, query));
  });

  it("leave out runs that are data", () => {
    expect(counted(`${"cache".repeat(60)} cache`, "cache")).toEqual({ cach: 1 });
  });

  it("are at the offsets of their names", () => {
    const [found] = openTermFinder(["user"], []).find(Buffer.from("é user\n getUser()"));
    expect(found).toEqual({ offsets: [3, 9], ends: [7, 16], counts: [1, 1] });
  });
});
