import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { answersAre, codeTools } from "../../../support/code-tools.ts";
import { readTable } from "../../../support/read-table.ts";

const tools = codeTools();
// The index is not waited for: what it lags by would be told.
beforeAll(() => tools().call("list_languages", {}));

interface Answered {
  readonly outcome: string;
  readonly verdicts: Record<string, number>;
  readonly faults?: unknown;
  readonly excused?: unknown;
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
    const broken = await validate({ paths: ["src/edited.ts"] });
    expect(broken).toMatchObject({ verdicts: { broken: 1 }, envelope: { authority: "disk" } });
    expect(readTable(broken.faults)).toMatchObject([
      { path: "src/edited.ts", line: 1, what: expect.stringMatching(/^unexpected/) },
    ]);
    writeFileSync(path, "export const a = 1;\n");
    expect(await validate({ paths: ["src/edited.ts"] })).toMatchObject({ verdicts: { valid: 1 } });
  });

  it("tells valid code that the grammar does not know apart, with its lines, and so does the index", async () => {
    const { root, call } = tools();
    writeFileSync(join(root, "src/excused.ts"), "export let a: import('x').Y[] = [];\n");
    const { verdicts, excused } = await validate({ paths: ["src/excused.ts"] });
    expect(verdicts).toEqual({ "expected-partial": 1 });
    expect(readTable(excused)).toMatchObject([{ path: "src/excused.ts", construct: "import type", lines: [1] }]);
    const { structured } = await call("analyze_file", { path: "src/excused.ts" });
    expect(structured).toMatchObject({ parse: "excused" });
  });

  it("is cut to its budget, lists broken files alone, and counts them all", async () => {
    const folder = join(tools().root, "many");
    mkdirSync(folder);
    for (let at = 0; at < 100; at++) {
      writeFileSync(join(folder, `f${at}.ts`), at % 4 > 0 ? "let = ;\n" : `let a${at} = 1;\n`);
    }
    const { faults, verdicts, envelope } = await validate({ paths: ["many"], max_tokens: 500 });
    expect(verdicts).toEqual({ broken: 75, valid: 25 });
    expect(envelope).toMatchObject({ found: 75, completeness: "budget" });
    expect(new Set(readTable(faults).map(({ path }) => path)).size).toBe(envelope["shown"]);
  });

  it("checks by default what differs from the last commit, and that may be nothing", async () => {
    const { root, playground } = tools();
    const git = (...args: string[]) =>
      execFileSync("git", ["-C", root, "-c", "user.name=a", "-c", "user.email=a@b", ...args], { env: playground.env });
    git("add", "-A");
    git("commit", "-q", "-m", "one");
    expect(await validate({})).toMatchObject({ outcome: "empty", verdicts: {} });
    writeFileSync(join(root, "src/new.py"), "def f(:\n    pass\n");
    const answer = await validate({});
    expect(answer).toMatchObject({ outcome: "found", scope: "files that differ from HEAD" });
    expect(readTable(answer.faults)[0]?.["path"]).toBe("src/new.py");
  });
});
