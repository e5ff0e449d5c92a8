// Which modules a name may mean.
import { expect, it } from "vitest";
import { GraphCache } from "../../../src/intelligence/project/import-graph.ts";
import { chooseModules } from "../../../src/intelligence/project/module-detail.ts";
import { semanticsOf } from "../../../src/languages/semantics.ts";
import { memoryProject } from "../../support/memory-project.ts";

it("lists the modules that may be meant by name, whatever the order in which files were indexed", async () => {
  const files = { "src/z/one.ts": "export const a = 1;\n", "src/a/two.ts": "export const b = 1;\n" };
  const { snapshot } = await memoryProject(files, { withVectors: false });
  const cache = new GraphCache(semanticsOf);
  cache.advance(snapshot, Number.POSITIVE_INFINITY);
  expect(chooseModules(cache.graph(), "src").map(({ name }) => name)).toEqual(["src/a", "src/z"]);
});
