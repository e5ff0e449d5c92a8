import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { restrictTo } from "../../../src/index/vectors/restrict.ts";
import type { VectorIndex } from "../../../src/index/vectors/vector-index.ts";
import { bindFilter, compileFilter } from "../../../src/search/query/filter.ts";
import { parseQuery } from "../../../src/search/query/parse-query.ts";
import { rank } from "../../../src/search/ranking/rank.ts";
import { retrieve } from "../../../src/search/ranking/retrieve.ts";
import { WEIGHTS } from "../../../src/search/ranking/weights.ts";
import type { ChunkId } from "../../../src/vocabulary/chunk.ts";
import type { Hit, SearchFilter } from "../../../src/vocabulary/search.ts";
import { hashEmbedding } from "../../support/hash-embedder.ts";
import { type Files, type MemoryProject, memoryProject } from "../../support/memory-project.ts";

function ask(
  { snapshot }: MemoryProject,
  text: string,
  options: { readonly topK?: number; readonly filter?: Partial<SearchFilter>; readonly meaning?: boolean } = {},
): Hit[] {
  const query = parseQuery(text);
  const filter = { paths: [], languages: [], kinds: [], ...options.filter };
  const scope = bindFilter(compileFilter(filter, new Set(["typescript", "python", "markdown"])), snapshot);
  const vector = options.meaning === false ? null : hashEmbedding(query.text);
  const { topK = 10 } = options;
  return rank(snapshot, query, retrieve(snapshot, query, scope, vector, topK)).hits.slice(0, topK);
}

/** A function of some twenty lines about a subject: a chunk of its own. */
const body = (name: string, subject: string): string =>
  `export function ${name}(): number {\n${Array.from({ length: 20 }, (_, i) => `  const ${subject}${i} = ${i}; // the ${subject} number ${i} of ${name}\n`).join("")}  return ${subject}1;\n}\n\n`;

const FILES: Files = {
  "src/user/session.ts": body("renewSession", "session") + body("endSession", "session") + body("other", "nothing"),
  "src/user/profile.ts": body("showProfile", "profile"),
  "src/session-store.ts": body("openStore", "store"),
  "test/session.test.ts": body("testRenewSession", "session"),
  "docs/session.md": "# Session\n\nThe session is renewed while a session is used.\n",
  "src/index.ts": 'export { renewSession } from "./user/session.ts";\n',
  "src/legacy/session.ts": body("renewSession", "session"),
};
const project = await memoryProject(FILES);
const wordsOnly = await memoryProject(FILES, { withVectors: false });

const QUERIES = ["how is a session renewed", "renewSession", "src/user/profile.ts", "store", "number nothing", "zzz"];

