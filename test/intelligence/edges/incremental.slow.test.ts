// Edges after any edits are those of a fresh index of the same files: of one changed file, all that its names lead to.

import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Snapshot } from "../../../src/index/snapshot.ts";
import { lookupOf, openEdges } from "../../../src/intelligence/edges/edge-scene.ts";
import { findReferences } from "../../../src/intelligence/edges/references.ts";
import { symbolOf } from "../../../src/intelligence/edges/target.ts";
import { atOnce } from "../../../src/system/slices.ts";
import { ask, openTestProject, WAIT } from "../../support/test-index.ts";

/** What each file may hold: exports that come and go, move, are renamed and handed on. */
const TEXTS: Readonly<Record<string, readonly string[]>> = {
  "src/base.ts": [
    "export class Base {\n  save() { this.note(); }\n  note() {}\n}\nexport const limit = 1;\n",
    "export class Base {\n  note() {}\n}\n",
    "class Base {}\nexport default Base;\nexport { Base as Root };\n",
  ],
  "src/store.ts": [
    'import { Base, limit } from "./base";\nexport class Store extends Base {\n  put() { this.save(); return limit; }\n}\n',
    'import { Root as Base } from "./base";\nexport class Store extends Base {\n  save() { super.note(); }\n}\n',
    'import Base from "./base";\nexport { Base as Store };\n',
  ],
  "src/index.ts": [
    'export * from "./store";\n',
    'export { Store as Shop } from "./store";\n',
    "export const Store = 1;\n",
  ],
  "src/use.ts": [
    'import { Store } from "./index";\nconst store = new Store();\nstore.save();\nstore.put();\n',
    'import { Shop } from "@shop";\nexport function run(shop: Shop) {\n  shop.note();\n  shop.saveEverything();\n}\n',
    'import * as all from ".";\nall.Store.name;\n',
  ],
  "tsconfig.json": ['{ "compilerOptions": { "paths": { "@shop": ["./src/index.ts"] } } }\n', "{}\n"],
  "py/base.py": [
    "class Base:\n    def save(self):\n        self.note()\n\n    def note(self):\n        pass\n",
    "def save():\n    pass\n",
  ],
  "py/use.py": [
    "from .base import Base\n\n\nclass Store(Base):\n    def put(self):\n        self.save()\n",
    "from py import base\n\nbase.save()\n",
    "from .base import *\n\nsave()\n",
  ],
};
const PATHS = Object.keys(TEXTS);

interface Edit {
  readonly path: string;
  readonly text: number | null;
}

const edits: fc.Arbitrary<Edit[]> = fc.array(
  fc.record({ path: fc.constantFrom(...PATHS), text: fc.option(fc.nat({ max: 2 }), { nil: null, freq: 5 }) }),
  { minLength: 1, maxLength: 4 },
);

/** Every definition with all that refers to it. */
function edgesOf(snapshot: Snapshot): string[] {
  const lookup = lookupOf(snapshot);
  const scene = { ...openEdges(snapshot, lookup, new AbortController().signal), isOver: () => false };
  return [...snapshot.documents()]
    .flatMap((document) => {
      const facts = lookup.facts(document.path);
      return (facts?.definitions ?? []).map((_, at) => {
        const symbol = facts === null ? null : symbolOf(document, facts, [at]);
        const { references, unknown } =
          symbol === null ? { references: [], unknown: 0 } : atOnce(findReferences(scene, symbol));
        const told = references.map(({ path, line, role, certainty }) => `${path}:${line} ${role} ${certainty}`);
        return `${document.path}#${symbol?.definition.path}: ${told.sort().join(", ")}; ${unknown}`;
      });
    })
    .sort();
}

describe("edges of an index that followed its files", () => {
  it("are those of a fresh index", async () => {
    let edges = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(edits, { minLength: 1, maxLength: 5 }), async (steps) => {
        const project = openTestProject();
        try {
          const present = new Set(PATHS);
          for (const path of PATHS) {
            project.write(path, TEXTS[path]?.[0] ?? "");
          }
          const followed = await project.open();
          await followed.freshen(WAIT);
          for (const step of steps) {
            for (const { path, text } of step) {
              const texts = TEXTS[path] ?? [];
              if (text !== null) {
                project.write(path, texts[text % texts.length] ?? "");
                present.add(path);
              } else if (present.delete(path)) {
                project.remove(path);
              }
            }
            expect((await followed.freshen(WAIT)).lagging).toBe(0);
            ask(followed, edgesOf);
          }
          const fresh = await project.open({ folder: join(project.folder, "fresh") });
          await fresh.freshen(WAIT);
          const told = ask(fresh, edgesOf);
          edges += told.filter((line) => / (?:exact|constrained)[,;]/.test(line)).length;
          expect(ask(followed, edgesOf)).toEqual(told);
        } finally {
          await project.dispose();
        }
      }),
      { numRuns: 12 },
    );
    expect(edges).toBeGreaterThan(12);
  }, 240_000);
});
