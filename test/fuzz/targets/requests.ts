// What a caller writes into a search: the question, and the globs of its filter.

import { parseQuery } from "../../../src/search/query/parse-query.ts";
import { compileGlob } from "../../../src/system/glob.ts";
import { PATHS } from "../paths.ts";
import { type FuzzTarget, fail, parsedOr } from "../target.ts";

export const queries: FuzzTarget = {
  name: "queries",
  holds: "a query that is parsed again as itself, or INVALID_INPUT",
  dictionary: [
    "    at run (src/a.ts:10:5)",
    'File "a/b.py", line 3, in f',
    "Traceback (most recent call last):",
    "src/a.ts:10-20",
    "Error: ENOENT",
    "Rack::Builder#call",
    "goroutine 1 [running]:",
    "thread 'main' panicked at",
    " of type ",
  ],
  bytesMax: 20_000,
  timeMaxMs: 2_000,
  check(input) {
    const query = parsedOr(["INVALID_INPUT"], () => parseQuery(input.toString("utf8")));
    if (query === null) {
      return;
    }
    if (JSON.stringify(parseQuery(query.text)) !== JSON.stringify(query)) {
      fail(`parsed again, the query is another: ${JSON.stringify(query.text.slice(0, 200))}`);
    }
    if (query.terms.some((term) => term === "") || query.identifiers.some((name) => name === "")) {
      fail("an empty term or name");
    }
  },
};

export const globs: FuzzTarget = {
  name: "globs",
  holds:
    "a test that answers for every path, the same twice and for a folder's files as for the folder, or INVALID_INPUT",
  dictionary: ["**/", "/**", "{a,b}", "{{a,b},{c,d}}", "[!a-z]", "\\", "src/", "*.ts", "@(a|b)", "[]]", "../"],
  bytesMax: 700,
  timeMaxMs: 3_000,
  check(input) {
    const glob = parsedOr(["INVALID_INPUT"], () => compileGlob(input.toString("utf8")));
    for (const path of glob === null ? [] : PATHS) {
      const matched = glob?.matches(path);
      if (typeof matched !== "boolean" || matched !== glob?.matches(path)) {
        fail(`no steady answer for ${JSON.stringify(path)}`);
      }
      if (matched && glob?.matches(`${path}/inside`) !== true) {
        fail(`${JSON.stringify(path)} matches, what lies in it does not`);
      }
    }
  },
};