describe("ranked hits", () => {
  it.each(QUERIES)("explain their score completely: %s", (query) => {
    for (const subject of [project, wordsOnly]) {
      for (const { score, explanation } of ask(subject, query)) {
        const sum = explanation.reduce((total, { share }) => total + share, 0);
        expect(Math.abs(sum - score)).toBeLessThan(1e-9);
        expect(explanation.every(({ signal, share }) => signal in WEIGHTS && share !== 0)).toBe(true);
      }
    }
  });

  it("sum up whatever is asked", () => {
    const word = fc.constantFrom(
      "session",
      "renewSession",
      "profile",
      "store",
      "number",
      "src/index.ts",
      "the",
      "日本",
      "x",
    );
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 6 }), (words) => {
        const hits = ask(project, words.join(" "));
        for (const { score, explanation } of hits) {
          expect(explanation.reduce((total, { share }) => total + share, 0)).toBeCloseTo(score, 9);
        }
        expect(hits.map(({ score }) => score)).toEqual(hits.map(({ score }) => score).sort((a, b) => b - a));
      }),
    );
  });

  it("are numbered from 1 and at most as many as asked for", () => {
    const hits = ask(project, "session", { topK: 3 });
    expect(hits.map(({ rank: place }) => place)).toEqual([1, 2, 3]);
  });

  it("are the same each time, and equal ones stand by path and line", async () => {
    const twins = await memoryProject({
      "b.ts": body("twin", "same"),
      "a.ts": body("twin", "same"),
      "c.ts": body("twin", "same"),
    });
    const hits = ask(twins, "twin", { meaning: false });
    expect(hits.map(({ path }) => path)).toEqual(["a.ts", "b.ts", "c.ts"]);
    expect(ask(twins, "twin", { meaning: false })).toEqual(hits);
  });

  it("put the source before its tests, its documents and its old version", () => {
    const paths = ask(project, "how is a session renewed").map(({ path }) => path);
    expect(paths[0]).toBe("src/user/session.ts");
  });

  it("give tests to who asks for tests", () => {
    const [first] = ask(project, "test of renewing a session");
    expect(first?.path).toBe("test/session.test.ts");
  });

  it("put the definition of a name first", () => {
    const [first] = ask(project, "endSession");
    expect(first).toMatchObject({ path: "src/user/session.ts", symbol: "endSession" });
    expect(first?.explanation.map(({ signal }) => signal)).toContain("definition");
  });

  it("find a file by its path, also by the end of it and with a line number", () => {
    for (const query of ["src/user/profile.ts", "profile.ts", "at user/profile.ts:12"]) {
      expect(ask(project, query)[0]?.path).toBe("src/user/profile.ts");
    }
  });

  it.each([
    ["src/user/session.ts:30", "endSession"],
    ['File "/opt/app/src/user/session.ts", line 30, in end', "endSession"],
    ["at /srv/src/user/session.ts:55:3", "other"],
  ])("put the chunk with the line first: %s", (query, symbol) => {
    const [first] = ask(project, query);
    expect(first).toMatchObject({ path: "src/user/session.ts", symbol });
    expect(first?.explanation.map(({ signal }) => signal)).toEqual(expect.arrayContaining(["namedPath", "namedLine"]));
  });

  it("put the definition within the named type first, and what is implemented before its overloads", async () => {
    const filler = Array.from({ length: 30 }, (_, i) => `    const a${i} = invoke(${i}); // invoke\n`).join("");
    const method = `  invoke(x: string): number {\n${filler}    return 1;\n  }\n`;
    const subject = await memoryProject({
      "a.ts": `export class Other {\n${method}}\n`,
      "b.ts": `export class Context {\n  invoke(): void;\n  invoke(x?: string): void;\n\n${method.replaceAll(" invoke(3", " call(3")}}\n`,
      "c.ts": `export class Third {\n${method}}\n`,
    });
    const [first] = ask(subject, "Context.invoke", { meaning: false });
    expect(first).toMatchObject({ path: "b.ts" });
    expect(first?.endLine).toBeGreaterThan(30);
    const defining = ask(subject, "Context.invoke", { meaning: false, topK: 100 }).filter(({ explanation }) =>
      explanation.some(({ signal }) => signal === "definition"),
    );
    expect(new Set(defining.map(({ path }) => path))).toEqual(new Set(["b.ts"]));
    const asVariable = ask(subject, "context1.invoke", { meaning: false, topK: 100 });
    expect(
      asVariable.filter(({ explanation }) => explanation.some(({ signal }) => signal === "definition")).length,
    ).toBe(3);
  });

  it("take three chunks of a file where there are files enough, and more where there are not", async () => {
    const functions = Array.from({ length: 12 }, (_, i) => body(`step${i}`, "session")).join("");
    const many = Object.fromEntries(Array.from({ length: 10 }, (_, i) => [`src/${i}.ts`, body(`one${i}`, "session")]));
    const one = await memoryProject({ "big.ts": functions });
    const several = await memoryProject({ "big.ts": functions, ...many });
    expect(ask(one, "session", { topK: 6, meaning: false })).toHaveLength(6);
    const ofBig = ask(several, "session", { topK: 100, meaning: false }).filter(({ path }) => path === "big.ts");
    expect(ofBig).toHaveLength(12);
    expect(ask(several, "session", { topK: 5 }).filter(({ path }) => path === "big.ts").length).toBeLessThanOrEqual(3);
  });

  it("let a second chunk of a file in, behind its first and at a price", () => {
    const hits = ask(project, "session number").filter(({ path }) => path === "src/user/session.ts");
    expect(hits.length).toBeGreaterThan(1);
    expect(hits[0]?.explanation.some(({ signal }) => signal === "repeat")).toBe(false);
    expect(hits[1]?.explanation).toContainEqual({ signal: "repeat", share: WEIGHTS.repeat.words });
  });

  it("come from words alone where there are no vectors", () => {
    const hits = ask(wordsOnly, "how is a session renewed");
    expect(hits[0]?.path).toBe("src/user/session.ts");
    expect(hits.flatMap(({ explanation }) => explanation).some(({ signal }) => signal === "meaning")).toBe(false);
  });

  it("come from meaning alone where no word is there", async () => {
    const subject = await memoryProject(
      { "a.ts": body("alpha", "one"), "b.ts": body("beta", "two") },
      { embed: () => hashEmbedding("zzz") },
    );
    const hits = ask(subject, "zzz");
    expect(hits.length).toBeGreaterThan(0);
  });

  it("are none where nothing is like the query", () => {
    expect(ask(wordsOnly, "zzz")).toEqual([]);
  });

  it("lie within the filter, which acts before the number of hits does", () => {
    expect(ask(project, "session", { filter: { paths: ["docs/**"] }, topK: 1 })[0]?.path).toBe("docs/session.md");
    expect(ask(project, "session", { filter: { paths: ["!src", "!test"] } }).map(({ path }) => path)).toEqual([
      "docs/session.md",
    ]);
    const kinds = ask(project, "session", { filter: { kinds: ["section"] } }).map(({ kind }) => kind);
    expect(new Set(kinds)).toEqual(new Set(["section"]));
  });
});

