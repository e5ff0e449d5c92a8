// A project inside another one that is asked about too: each file is answered once, under the innermost project.
import { writeFileSync } from "node:fs";
import nodePath, { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { innerFolders } from "../../../src/operations/contract/join-sessions.ts";
import { innermostPath, joinedPath, withLabels } from "../../../src/vocabulary/joined-path.ts";
import { openSeveralProjects, type SeveralProjects } from "../../support/several-projects.ts";

let all: SeveralProjects;
const rootOf = (name: string): string => all.roots.get(name) ?? "";
const [outer, inner, innermost] = ["mono", "mono/packages/voice", "mono/packages/voice/deep"];

beforeAll(async () => {
  // Each index is one of a folder, so that an outer project has the files of the inner ones.
  all = await openSeveralProjects({
    [innermost]: { "well.ts": "export function dig(): string {\n  return 'well';\n}\n" },
    [inner]: { "shout.ts": "export function shout(word: string): string {\n  return word.toUpperCase();\n}\n" },
    [outer]: {
      "main.ts": "import { shout } from './packages/voice/shout.ts';\n\nexport const greet = () => shout('hello');\n",
      "packages/voice/use.ts": "import { greet } from '../../main.ts';\n\nexport const again = greet;\n",
    },
  });
  await all.complete();
});
afterAll(() => all.close());

const three = () => [rootOf(outer), rootOf(inner), rootOf(innermost)];
const ask = async (tool: string, input: object) => (await all.ask(tool, input)).structured as Record<string, unknown>;

describe.each([
  ["outermost first", three],
  ["innermost first", () => three().reverse()],
])("projects inside one another, %s", (_name, roots) => {
  it.each([
    ["shout", "voice", "shout.ts"],
    ["dig", "deep", "well.ts"],
    ["greet", "mono", "main.ts"],
  ])("search_codebase answers the file of %s once, as one of %s", async (query, project, path) => {
    const { hits } = await ask("search_codebase", { query, projects: roots(), top_k: 10 });
    const found = (hits as { project: string; path: string }[]).filter((hit) => hit.path.endsWith(path));
    expect(found.map((hit) => [hit.project, hit.path])).toEqual([[project, path]]);
  });

  it("search_text and search_symbols answer it once", async () => {
    const text = await all.ask("search_text", { pattern: "toUpperCase", projects: roots() });
    expect(text.text).toContain("voice:shout.ts");
    expect(text.text.match(/shout\.ts/g)).toHaveLength(1);
    const symbols = await all.ask("search_symbols", { query: "dig", projects: roots() });
    expect(symbols.text).toContain("deep:well.ts");
    expect(symbols.text.match(/well\.ts/g)).toHaveLength(1);
  });

  it("find_references follows paths from one into the other, both ways", async () => {
    const shout = await all.ask("find_references", { symbol: "voice:shout.ts#shout", projects: roots() });
    expect(shout.text).toContain("mono:main.ts");
    const greet = await all.ask("find_references", { symbol: "mono:main.ts#greet", projects: roots() });
    expect(greet.text).toContain("voice:use.ts");
    expect(greet.text.match(/use\.ts/g)).toHaveLength(1);
  });

  it("globs are about the paths of the innermost project", async () => {
    const paths = ["shout.ts"];
    const { hits } = await ask("search_codebase", { query: "shout", projects: roots(), paths });
    expect((hits as { path: string }[]).map(({ path }) => path)).toEqual(["shout.ts"]);
  });

  it("a saved result names the innermost project, and reads back", async () => {
    await ask("save_search_results", { query: "shout", name: "kept", projects: roots(), overwrite: true });
    const { files, current } = await ask("get_saved_result", { name: "kept", projects: roots() });
    expect(current).toBe(true);
    expect((files as { project: string; path: string }[]).map(({ project, path }) => `${project}:${path}`)).toContain(
      "voice:shout.ts",
    );
  });
});

it("a question about the outer project alone has all of its files", async () => {
  const { hits } = await ask("search_codebase", { query: "shout", project: rootOf(outer) });
  expect((hits as { path: string }[]).map(({ path }) => path)).toContain("packages/voice/shout.ts");
  await ask("search_codebase", { query: "shout", projects: three() });
  const again = await ask("search_codebase", { query: "shout", project: rootOf(outer) });
  expect(again["hits"]).toEqual(hits);
});

it("an answer from the cache is one after an edit, too", async () => {
  const query = { query: "whisper", projects: three() };
  await ask("search_codebase", query);
  writeFileSync(join(rootOf(inner), "whisper.ts"), "export function whisper(): void {}\n");
  for (const _ of [1, 2]) {
    const { hits } = await ask("search_codebase", query);
    expect((hits as { project: string; path: string }[]).map((hit) => `${hit.project}:${hit.path}`)).toEqual([
      "voice:whisper.ts",
    ]);
  }
});

it("files of an inner project that has no part are those of the outer one", async () => {
  all.break(rootOf(inner), "open");
  const { hits, projects } = await ask("search_codebase", { query: "shout", projects: [rootOf(outer), rootOf(inner)] });
  all.break(rootOf(inner), null);
  expect(projects).toMatchObject([{ name: "mono" }, { name: "voice", failure: { code: "INVALID_SETTING" } }]);
  expect((hits as { project: string; path: string }[])[0]).toMatchObject({ project: "mono" });
});

it("list_projects says which project lies inside which", async () => {
  const roots = three();
  const { structured, text } = await all.ask("list_projects", {}, { roots });
  const rows = structured["projects"] as { root: string; inside?: string }[];
  expect(rows.map(({ root, inside }) => [root, inside])).toEqual([
    [roots[0], undefined],
    [roots[1], roots[0]],
    [roots[2], roots[1]],
  ]);
  expect(text).toContain(`inside ${roots[0]}, a folder of the client`);
});

describe("folders of inner projects", () => {
  const place = (roots: readonly string[]) => roots.map((root, at) => ({ place: at, root }));

  it.each([
    ["none in another", nodePath.posix, ["/a/app", "/a/app2", "/b"], []],
    ["one", nodePath.posix, ["/a", "/a/b/c"], [["b/c/", 0, 1]]],
    ["the inner one named first", nodePath.posix, ["/a/b", "/a"], [["b/", 1, 0]]],
    [
      "three",
      nodePath.posix,
      ["/a", "/a/b", "/a/b/c"],
      [
        ["b/c/", 0, 2],
        ["b/", 0, 1],
        ["c/", 1, 2],
      ],
    ],
    ["the root of the file system", nodePath.posix, ["/", "/a"], [["a/", 0, 1]]],
    ["on Windows", nodePath.win32, ["C:\\a", "C:\\a\\b\\c"], [["b/c/", 0, 1]]],
  ] as const)("%s", (_name, path, roots, expected) => {
    expect(innerFolders(place(roots), path)).toEqual(
      expected.map(([folder, of, at]) => ({ prefix: joinedPath(of, folder), place: at })),
    );
  });

  it("are the innermost first, in paths and in texts", () => {
    const folders = innerFolders(place(["/a", "/a/b", "/a/b/c"]), nodePath.posix);
    expect(innermostPath(joinedPath(0, "b/c/x.ts"), folders)).toBe(joinedPath(2, "x.ts"));
    const text = [joinedPath(0, "b/x.ts"), joinedPath(1, "c/y.ts"), joinedPath(0, "bc/z.ts")].join(", ");
    expect(withLabels(text, ["a", "b", "c"], folders)).toBe("b:x.ts, c:y.ts, a:bc/z.ts");
  });
});
