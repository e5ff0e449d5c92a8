// Answers about several projects from the cache: the same as without it, whatever is edited in any of them.
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { propertyRuns } from "../../support/property-runs.ts";
import { openSeveralProjects, type SeveralProjects } from "../../support/several-projects.ts";

const WORDS = ["token", "order", "session", "route"];
const NAMES = ["web", "api", "jobs"];
const source = (words: readonly string[]): string =>
  words.map((word, at) => `export function ${word}${at}(): string {\n  return "${word}";\n}\n`).join("\n");

let all: SeveralProjects;
const rootOf = (name: string): string => all.roots.get(name) ?? "";

beforeAll(async () => {
  const files = { "a.ts": source(["token", "order"]), "b.ts": source(["session"]) };
  all = await openSeveralProjects({ web: files, api: files, jobs: { "a.ts": source(["route"]) } });
  await all.complete();
});
afterAll(() => all.close());

type Edit = { readonly project: string; readonly file: string; readonly words: readonly string[] | null };

/** Null removes the file. */
function apply({ project, file, words }: Edit): void {
  const path = join(rootOf(project), file);
  if (words === null) {
    rmSync(path, { force: true });
  } else {
    writeFileSync(path, source(words));
  }
}

async function ask(projects: readonly string[], input: object, cached = true) {
  const { structured, text } = await all.ask("search_codebase", { projects, ...input }, undefined, { cached });
  // The answers say which parts answered, and differ in that.
  const { parts: _, ...details } = structured["details"] as { readonly parts: unknown };
  return {
    answer: { structured: { ...structured, details } as Record<string, unknown>, text },
    cached: all.recorded.at(-1)?.cached ?? false,
  };
}

const edit: fc.Arbitrary<Edit | null> = fc.option(
  fc.record({
    project: fc.constantFrom(...NAMES),
    file: fc.constantFrom("a.ts", "b.ts", "c.ts"),
    words: fc.option(fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 3 }), { freq: 4 }),
  }),
  { freq: 1 },
);
const asked = fc.record({
  projects: fc.shuffledSubarray(NAMES, { minLength: 2 }),
  input: fc.record({
    query: fc.constantFrom(...WORDS),
    top_k: fc.constantFrom(1, 3),
    detail: fc.constantFrom("snippets", "locations"),
    paths: fc.constantFrom([], ["a.ts"]),
  }),
});

describe("a cached answer about several projects", () => {
  it("is what would be answered without, whatever is edited in between", async () => {
    let served = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(fc.record({ edit, asked }), { minLength: 3, maxLength: 8 }), async (steps) => {
        for (const step of steps) {
          if (step.edit !== null) {
            apply(step.edit);
            await all.complete();
          }
          const projects = step.asked.projects.map(rootOf);
          const fresh = await ask(projects, step.asked.input, false);
          for (const again of [await ask(projects, step.asked.input), await ask(projects, step.asked.input)]) {
            expect(again.answer).toEqual(fresh.answer);
            served += again.cached ? 1 : 0;
          }
          expect(fresh.cached).toBe(false);
        }
      }),
      { numRuns: propertyRuns(8) },
    );
    // Without this the property would be true of a cache that never answers.
    expect(served).toBeGreaterThan(20);
  });

  it.each(NAMES)("is not given any more when a file of %s has changed", async (name) => {
    const projects = NAMES.map(rootOf);
    const wanted = async () => (await ask(projects, { query: "token" })).cached;
    apply({ project: name, file: "c.ts", words: ["order"] });
    await all.complete();
    await wanted();
    expect(await wanted()).toBe(true);
    // The same size: only the content is another.
    apply({ project: name, file: "c.ts", words: ["token"] });
    const { answer, cached } = await ask(projects, { query: "token" });
    expect(cached).toBe(false);
    expect(answer.text).toContain(`${name}:c.ts`);
  });

  it("is not given any more when two files have changed places, which leaves every count as it was", async () => {
    const projects = [rootOf("web"), rootOf("api")];
    const place = async (...words: [string, string]) => {
      for (const [at, project] of ["web", "api"].entries()) {
        apply({ project, file: "moved.ts", words: [words[at] ?? ""] });
      }
      await all.complete();
      const { answer } = await ask(projects, { query: "route", paths: ["moved.ts"] });
      return (answer.structured["hits"] as { project: string }[]).map(({ project }) => project);
    };
    expect(await place("route", "order")).toEqual(["web"]);
    expect(await place("order", "route")).toEqual(["api"]);
  });

  it("is another for another order of the projects, whose names it lists", async () => {
    const [one, two] = [rootOf("web"), rootOf("api")];
    await ask([one, two], { query: "order" });
    const { answer, cached } = await ask([two, one], { query: "order" });
    expect(cached).toBe(false);
    expect(answer.text).toContain(`projects: api = ${two}; web = ${one}`);
  });

  it("is not kept where one of them has no part in it", async () => {
    const projects = [rootOf("web"), rootOf("api")];
    await ask(projects, { query: "session" });
    expect((await ask(projects, { query: "session" })).cached).toBe(true);
    all.break(rootOf("api"), "freshen");
    for (const _ of [1, 2]) {
      const { answer, cached } = await ask(projects, { query: "session" });
      expect(cached).toBe(false);
      expect(answer.text).toContain("not searched, INDEX_UNAVAILABLE");
    }
    all.break(rootOf("api"), null);
    expect((await ask(projects, { query: "session" })).cached).toBe(true);
  });
});