describe("every proposed chunk", () => {
  const words = fc.constantFrom(
    "session",
    "renewSession",
    "profile",
    "src/user/session.ts:30",
    "store",
    "number",
    "zzz",
  );
  const filters = fc.constantFrom<Partial<SearchFilter>>(
    { paths: ["src/user/**"] },
    { paths: ["!src"] },
    { kinds: ["section"] },
    { kinds: ["function"], paths: ["test/**", "docs/**"] },
    { languages: ["markdown"] },
  );

  it("lies in scope, whether words, names, paths, phrases or meaning propose it, or its file was found", () => {
    fc.assert(
      fc.property(fc.array(words, { minLength: 1, maxLength: 4 }), filters, fc.boolean(), (asked, narrow, meaning) => {
        const { snapshot } = project;
        const query = parseQuery(asked.join(" "));
        const filter = { paths: [], languages: [], kinds: [], ...narrow };
        const scope = bindFilter(compileFilter(filter, new Set(["markdown"])), snapshot);
        const admitted = Array.from({ length: snapshot.chunkCount }, (_, at) => (at + 1) as ChunkId).filter(
          scope.chunk,
        );
        const phrases = new Map(admitted.slice(0, 1).map((chunk) => [chunk, 1]));
        const vector = meaning ? hashEmbedding(query.text) : null;
        const candidates = retrieve(snapshot, query, scope, vector, 10, phrases);
        expect(candidates.files.every(({ chunks }) => chunks.length > 0 && chunks.every(scope.chunk))).toBe(true);
        const { hits, further } = rank(snapshot, query, candidates);
        expect([...hits, ...further].every(({ chunk }) => scope.chunk(chunk))).toBe(true);
      }),
    );
  });

  it("is proposed by words only where one can be shown", () => {
    const { snapshot } = project;
    const filter = { paths: [], languages: [], kinds: ["interface" as const] };
    const scope = bindFilter(compileFilter(filter, new Set()), snapshot);
    expect(retrieve(snapshot, parseQuery("session"), scope, null, 10)).toMatchObject({ files: [], byWords: false });
  });
});

describe("hits on a project that is embedded in part", () => {
  it("count what is not measured as the project's mean, and stay explained", async () => {
    const half = await memoryProject(FILES);
    for (let id = 1; id <= half.snapshot.chunkCount; id += 2) {
      half.snapshot.vectors?.remove(id as ChunkId);
    }
    const hits = ask(half, "how is a session renewed", { topK: 100 });
    expect(hits[0]?.path).toBe("src/user/session.ts");
    for (const { score, explanation } of hits) {
      expect(explanation.reduce((total, { share }) => total + share, 0)).toBeCloseTo(score, 9);
      expect(Number.isFinite(score)).toBe(true);
    }
    expect(ask(half, "how is a session renewed", { topK: 100 })).toEqual(hits);
  });
});

