// The gate in a real git repository: ignored files, and files that differ from the last commit.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { judgeEdit } from "../../../src/edits/gate/judge-edit.ts";
import { refusePaths } from "../../../src/edits/gate/protected-paths.ts";
import { type PlannedFile, planChanges } from "../../../src/edits/store/plan-changes.ts";
import { openCorpus } from "../../../src/project/open-corpus.ts";
import { DEFAULT_RULES } from "../../support/default-rules.ts";
import { openMemoryEdits } from "../../support/memory-edits.ts";

const FILES = {
  "a.ts": "const a = 1;\n",
  "b.ts": "const b = 1;\n",
  "out/c.ts": "const c = 1;\n",
  ".gitignore": "out/\n",
};

it("refuses ignored files, also those that an edit would make, and reports uncommitted ones", async () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "judge-edit-")));
  try {
    const write = (path: string, text: string): void => {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    };
    for (const [path, text] of Object.entries(FILES)) {
      write(path, text);
    }
    const git = (...words: string[]) => execFileSync("git", ["-C", root, ...words], { stdio: "pipe" });
    git("init", "-q");
    git("add", ".");
    git("-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "first");
    write("b.ts", "const b = 2;\n");
    const corpus = openCorpus({ root, rules: DEFAULT_RULES });
    await corpus.refresh();
    const { scene } = await openMemoryEdits(FILES);
    const changes = ["a.ts", "b.ts", "out/c.ts"].map((path) => {
      const contentHash = createHash("sha256")
        .update(readFileSync(join(root, path)))
        .digest("hex");
      return { kind: "edit", path, contentHash, edits: [{ start: 0, end: 0, text: "//\n" }] } as const;
    });
    const planned = planChanges(root, changes);
    const change = { intent: "", changes, left: [], symbols: [] };
    const judged = await judgeEdit(
      { ...scene, root, corpus },
      change,
      planned.kind === "planned" ? planned.files : [],
      {
        scope: undefined,
        allowSyntaxErrors: false,
        protectedPaths: [],
      },
    );
    expect(judged).toMatchObject({ refusals: [{ rule: "ignored", path: "out/c.ts" }], uncommitted: ["b.ts"] });
    const content = planned.kind === "planned" ? (planned.files[0]?.before ?? null) : null;
    const moved = ["src/a.ts", "out/a.ts", "new/out/a.ts", "out/deep/a.ts"].flatMap((to): PlannedFile[] => [
      { kind: "create", path: to, to: null, before: null, after: content },
      { kind: "move", path: "a.ts", to, before: content, after: content },
    ]);
    const refused = refusePaths({ ...scene, root, corpus }, moved, []);
    const paths = ["out/a.ts", "new/out/a.ts", "out/deep/a.ts"].flatMap((path) => [path, path]);
    expect(refused.map(({ rule, path }) => `${rule} ${path}`)).toEqual(paths.map((path) => `ignored ${path}`));
    corpus.close();
  } finally {
    rmSync(root, { recursive: true });
  }
});
