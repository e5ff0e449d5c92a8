// One question about several projects, in this process: real indexes of real folders, without vectors.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSeveralProjects, type SeveralProjects } from "../support/several-projects.ts";

const SHOUT = "export function shout(text: string): string {\n  return text.toUpperCase();\n}\n";
const GREET =
  'import { shout } from "@x/voice";\nexport const greet = (name: string): string => shout(`hello ${name}`);\n';

let all: SeveralProjects;
const root = (name: string): string => all.roots.get(name) ?? "";

beforeAll(async () => {
  all = await openSeveralProjects({
    "hall/app": { "package.json": '{"name":"@x/hall","dependencies":{"@x/voice":"1"}}', "src/greet.ts": GREET },
    voice: { "package.json": '{"name":"@x/voice","main":"src/shout.ts"}', "src/shout.ts": SHOUT },
    "attic/app": { "src/old.ts": "export function whisper(text: string): string {\n  return text.toLowerCase();\n}\n" },
  });
});
afterAll(() => all.close());

interface Hit {
  readonly project?: string;
  readonly path: string;
  readonly score: number;
}
const hitsOf = (structured: object) => (structured as { hits: Hit[] }).hits;
const three = () => [root("hall/app"), root("voice"), root("attic/app")];

it("lists a folder that the client has open and that is gone, with the reason", async () => {
  const gone = join(all.folder, "gone");
  const { structured, text } = await all.ask("list_projects", {}, { roots: [root("voice"), gone] });
  const projects = (structured as { projects?: { root: string; state: string }[] }).projects ?? [];
  expect(projects.map((one) => [one.root, one.state])).toEqual([
    [root("voice"), expect.any(String)],
    [gone, "unavailable"],
  ]);
  expect(text).toContain(`gone = ${gone}: unavailable, a folder of the client, PROJECT_NOT_FOUND: `);
});

