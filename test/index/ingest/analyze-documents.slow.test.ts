// No text is lost to what its analysis does, and none keeps the others from being indexed.
import { join } from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { analysisIdentity, openDocumentAnalyzer } from "../../../src/index/ingest/analyze-documents.ts";
import { packagePath } from "../../../src/system/package-root.ts";
import { temporaryFolder } from "../../support/folder-corpus.ts";
import { ask, openTestProject, WAIT, whereIs } from "../../support/test-index.ts";

const folder = temporaryFolder();
const entry = join(folder.path, "worker.mjs");
beforeAll(async () => {
  await build({
    entryPoints: [packagePath("test/support/crashing-worker.ts")],
    outfile: entry,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20.19",
    // As the build does (build.config.mjs).
    alias: { "jsonc-parser": "jsonc-parser/lib/esm/main.js" },
    banner: {
      js: 'import { createRequire as create } from "node:module"; const require = create(import.meta.url);',
    },
  });
});
afterAll(() => folder.remove());

const settings = { extensions: {}, workers: 2 };

describe("the analysis of a text", () => {
  it.each([
    ["crashes its worker", "DIE WITH GRAMMAR apple", "PARSE_FAILED"],
    ["throws", "THROW apple", "PARSE_FAILED"],
    ["never ends", "HANG apple", "PARSE_TIMED_OUT"],
  ])("that %s is done without a grammar, and that is said", async (_name, text, code) => {
    const analyzer = openDocumentAnalyzer({ ...settings, entry, timeoutMs: 3_000 });
    try {
      const document = await analyzer.analyze("a.ts", text);
      expect(document.problems).toMatchObject([{ code, path: "a.ts" }]);
      expect(document.terms.split("\n")).toContain("appl");
      expect(document.chunks).toHaveLength(1);
    } finally {
      await analyzer.close();
    }
  });

  it("whose worker is killed from outside is done once more, as if nothing had been", async () => {
    const analyzer = openDocumentAnalyzer({ ...settings, entry });
    try {
      const document = await analyzer.analyze("a.ts", `KILLED UNLESS ${join(folder.path, "killed")}`);
      expect(document.problems).toEqual([]);
    } finally {
      await analyzer.close();
    }
  });

  it("that crashes every time is kept by its path, and the other files are indexed", async () => {
    const project = openTestProject({
      "bad/tulip.ts": "DIE ALWAYS\n",
      "good.ts": "orchid\n",
      "worse.ts": "DIE ALWAYS\n",
    });
    try {
      const index = await project.open({ analysisEntry: entry });
      const freshness = await index.freshen(WAIT);
      expect(freshness.lagging).toBe(0);
      expect(freshness.problems.map(({ code, path }) => `${code} ${path}`)).toEqual([
        "PARSE_FAILED bad/tulip.ts",
        "PARSE_FAILED worse.ts",
      ]);
      ask(index, (snapshot) => {
        expect(whereIs(snapshot, "tulip")).toEqual(["bad/tulip.ts"]);
        expect(whereIs(snapshot, "orchid")).toEqual(["good.ts#0×1"]);
      });
    } finally {
      await project.dispose();
    }
  });

  it("by an installation whose workers do not start is a failure, and no file is taken for a bad one", async () => {
    const project = openTestProject({ "a.ts": "orchid\n" });
    try {
      const broken = await project.open({ analysisEntry: join(folder.path, "missing.mjs") });
      await expect(broken.freshen(WAIT)).rejects.toMatchObject({ code: "INTERNAL" });
      await broken.close();
      const mended = await project.open({ analysisEntry: entry });
      expect((await mended.freshen(WAIT)).problems).toEqual([]);
    } finally {
      await project.dispose();
    }
  });

  it("by such an installation leaves the answers of before, and that is said", async () => {
    const project = openTestProject({ "a.ts": "orchid\n" });
    try {
      const sound = await project.open({ analysisEntry: entry });
      await sound.freshen(WAIT);
      await sound.close();
      project.write("a.ts", "tulip tulip\n");
      const broken = await project.open({ analysisEntry: join(folder.path, "missing.mjs") });
      const freshness = await broken.freshen(WAIT);
      expect(freshness).toMatchObject({ lagging: 1, problems: [{ code: "PARSE_FAILED" }] });
      expect(ask(broken, (snapshot) => whereIs(snapshot, "orchid"))).toEqual(["a.ts#0×1"]);
    } finally {
      await project.dispose();
    }
  });

  it("that breaks the runtime of the grammars costs no other text its grammar", async () => {
    const analyzer = openDocumentAnalyzer({ ...settings, workers: 1 });
    try {
      const torn = "let = ;\n".repeat(3_000);
      expect(await analyzer.analyze("torn.ts", torn)).toMatchObject({ parse: "fallback", lineCount: 3_000 });
      expect(await analyzer.analyze("sound.ts", "let a = 1;\n")).toMatchObject({ parse: "full", problems: [] });
      expect(await analyzer.checkSyntax("torn.ts", torn)).toMatchObject({ verdict: "unchecked" });
      expect(await analyzer.checkSyntax("sound.ts", "let a = 1;\n")).toMatchObject({ verdict: "valid" });
    } finally {
      await analyzer.close();
    }
  });

  it("that is cancelled ends at once", async () => {
    const analyzer = openDocumentAnalyzer({ ...settings, entry });
    const controller = new AbortController();
    const hanging = analyzer.analyze("a.ts", "HANG", controller.signal);
    controller.abort();
    await expect(hanging).rejects.toMatchObject({ code: "CANCELLED" });
    await analyzer.close();
  });
});

describe("the check of a text", () => {
  it.each([
    ["crashes its worker", "DIE ALWAYS", "its parser crashed"],
    ["never ends", "HANG", "its parser did not end in time"],
  ])("that %s says so, and the next one is checked", async (_name, text, reason) => {
    const analyzer = openDocumentAnalyzer({ ...settings, entry, timeoutMs: 2_000 });
    try {
      expect(await analyzer.checkSyntax("a.ts", text)).toMatchObject({ verdict: "unchecked", reason });
      expect(await analyzer.checkSyntax("a.ts", "sound")).toMatchObject({ verdict: "valid" });
    } finally {
      await analyzer.close();
    }
  });
});

describe("the identity of an analysis", () => {
  it("follows the settings that choose a language, in any order", () => {
    const identity = (extensions: Record<string, string>) => analysisIdentity({ extensions }).settings;
    expect(identity({ ".a": "go", ".b": "php" })).toBe(identity({ ".b": "php", ".a": "go" }));
    expect(identity({ ".a": "go" })).not.toBe(identity({ ".a": "php" }));
    expect(identity({})).toBe("");
  });
});
