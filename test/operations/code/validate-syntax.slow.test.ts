import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { answersAre, codeTools } from "../../support/code-tools.ts";

const tools = codeTools();
// The index is not waited for: what it lags by would be told.
beforeAll(() => tools().call("list_languages", {}));

interface Answered {
  readonly outcome: string;
  readonly verdicts: Record<string, number>;
  readonly files: readonly { readonly path: string; readonly verdict: string; readonly faults?: readonly string[] }[];
  readonly envelope: Record<string, unknown>;
}

async function validate(input: Record<string, unknown>): Promise<Answered> {
  const { structured } = await tools().call("validate_syntax", input);
  return structured as unknown as Answered;
}

describe("validate_syntax", () => {
  answersAre(
    "validate_syntax",
    [
      { paths: ["src/broken.ts"] },
      { paths: ["./src/", "docs/guide.md", "cmd/main.go", "gone.ts"] },
      { paths: ["gone.ts"] },
      { paths: ["../outside.ts"] },
      { paths: ["src"], changed_since: "HEAD" },
      { changed_since: "--upload-pack=sh" },
      {},
    ],
    tools,
  );

  it("reads the disk of now: a break and its repair are seen at once", async () => {
    const path = join(tools().root, "src/edited.ts");
    writeFileSync(path, "export const a = (;\n");
    expect(await validate({ paths: ["src/edited.ts"] })).toMatchObject({
      verdicts: { broken: 1 },
      files: [{ path: "src/edited.ts", verdict: "broken", faults: [expect.stringMatching(/^1:\d+ unexpected/)] }],
      envelope: { authority: "disk", completeness: "full" },
    });
    writeFileSync(path, "export const a = 1;\n");
    expect(await validate({ paths: ["src/edited.ts"] })).toMatchObject({ verdicts: { valid: 1 } });
  });

  it("tells valid code that the grammar does not know apart, with its lines, and so does the index", async () => {
    const { root, call } = tools();
    writeFileSync(join(root, "src/excused.ts"), "export let a: import('x').Y[] = [];\n");
    expect(await validate({ paths: ["src/excused.ts"] })).toMatchObject({
      verdicts: { "expected-partial": 1 },
      files: [{ verdict: "expected-partial", excused: ["import type, line 1"] }],
    });
    const { structured } = await call("analyze_file", { path: "src/excused.ts" });
    expect(structured).toMatchObject({ parse: "excused" });
  });

  it("is cut to its budget, broken files first, and counts them all", async () => {
    const folder = join(tools().root, "many");
    mkdirSync(folder);
    for (let at = 0; at < 60; at++) {
      writeFileSync(join(folder, `f${at}.ts`), at % 20 === 7 ? "let = ;\n" : `let a${at} = 1;\n`);
    }
    const { files, verdicts, envelope } = await validate({ paths: ["many"] });
    expect(verdicts).toEqual({ broken: 3, valid: 57 });
    expect(files.slice(0, 3).every(({ verdict }) => verdict === "broken")).toBe(true);
    expect(envelope).toMatchObject({ found: 60, completeness: "budget" });
    expect(files.length).toBe(envelope["shown"]);
  });

  it("checks by default what differs from the last commit, and that may be nothing", async () => {
    const { root, playground } = tools();
    const git = (...args: string[]) =>
      execFileSync("git", ["-C", root, "-c", "user.name=a", "-c", "user.email=a@b", ...args], { env: playground.env });
    git("add", "-A");
    git("commit", "-q", "-m", "one");
    expect(await validate({})).toMatchObject({ outcome: "empty", verdicts: {}, files: [] });
    writeFileSync(join(root, "src/new.py"), "def f(:\n    pass\n");
    expect(await validate({})).toMatchObject({
      outcome: "found",
      scope: "files that differ from HEAD",
      files: [{ path: "src/new.py", verdict: "broken" }],
    });
  });
});
