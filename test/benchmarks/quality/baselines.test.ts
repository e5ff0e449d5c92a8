// The baselines on texts small enough to follow by hand.
import { describe, expect, it } from "vitest";
import type { VectorStore } from "../../../src/embedding/vector-store.ts";
import { openHashEmbedder } from "../../support/hash-embedder.ts";
import type { Reply } from "./arm.ts";
import { openPlainBm25, openPlainDesign } from "./baselines.ts";
import { openBm25, plainWords } from "./bm25.ts";
import type { ProjectText } from "./project-text.ts";
import { rankMatches, searchedWords } from "./ripgrep.ts";

const count = (text: string) => text.length;
const places = ({ hits }: Reply) => hits.map(({ path, startLine, endLine }) => `${path}:${startLine}-${endLine}`);

describe("plain BM25", () => {
  it("takes words as they stand, in lower case", () => {
    expect(plainWords("getUser(user_id) — Größe 2")).toEqual(["getuser", "user", "id", "größe", "2"]);
  });

  it("scores as its formula says", () => {
    const [rare = 0, both = 0, none = 0] = openBm25(["alpha beta", "beta beta gamma gamma", "delta gamma"])(
      "beta alpha",
    );
    // N 3, mean length 8/3; beta in 2 texts: ln(1 + 1.5/2.5), alpha in 1: ln(1 + 2.5/1.5).
    const [beta, alpha] = [Math.log(1.6), Math.log(1 + 2.5 / 1.5)];
    const short = (1 * 2.5) / (1 + 1.5 * (0.25 + 0.75 * (2 / (8 / 3))));
    const long = (2 * 2.5) / (2 + 1.5 * (0.25 + 0.75 * (4 / (8 / 3))));
    expect(rare).toBeCloseTo((alpha + beta) * short, 12);
    expect(both).toBeCloseTo(beta * long, 12);
    expect(none).toBe(0);
  });

  it("counts a word of the question once, and finds nothing in nothing", () => {
    const score = openBm25(["alpha", "beta"]);
    expect(score("alpha ALPHA")).toEqual(score("alpha"));
    expect(openBm25([])("alpha")).toEqual([]);
    expect(openBm25([""])("alpha")).toEqual([0]);
  });
});

const text: ProjectText = {
  files: [
    { path: "cart.ts", lines: ["open the cart", "close the cart", "nothing"] },
    { path: "order.ts", lines: ["the order of a cart", "", "ship it"] },
    { path: "user.ts", lines: ["name"] },
  ],
  chunks: [
    { path: "cart.ts", startLine: 1, endLine: 1 },
    { path: "cart.ts", startLine: 2, endLine: 3 },
    { path: "order.ts", startLine: 1, endLine: 3 },
    { path: "user.ts", startLine: 1, endLine: 1 },
  ],
};

describe("the baselines' answers", () => {
  it("of BM25 are the best chunk of each file that shares a word, and its lines", async () => {
    const reply = await openPlainBm25(text, count)("close cart");
    expect(places(reply)).toEqual(["cart.ts:2-3", "order.ts:1-3"]);
    expect(reply.carried.get(500)?.shown).toEqual(reply.hits);
  });

  it("of the plain design are whole files, all of them ranked, each embedded once", async () => {
    const store = memoryStore();
    const embedder = openHashEmbedder();
    const ask = await openPlainDesign(text, embedder, store, count);
    expect(places(await ask("open the cart\nclose the cart\nnothing"))[0]).toBe("cart.ts:1-3");
    expect(places(await ask("name"))).toHaveLength(3);
    expect(store.size()).toBe(3);
    await openPlainDesign(text, embedder, store, count);
    expect(store.size()).toBe(3);
  });
});

describe("ripgrep on the words of a question", () => {
  it("searches for what a person would: each word once, no stop words, no single letters", () => {
    expect(searchedWords("How does the Router match a path_param, path_param x?")).toEqual([
      "router",
      "match",
      "path_param",
    ]);
  });

  it("ranks files by how many of the words they hold, then by matching lines, then by path", () => {
    const output = [
      "./z/both.ts\0" + "7:match the Router",
      "./b/many.ts\0" + "1:router",
      "./b/many.ts\0" + "2:router: 3",
      "./a/router-match.ts\0" + "9:a router",
      "./c/one.ts\0" + "9:ROUTER",
    ].join("\n");
    expect(rankMatches(`${output}\n`, ["router", "match"])).toEqual([
      { path: "z/both.ts", lines: [{ path: "z/both.ts", line: 7, text: "z/both.ts:7:match the Router" }] },
      {
        path: "b/many.ts",
        lines: [
          { path: "b/many.ts", line: 1, text: "b/many.ts:1:router" },
          { path: "b/many.ts", line: 2, text: "b/many.ts:2:router: 3" },
        ],
      },
      {
        path: "a/router-match.ts",
        lines: [{ path: "a/router-match.ts", line: 9, text: "a/router-match.ts:9:a router" }],
      },
      { path: "c/one.ts", lines: [{ path: "c/one.ts", line: 9, text: "c/one.ts:9:ROUTER" }] },
    ]);
    expect(rankMatches("", ["router"])).toEqual([]);
  });
});

function memoryStore(): VectorStore & { size(): number } {
  const vectors = new Map<string, Float32Array>();
  return {
    dimensions: openHashEmbedder().dimensions,
    read: (keys) => new Map(keys.flatMap((key) => (vectors.has(key) ? [[key, vectors.get(key) as Float32Array]] : []))),
    visit: (keys, visit) =>
      keys.forEach((key, at) => {
        const vector = key === undefined ? undefined : vectors.get(Buffer.from(key).toString("hex"));
        if (vector !== undefined) {
          visit(at, vector);
        }
      }),
    write: (entries) => entries.forEach((vector, key) => void vectors.set(key, vector)),
    noteSpeed: () => undefined,
    speed: () => null,
    close: () => undefined,
    size: () => vectors.size,
  };
}