describe("hostile projects", () => {
  it("with files of one line of a megabyte are ranked like others", async () => {
    const long = `const all = "${"session ".repeat(125_000)}";\n`;
    const subject = await memoryProject({ "data/long.js": long, "src/session.ts": body("renewSession", "session") });
    const hits = ask(subject, "renewSession");
    expect(hits[0]?.path).toBe("src/session.ts");
    expect(hits.every(({ score }) => Number.isFinite(score))).toBe(true);
  });

  it("with paths that look like expressions are found by these paths", async () => {
    const paths = ["src/(a+)+$.ts", "src/[id].ts", "src/$1.ts", "src/a|b.ts", "src/__proto__.ts", "src/constructor.ts"];
    const subject = await memoryProject(Object.fromEntries(paths.map((path) => [path, body("handler", "session")])));
    expect(new Set(ask(subject, "handler").map(({ path }) => path))).toEqual(new Set(paths));
    expect(ask(subject, "src/__proto__.ts")[0]?.path).toBe("src/__proto__.ts");
    expect(ask(subject, "constructor")[0]?.path).toBe("src/constructor.ts");
  });
});

describe("a name that one file holds", () => {
  const held = memoryProject({
    "src/parse.ts": body("parseMarker", "marker") + body("readMarker", "marker"),
    "src/marker.ts": body("openMarker", "marker"),
    "test/store.test.ts": `${body("testStore", "store")}// the zqmarkers were put here\n`,
    "docs/other.md": "# Other\n\nNothing of it.\n",
  });

  it.each([
    ["asked for alone", "zqmarkers"],
    ["asked for in a few words", "zqmarkers put"],
  ])("stands first although it is a test, and others resemble it: %s", async (_, query) => {
    expect(ask(await held, query)[0]).toMatchObject({
      path: "test/store.test.ts",
      explanation: expect.arrayContaining([expect.objectContaining({ signal: "holdsName" })]),
    });
  });

  it.each([
    ["in a long question", "where are the zqmarkers of the store kept while it is open"],
    ["where it is an English word", "nothing number"],
  ])("is nothing special %s", async (_, query) => {
    const signals = ask(await held, query).flatMap(({ explanation }) => explanation.map(({ signal }) => signal));
    expect(signals).not.toContain("holdsName");
  });
});

describe("an index that knows what chunks can reach", () => {
  const QUESTIONS = [
    "subject3 number",
    "where does run7 begin",
    "src/area2/file12.ts",
    "how is subject1 ended",
    "run44",
  ];
  /** More files than are weighed for a hit, of several chunks each. */
  const many = Object.fromEntries(
    Array.from({ length: 150 }, (_, at) => [
      `src/area${at % 7}/file${at}.ts`,
      body(`run${at}`, `subject${at % 5}`) + body(`end${at}`, `subject${at % 11}`),
    ]),
  );

  it("has the same hits, and fewer vectors read", async () => {
    const { snapshot } = await memoryProject(many);
    const { vectors } = snapshot;
    if (vectors === null) {
      throw new Error("the project has vectors");
    }
    let read = 0;
    const bounded: VectorIndex = {
      ...restrictTo(vectors, () => true),
      similarities(query, chunks) {
        read += chunks.length;
        return vectors.similarities(query, chunks);
      },
      ceilings: (query, chunks) => vectors.similarities(query, chunks).map((cosine) => cosine + 0.01),
    };
    for (const topK of [1, 10]) {
      for (const question of QUESTIONS) {
        const lazy = ask({ snapshot: { ...snapshot, vectors: bounded } } as MemoryProject, question, { topK });
        expect(lazy).toEqual(ask({ snapshot } as MemoryProject, question, { topK }));
        expect(lazy).not.toHaveLength(0);
      }
    }
    expect(read).toBeGreaterThan(0);
    expect(read).toBeLessThan((2 * QUESTIONS.length * snapshot.chunkCount) / 2);
  });
});