describe("a question about several projects", () => {
  it("has one ranked list, each hit with its project; two of one name are told apart", async () => {
    const { structured, text } = await all.ask("search_codebase", {
      query: "text to upper or lower case",
      projects: three(),
    });
    const hits = hitsOf(structured);
    expect(new Set(hits.map(({ project, path }) => `${project} ${path}`))).toEqual(
      new Set(["voice src/shout.ts", "attic/app src/old.ts"]),
    );
    expect(hits.map(({ score }) => score)).toEqual([...hits.map(({ score }) => score)].sort((a, b) => b - a));
    expect(text).toContain(
      `hall/app = ${root("hall/app")}; voice = ${root("voice")}; attic/app = ${root("attic/app")}`,
    );
    expect(text).toMatch(/\d\. voice:src\/shout\.ts:1-3 shout/);
  });

  it("is recorded once", async () => {
    const before = all.recorded.length;
    await all.ask("search_codebase", { query: "shout", projects: three() });
    expect(all.recorded.slice(before)).toMatchObject([{ project: { name: "attic/app + hall/app + voice" } }]);
  });

  it("counts a file as read once, whether its project is asked alone or with others", async () => {
    const session = { id: "0", tokens: async () => 0, read: new Set<string>() };
    const client = { roots: three(), session };
    const first = async (input: object) => {
      await all.ask("search_codebase", { query: "whisper", paths: ["src/old.ts"], ...input }, client);
      return all.recorded.at(-1)?.firstFilesTokens;
    };
    expect(await first({ projects: [root("voice"), root("attic/app")] })).toBeGreaterThan(0);
    expect(await first({ projects: [root("attic/app"), root("voice")] })).toBe(0);
    expect(await first({ project: root("attic/app") })).toBe(0);
  });

  it("has top_k, globs and the budget for the whole answer", async () => {
    const one = await all.ask("search_codebase", { query: "text", projects: three(), top_k: 1 });
    expect(hitsOf(one.structured)).toHaveLength(1);
    const globbed = await all.ask("search_codebase", { query: "text", projects: three(), paths: ["src/old.ts"] });
    expect(hitsOf(globbed.structured)).toMatchObject([{ project: "attic/app", path: "src/old.ts" }]);
  });

  it("finds lines and symbols in all of them", async () => {
    const lines = await all.ask("search_text", { pattern: "shout", projects: three() });
    expect(lines.text).toMatch(/hall\/app:src\/greet\.ts\n[\s\S]*voice:src\/shout\.ts/);
    expect(JSON.stringify(lines.structured)).toContain('"voice:src/shout.ts"');
    const symbols = await all.ask("search_symbols", { query: "shout", projects: three() });
    expect(symbols.text).toContain("voice:src/shout.ts");
  });

  it.each(["shout", "voice:src/shout.ts#shout"])(
    "finds the uses of %s where its package is imported",
    async (symbol) => {
      const { text } = await all.ask("find_references", { symbol, projects: three() });
      expect(text).toContain("hall/app:src/greet.ts");
      expect(text).toContain("2 references in 1 file to voice:src/shout.ts#shout");
    },
  );

  it.each(["voice:src/shout.ts#shout", "voice:src/shout.ts"])("finds what depends on %s", async (symbol) => {
    const { text } = await all.ask("analyze_impact", { symbol, projects: three() });
    expect(text).toContain("hall/app:src/greet.ts");
  });

  it("of one project is as if it were named alone", async () => {
    const together = await all.ask("search_codebase", { query: "shout", projects: [root("voice")] });
    const alone = await all.ask("search_codebase", { query: "shout", project: root("voice") });
    expect(together.structured).toEqual(alone.structured);
  });

  it("says of a folder that is gone why it has no part in the answer", async () => {
    const gone = join(all.folder, "gone");
    const { structured, text } = await all.ask("search_codebase", { query: "shout", projects: [gone, root("voice")] });
    expect(new Set(hitsOf(structured).map(({ project }) => project))).toEqual(new Set(["voice"]));
    expect(structured["projects"]).toMatchObject([
      { name: "gone", failure: { code: "PROJECT_NOT_FOUND" } },
      { name: "voice" },
    ]);
    expect(text).toContain("not searched, PROJECT_NOT_FOUND");
  });

  it("says so of one that cannot be opened, and of one that fails as it is asked", async () => {
    all.break(root("voice"), "open");
    const opened = await all.ask("search_text", { pattern: "text", projects: three() });
    expect(opened.structured["projects"]).toMatchObject([{}, { failure: { code: "INVALID_SETTING" } }, {}]);
    all.break(root("voice"), "freshen");
    const fresh = await all.ask("search_codebase", { query: "text", projects: three() });
    expect(fresh.structured["projects"]).toMatchObject([{}, { failure: { code: "INDEX_UNAVAILABLE" } }, {}]);
    expect(hitsOf(fresh.structured)).toMatchObject([{ project: "attic/app" }]);
    await expect(
      all.ask("search_codebase", { query: "text", projects: [root("voice"), join(all.folder, "gone")] }),
    ).rejects.toThrow();
    all.break(root("voice"), null);
  });

  it("sees a file that was written since", async () => {
    const path = join(root("attic/app"), "src/new.ts");
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, "export const mumble = 1;\n");
    const { structured } = await all.ask("search_codebase", { query: "mumble", projects: three() });
    expect(hitsOf(structured)[0]).toMatchObject({ project: "attic/app", path: "src/new.ts" });
    rmSync(path);
  });

  it.each([
    [{ project: "/x", projects: ["/y"] }, "INVALID_INPUT"],
    [{ projects: [] }, "INVALID_INPUT"],
    [{ projects: Array.from({ length: 33 }, (_, at) => `/p${at}`) }, "INVALID_INPUT"],
  ])("is refused for %j", async (input, code) => {
    await expect(all.ask("search_codebase", { query: "x", ...input })).rejects.toMatchObject({ code });
  });

  it("reaches no folder that the client could not name alone", async () => {
    const client = { roots: [root("voice")] };
    const foreign = join(all.folder, "attic", "app");
    await expect(
      all.ask("search_codebase", { query: "x", projects: [root("voice"), foreign] }, client),
    ).rejects.toMatchObject({ code: "PROJECT_NOT_ALLOWED" });
    await expect(
      all.ask("search_codebase", { query: "x", projects: [root("voice"), "../attic/app"] }, client),
    ).rejects.toMatchObject({ code: "INVALID_INPUT" });
  });

  it("asks all that the client offers", async () => {
    const client = { roots: [root("voice"), root("attic/app")] };
    const { structured } = await all.ask("search_codebase", { query: "text", projects: "all" }, client);
    expect(structured["projects"]).toMatchObject([{ name: "voice" }, { name: "app" }]);
    await expect(all.ask("search_codebase", { query: "text" }, client)).rejects.toMatchObject({ code: "AMBIGUOUS" });
  });
});
