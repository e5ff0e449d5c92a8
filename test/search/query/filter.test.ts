import { describe, expect, it } from "vitest";
import { bindFilter, compileFilter } from "../../../src/search/query/filter.ts";
import { GLOBS_MAX } from "../../../src/search/query/path-globs.ts";
import type { Failure } from "../../../src/vocabulary/failure.ts";
import type { SearchFilter } from "../../../src/vocabulary/search.ts";
import { memoryProject } from "../../support/memory-project.ts";

const LANGUAGES = new Set(["typescript", "tsx", "python", "markdown"]);
const NONE: SearchFilter = { paths: [], languages: [], kinds: [] };

const project = await memoryProject({
  "src/user.ts":
    "export class User {\n  name = '';\n}\n\nexport function findUser(): User {\n  return new User();\n}\n",
  "src/user.test.ts": "import { findUser } from './user.ts';\nfindUser();\n",
  "tools/report.py": "def report():\n    return 1\n",
  "README.md": "# Users\n\nAll about users.\n",
});

function admitted(filter: Partial<SearchFilter>): string[] {
  const scope = bindFilter(compileFilter({ ...NONE, ...filter }, LANGUAGES), project.snapshot);
  return [...project.snapshot.documents()].filter(({ id }) => scope.document(id)).map(({ path }) => path);
}

describe("the filter of a search", () => {
  it.each<[string, Partial<SearchFilter>, string[]]>([
    ["nothing filters nothing", {}, ["src/user.ts", "src/user.test.ts", "tools/report.py", "README.md"]],
    ["a folder", { paths: ["src"] }, ["src/user.ts", "src/user.test.ts"]],
    ["a folder without tests", { paths: ["src/**", "!**/*.test.ts"] }, ["src/user.ts"]],
    ["only an exclusion", { paths: ["!src/**"] }, ["tools/report.py", "README.md"]],
    ["any of several globs", { paths: ["*.md", "tools/"] }, ["tools/report.py", "README.md"]],
    ["an exclusion wins whatever its place", { paths: ["!*.ts", "src"] }, []],
    ["a language", { languages: ["python"] }, ["tools/report.py"]],
    ["languages and paths both hold", { languages: ["typescript", "python"], paths: ["tools"] }, ["tools/report.py"]],
    ["what is nowhere", { paths: ["nowhere/**"] }, []],
  ])("%s", (_, filter, expected) => {
    expect(admitted(filter)).toEqual(expected);
  });

  it("takes TSX for TypeScript, and TypeScript not for TSX", () => {
    const admits = (languages: readonly string[], language: string) =>
      compileFilter({ ...NONE, languages }, LANGUAGES).admitsDocument({ path: "src/a", language });
    expect(admits(["typescript"], "tsx")).toBe(true);
    expect(admits(["tsx"], "tsx")).toBe(true);
    expect(admits(["tsx"], "typescript")).toBe(false);
    expect(admits(["python"], "tsx")).toBe(false);
  });

  it("admits chunks by kind", () => {
    const scope = bindFilter(compileFilter({ ...NONE, kinds: ["section"] }, LANGUAGES), project.snapshot);
    const ids = [...project.snapshot.documents()].flatMap(({ firstChunk, chunkCount }) =>
      Array.from({ length: chunkCount }, (_, i) => (firstChunk + i) as typeof firstChunk),
    );
    const kept = project.snapshot.chunks(ids.filter(scope.chunk));
    expect(kept.length).toBeGreaterThan(0);
    expect(new Set(kept.map(({ kind }) => kind))).toEqual(new Set(["section"]));
  });

  it.each<[string, Partial<SearchFilter>, string[], string[]]>([
    ["what differs from a commit", {}, ["README.md", "src/user.ts", "gone.ts"], ["src/user.ts", "README.md"]],
    ["what differs, within the paths", { paths: ["src"] }, ["README.md", "src/user.ts"], ["src/user.ts"]],
    ["nothing where nothing differs", {}, [], []],
  ])("admits %s", (_, filter, paths, expected) => {
    const changed = { commit: { ref: "main", id: "0".repeat(40) }, paths };
    const compiled = compileFilter({ ...NONE, ...filter, changedSince: "main" }, LANGUAGES, changed);
    const scope = bindFilter(compiled, project.snapshot);
    const documents = [...project.snapshot.documents()].filter(({ id }) => scope.document(id));
    expect(documents.map(({ path }) => path)).toEqual(expected);
    expect(scope.files).toBe(expected.length);
  });

  it.each<[string, Record<"paths" | "languages" | "kinds", readonly string[]>, string, string]>([
    ["a language", { ...NONE, languages: ["typescrpt"] }, "typescrpt", "typescript"],
    ["a kind", { ...NONE, kinds: ["klass"] }, "klass", "class"],
    ["a glob", { ...NONE, paths: ["{"] }, "{", "**"],
    ["an empty exclusion", { ...NONE, paths: ["!"] }, "empty", "excludes"],
    ["too many globs", { ...NONE, paths: Array.from({ length: GLOBS_MAX + 1 }, () => "a") }, "33", "{a,b}"],
  ])("refuses %s that means nothing, and says what would", (_, filter, named, remedy) => {
    expect(() => compileFilter(filter as SearchFilter, LANGUAGES)).toThrowError(
      expect.objectContaining({
        code: "INVALID_INPUT",
        message: expect.stringContaining(named) as string,
        hint: expect.stringContaining(remedy) as string,
      }) as Failure,
    );
  });
});
