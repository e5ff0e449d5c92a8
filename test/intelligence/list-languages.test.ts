import { describe, expect, it } from "vitest";
import { listLanguages } from "../../src/intelligence/list-languages.ts";
import { LANGUAGES } from "../../src/languages/registry.ts";
import { memoryProject } from "../support/memory-project.ts";

async function rowsOf(files: Record<string, string>, extensions: Record<string, string> = {}) {
  const { snapshot } = await memoryProject(files);
  return listLanguages(snapshot, extensions);
}

describe("the languages of a project", () => {
  it("are all in the table, once, and what has no language is one row more", async () => {
    const rows = await rowsOf({});
    expect(rows.map(({ id }) => id)).toEqual([...LANGUAGES.map(({ id }) => id), null]);
    expect(rows.every(({ files }) => files === 0)).toBe(true);
  });

  it("come with their files, the most first, and how many of them have errors", async () => {
    const rows = await rowsOf({
      "a.go": "package a\n",
      "b.py": "x = 1\n",
      "c.py": "def f(:\n",
      "notes.md": "# Notes\n",
      "run.zzz": "plain\n",
    });
    const present = rows.filter(({ files }) => files > 0);
    expect(present.map(({ id, reading, files, partial }) => ({ id, reading, files, partial }))).toEqual([
      { id: "python", reading: "links", files: 2, partial: 1 },
      { id: "go", reading: "links", files: 1, partial: 0 },
      { id: "markdown", reading: "headings", files: 1, partial: 0 },
      { id: null, reading: "lines", files: 1, partial: 0 },
    ]);
  });

  it("have the extensions that the user gave and took", async () => {
    const rows = await rowsOf({}, { ".zzz": "go", ".pyw": "text" });
    const namesOf = (language: string) => rows.find(({ id }) => id === language)?.names;
    expect(namesOf("go")).toEqual([".go", ".zzz"]);
    expect(namesOf("python")).not.toContain(".pyw");
    expect(namesOf("text")).toContain(".pyw");
  });
});
