import { describe, expect, it } from "vitest";
import { bindFilter, compileFilter } from "../../../src/search/query/filter.ts";
import { parseQuery } from "../../../src/search/query/parse-query.ts";
import { weighByWords } from "../../../src/search/ranking/by-words.ts";
import { memoryProject } from "../../support/memory-project.ts";

/** More than are proposed, and all alike. */
const PATHS = Array.from({ length: 500 }, (_, at) => `src/${String(at).padStart(3, "0")}/same.ts`);

async function proposed(paths: readonly string[]): Promise<string[]> {
  const files = Object.fromEntries(paths.map((path) => [path, "export function pelican() {\n  return 1;\n}\n"]));
  const { snapshot } = await memoryProject(files, { withVectors: false });
  const scope = bindFilter(compileFilter({ paths: [], languages: [], kinds: [] }, new Set()), snapshot);
  const { evidence } = weighByWords(snapshot, parseQuery("pelican").terms, scope);
  return [...evidence.keys()].map((id) => snapshot.document(id).path).sort();
}

describe("files that words speak for alike", () => {
  it("are proposed by their paths, whatever was indexed first", async () => {
    const inOrder = await proposed(PATHS);
    expect(inOrder).toHaveLength(400);
    expect(inOrder).toEqual(PATHS.slice(0, 400));
    expect(await proposed(PATHS.toReversed())).toEqual(inOrder);
  });
});
