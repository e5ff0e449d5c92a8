// The model's vectors in a ranking, on the smallest judged project; the figures of all are in ranking-by-meaning.long.test.ts.
import { expect, it } from "vitest";
import { ask } from "./ask-judged.ts";
import { embeddedProject, openShippedEmbedder } from "./embedded-project.ts";
import { readJudgedProjects } from "./judged-projects.ts";

it("what no word names stands before what is unlike it", async () => {
  const shop = readJudgedProjects().find(({ name }) => name === "shop") ?? expect.fail("no project shop");
  const embedder = await openShippedEmbedder();
  try {
    const text = "login times out";
    const hits = await ask(await embeddedProject(shop, embedder), text, await embedder.embedQuery(text));
    expect(hits.slice(0, 3).map(({ path }) => path)).toContain("src/auth/session.ts");
    expect(hits[0]?.explanation.map(({ signal }) => signal)).toContain("meaning");
  } finally {
    await embedder.close();
  }
});
