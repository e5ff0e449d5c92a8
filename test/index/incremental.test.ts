// Updating step by step gives what indexing from nothing gives, whatever the steps.
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readIndexContents } from "../support/index-contents.ts";
import { openTestProject, WAIT } from "../support/test-index.ts";

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

describe("an index that followed its files", () => {
  it("says what a fresh index of them says", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(edits, { minLength: 1, maxLength: 5 }), async (steps) => {
        const project = openTestProject();
        try {
          const present = new Set<string>();
          const followed = await project.open();
          for (const step of steps) {
            for (const { path, text } of step) {
              if (text !== null) {
                project.write(path, text);
                present.add(path);
              } else if (present.delete(path)) {
                project.remove(path);
              }
            }
            expect((await followed.freshen(WAIT)).lagging).toBe(0);
          }
          await (await project.open({ folder: join(project.folder, "fresh") })).freshen(WAIT);
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
