// A file of very many definitions is looked through once, not once for each of its names.
import { expect, test } from "vitest";
import { semanticsOf } from "../../src/languages/semantics.ts";
import { openLinker } from "../../src/linking/linker.ts";
import type { DefinitionFact } from "../../src/vocabulary/facts.ts";
import { processorMs } from "../support/growth.ts";
import { type MiniProject, miniProject } from "./mini-project.ts";

const COUNT = 20_000;
const TIME_MS_MAX = 2_000;

/** The project with each definition of one file many times, under other names and on other lines. */
function enlarged({ lookup }: MiniProject, path: string) {
  const own = lookup.facts(path);
  const definitions = Array.from({ length: COUNT }, (_, index) =>
    (own?.definitions ?? []).map(
      (one): DefinitionFact => ({
        ...one,
        name: `${one.name}${index}`,
        path: `${one.path}${index}`,
        nameLine: index + 1,
      }),
    ),
  ).flat();
  const names = new Set(definitions.map(({ name }) => name));
  const facts = own === null ? null : { ...own, definitions };
  return {
    ...lookup,
    facts: (other: string) => (other === path ? facts : lookup.facts(other)),
    defining: (name: string) => (names.has(name) ? [path] : []),
  };
}

test("a header of macros that open namespaces", async () => {
  const project = await miniProject({
    "base.h": "#define NS_BEGIN namespace shop {\n",
    "main.cpp": '#include "base.h"\nint main() { return shop::open(1); }\n',
  });
  const linker = openLinker(enlarged(project, "base.h"), semanticsOf);
  const took = processorMs(() => {
    for (const group of project.facts.get("main.cpp")?.references ?? []) {
      linker.target("main.cpp", group);
    }
  });
  expect(took).toBeLessThan(TIME_MS_MAX);
});

test("a module of names that scripts mention", async () => {
  const project = await miniProject({ "lib.ts": "export const x = 1;\n", "main.ts": "x;\n" });
  const linker = openLinker(enlarged(project, "lib.ts"), semanticsOf);
  const [group] = project.facts.get("main.ts")?.references ?? [];
  const took = processorMs(() => {
    for (let index = 0; group !== undefined && index < COUNT; index += 1) {
      linker.target("main.ts", { ...group, name: `x${index}`, of: `x${index}` });
    }
  });
  expect(took).toBeLessThan(TIME_MS_MAX);
});
