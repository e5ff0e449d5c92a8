// Several servers on one project, as many clients as a user has open, while files change under them: no answer is stale.
import { afterAll, beforeAll, expect, it } from "vitest";
import { openPlayground, type Playground, startServer } from "../support/mcp-server.ts";
import { seededRandom } from "../support/random.ts";
import { differenceOf, type WireAnswer } from "./soak/judge-answer.ts";
import { askWhole, openEditor, ROUNDS, SEED, searchAnew } from "./support.ts";

let playground: Playground;
beforeAll(async () => {
  playground = await openPlayground(0);
});
afterAll(() => playground.remove());

it.each([2, 4])(`%i servers answer as a fresh index, ${ROUNDS} times (seed ${SEED})`, async (count) => {
  const random = seededRandom(SEED + count);
  const root = await playground.largeProject(`shop-${count}`, 120);
  const editor = openEditor(root, random);
  const env = { CONTEXT_BROKER_EMBED_UP_TO: "100000", CONTEXT_BROKER_SEARCH_WAIT_MS: "120000" };
  const servers = await Promise.all(Array.from({ length: count }, () => startServer(playground, { cwd: root, env })));
  try {
    for (let round = 0; round < ROUNDS; round++) {
      const edited = Array.from({ length: 1 + Math.floor(random() * 3) }, editor.edit);
      const query = edited.at(-1) ?? "";
      const answers = await Promise.all(servers.map((server) => askWhole(server, query)));
      const fresh = searchAnew(playground, root, query).json as unknown as WireAnswer;
      for (const answer of answers) {
        expect(answer.details.index).toMatchObject({ lagging_files: 0 });
        expect(differenceOf(answer, fresh), `round ${round}: ${query}`).toBeNull();
      }
    }
  } finally {
    await Promise.all(servers.map((server) => server.close()));
  }
});
