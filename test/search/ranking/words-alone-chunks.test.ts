// Which chunks a first answer embeds, as `path:line` in order.
import { describe, expect, it } from "vitest";
import { bindFilter, compileFilter } from "../../../src/search/query/filter.ts";
import { parseQuery } from "../../../src/search/query/parse-query.ts";
import { promisingChunks } from "../../../src/search/ranking/words-alone.ts";
import type { SearchFilter } from "../../../src/vocabulary/search.ts";
import { memoryProject } from "../../support/memory-project.ts";

const about = (subject: string, times: number): string =>
  Array.from(
    { length: times },
    (_, at) => `export function ${subject}${at}() {\n${`  use("${subject}");\n`.repeat(60)}}\n`,
  ).join("\n");

const FILES = {
  "src/session.ts": about("session", 3),
  "src/token.ts": about("session", 1),
  "src/colour.ts": about("colour", 1),
  "test/session.test.ts": about("session", 1),
};

async function promising(query: string, filter: Partial<SearchFilter> = {}): Promise<string[]> {
  const { snapshot } = await memoryProject(FILES, { withVectors: false });
  const compiled = compileFilter({ paths: [], languages: [], kinds: [], ...filter }, new Set(["typescript"]));
  const chunks = promisingChunks(snapshot, parseQuery(query), bindFilter(compiled, snapshot), 10);
  return snapshot.chunks(chunks).map(({ document, startLine }) => `${snapshot.document(document).path}:${startLine}`);
}

describe("the chunks that a first answer embeds", () => {
  it("are those that hold the words, in the order of an answer by words", async () => {
    const order = await promising("where is the session kept");
    expect(order[0]).toBe("src/session.ts:1");
    expect(order.toSorted()).toEqual([
      "src/session.ts:1",
      "src/session.ts:127",
      "src/session.ts:64",
      "src/token.ts:1",
      "test/session.test.ts:1",
    ]);
  });

  it("lie within the filter", async () => {
    expect(await promising("where is the session kept", { paths: ["test/**"] })).toEqual(["test/session.test.ts:1"]);
  });

  it("are none where no word is known", async () => {
    expect(await promising("zebras")).toEqual([]);
  });
});
