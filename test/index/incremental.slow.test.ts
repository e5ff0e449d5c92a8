// Updating step by step gives what indexing from nothing gives, whatever the steps.
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Snapshot } from "../../src/index/snapshot.ts";
import { readIndexContents } from "../support/index-contents.ts";
import { ask, openTestProject, WAIT, whereIs } from "../support/test-index.ts";

const PATHS = ["a.ts", "lib/b.py", "lib/c.md", "deep/er/d.go", "e.txt"];
const TEXTS = [
  "export function fetchUser(id: string) {\n  return cache.get(id);\n}\n",
  "export class Cache {\n  get(id: string) { return this.map.get(id); }\n  set(id: string) {}\n}\n",
  "def fetch_user(user_id):\n    return None\n\n\ndef drop_user(user_id):\n    pass\n",
  "# Users\n\nHow users are fetched.\n\n## Caching\n\nThe cache holds them.\n",
  "package user\n\nfunc Fetch(id string) string {\n\treturn id\n}\n",
  "",
  "\n\n\n",
  `${"one long line of words ".repeat(300)}\n`,
  `${"function many() { return 1; }\n".repeat(120)}`,
];

type Edit = { readonly path: string; readonly text: string | null };

const edits: fc.Arbitrary<Edit[]> = fc.array(
  fc.record({
    path: fc.constantFrom(...PATHS),
    text: fc.option(fc.constantFrom(...TEXTS), { nil: null, freq: 4 }),
  }),
  { minLength: 1, maxLength: 4 },
);

/** What a snapshot answers to some questions, without the numbers that depend on the order of writing. */
function answersOf(snapshot: Snapshot): string {
  const places = ["user", "cach", "fetchus", "function", "md"].map((term) => whereIs(snapshot, term).sort());
  const names = ["get", "fetch", "Cache"].map((name) =>
    snapshot.definitions(name).map(({ document, path }) => `${snapshot.document(document).path} ${path}`),
  );
  const documents = [...snapshot.documents()].map(({ path, bodyTerms, parse }) => `${path} ${bodyTerms} ${parse}`);
  const { documentCount, chunkCount, averages } = snapshot;
  return JSON.stringify([
    places,
    names.map((list) => list.sort()),
    documents.sort(),
    documentCount,
    chunkCount,
    averages,
  ]);
}

describe("an index that followed its files", () => {
  it("says what a fresh index of them says", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(edits, { minLength: 1, maxLength: 5 }), async (steps) => {
        const project = openTestProject();
        try {
          const present = new Set<string>();
          // Two on one database take turns: what one writes the other follows.
          const followers = [await project.open(), await project.open()] as const;
          for (const [turn, step] of steps.entries()) {
            for (const { path, text } of step) {
              if (text !== null) {
                project.write(path, text);
                present.add(path);
              } else if (present.delete(path)) {
                project.remove(path);
              }
            }
            expect((await (turn % 2 === 0 ? followers[0] : followers[1]).freshen(WAIT)).lagging).toBe(0);
          }
          const fresh = await project.open({ folder: join(project.folder, "fresh") });
          const answers: string[] = [];
          for (const index of [fresh, ...followers]) {
            await index.freshen(WAIT);
            answers.push(ask(index, answersOf));
          }
          expect(answers).toEqual([answers[0], answers[0], answers[0]]);
          const contents = readIndexContents(join(project.folder, "index"));
          expect(contents).toEqual(readIndexContents(join(project.folder, "fresh")));
          expect(contents.strays).toEqual([]);
        } finally {
          await project.dispose();
        }
      }),
      { numRuns: 12 },
    );
  }, 240_000);
});
