import { describe, expect, it } from "vitest";
import { filesAt, type ValidationTask, validateSyntax } from "../../src/intelligence/validate-syntax.ts";
import type { SyntaxCheck } from "../../src/syntax/check-syntax.ts";
import { memoryProject } from "../support/memory-project.ts";

const files = { "a.ts": "let = ;\n", "lib/b.ts": "let b = 1;\n", "lib/c/d.md": "# D\n", "library.ts": "let e = 1;\n" };
const { corpus, index } = await memoryProject(files);

const task = (changes: Partial<ValidationTask> = {}): ValidationTask => ({
  corpus,
  paths: Object.keys(files),
  checkSyntax: index.checkSyntax,
  timeMsMax: 20_000,
  signal: new AbortController().signal,
  ...changes,
});

/** Answers only once it is cancelled, as a worker does that hangs. */
const hang = (_path: string, _text: string, signal: AbortSignal): Promise<SyntaxCheck> =>
  new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(new Error("cancelled"))));

describe("the files that paths name", () => {
  it.each([
    [["lib"], ["lib/b.ts", "lib/c/d.md"], []],
    [["./lib/", "lib/b.ts", "a.ts"], ["a.ts", "lib/b.ts", "lib/c/d.md"], []],
    [["."], ["a.ts", "lib/b.ts", "lib/c/d.md", "library.ts"], []],
    [["lib/**/*.md", "l*.ts"], ["lib/c/d.md", "library.ts"], []],
    [["lib/*.{ts,md}", "nothing/*"], ["lib/b.ts"], ["nothing/*"]],
    [["li", "../a.ts", "/a.ts", "a.ts/"], ["a.ts"], ["li", "../a.ts", "/a.ts"]],
  ])("%j", (paths, named, missing) => {
    expect(filesAt(corpus.current(), paths)).toEqual({ files: named, missing });
  });
});

describe("a validation", () => {
  it("tells the broken files first, then what is unchecked, then the valid ones", async () => {
    const { files: checked, filesLeft } = await validateSyntax(task());
    expect(checked.map(({ path, check }) => `${check.verdict} ${path}`)).toEqual([
      "broken a.ts",
      "unchecked lib/c/d.md",
      "valid lib/b.ts",
      "valid library.ts",
    ]);
    expect(filesLeft).toBe(0);
  });

  it("says of a file that is gone meanwhile that it is", async () => {
    const { files: checked } = await validateSyntax(task({ paths: ["gone.ts"] }));
    expect(checked).toMatchObject([{ path: "gone.ts", check: { verdict: "unchecked" } }]);
  });

  it("ends with its time: what hung is unchecked, what had no turn is counted", async () => {
    const paths = Array.from({ length: 30 }, () => "a.ts");
    const { files: checked, filesLeft } = await validateSyntax(task({ paths, checkSyntax: hang, timeMsMax: 20 }));
    expect(checked.length + filesLeft).toBe(30);
    expect(checked.length).toBeGreaterThan(0);
    expect(filesLeft).toBeGreaterThan(0);
    expect(new Set(checked.map(({ check }) => check.verdict))).toEqual(new Set(["unchecked"]));
  });

  it("that is cancelled ends at once", async () => {
    const controller = new AbortController();
    const validation = validateSyntax(task({ checkSyntax: hang, signal: controller.signal }));
    controller.abort();
    await expect(validation).rejects.toMatchObject({ code: "CANCELLED" });
  });

  it("passes on trouble that is not the text's", async () => {
    const checkSyntax = () => Promise.reject(new Error("no workers"));
    await expect(validateSyntax(task({ checkSyntax }))).rejects.toThrow("no workers");
  });
});
