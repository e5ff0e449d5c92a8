// A pattern that is a piece of code finds that piece, and still does with metavariables for its names. Pieces are taken from the
// sample of each language whose patterns are promised to work.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LANGUAGES } from "../../../src/languages/registry.ts";
import type { BareTree } from "../../../src/syntax/patterns/bare-tree.ts";
import { samples } from "../../languages/check.ts";
import { propertyRuns } from "../../support/property-runs.ts";
import { bareTreeOf, read, run } from "./find-pattern.ts";

const PROMISED = [
  "typescript",
  "tsx",
  "javascript",
  "python",
  "go",
  "rust",
  "java",
  "ruby",
  "kotlin",
  "csharp",
  "php",
  "c",
];

const cases = samples().flatMap(({ language, text }) => {
  const reader = LANGUAGES.find(({ id }) => id === language)?.reader;
  return PROMISED.includes(language) && reader?.by === "grammar" ? [{ language, text, grammar: reader.grammar }] : [];
});

/** Statements and expressions, of a length that somebody writes; fragments of them may be read as something else. */
function piecesOf({ tree, skip, children }: BareTree): number[] {
  return Array.from({ length: tree.count }, (_, node) => node).filter(
    (node) =>
      /_statement$|_expression$|^call|_call$|invocation|^(?:class|function|method)_declaration$/.test(
        tree.type(node),
      ) &&
      skip(node, node + 1) === node &&
      // What only wraps something is taken off.
      children(node).every((child) => tree.text(child) !== tree.text(node)) &&
      tree.text(node).length > 4 &&
      tree.text(node).length < 500,
  );
}

/** The piece with `$V0`, `$V1` … for some of its names. */
function withMetavariables({ tree, text }: BareTree, piece: number, chosen: (at: number) => boolean): string {
  const names = new Map<string, string>();
  let pattern = "";
  let done = tree.start(piece);
  for (let node = piece; node < tree.after(piece); node++) {
    const name = tree.text(node);
    const isName = tree.after(node) === node + 1 && tree.type(node) === "identifier" && tree.start(node) >= done;
    // Go's built-in ones take a type where others take a value.
    if (isName && /^(?!new$|make$)[a-z]\w*$/.test(name) && chosen(node) && names.size < 6) {
      names.set(name, names.get(name) ?? `$V${names.size}`);
      pattern += `${text.slice(done, tree.start(node))}${names.get(name)}`;
      done = tree.end(node);
    }
  }
  return pattern + text.slice(done, tree.end(piece));
}

/** Without what does not count. */
const bared = (text: string): string =>
  text.replace(/\/\*[\s\S]*?\*\/|(?:\/\/|#(?![[{!])).*/g, "").replace(/[\s,;]/g, "");

/** What a match is, written out of the pattern with what its metavariables stand for. */
const writtenOut = (pattern: string, bindings: ReadonlyMap<string, string>): string =>
  pattern.replace(/\$([A-Z]\w*)/g, (_, name) => bindings.get(name) ?? "");

describe("a piece of code", () => {
  it.each(cases)("of $language is a pattern that finds it", async ({ grammar, text }) => {
    const bare = await bareTreeOf(grammar, text);
    const pieces = piecesOf(bare);
    let asItself = 0;
    for (const piece of pieces) {
      const reading = await read(grammar, bare.tree.text(piece));
      if ("programs" in reading && reading.programs.some((one) => one.understood.join() === bare.tree.type(piece))) {
        asItself += 1;
        const found = await run(grammar, bare.tree.text(piece), bare);
        expect(found?.matches.map(({ start }) => start)).toContain(bare.tree.start(piece));
      }
    }
    // What it is in a file may not be seen from the piece alone.
    expect(asItself).toBeGreaterThanOrEqual(0.85 * pieces.length);
  });

  it.each(cases)("of $language is found with metavariables for its names", async ({ grammar, text }) => {
    const bare = await bareTreeOf(grammar, text);
    const pieces = piecesOf(bare);
    await fc.assert(
      fc.asyncProperty(fc.nat(pieces.length - 1), fc.nat(), async (at, seed) => {
        const piece = pieces[at] ?? 0;
        const pattern = withMetavariables(bare, piece, (node) => (node * 7 + seed) % 3 !== 0);
        const reading = await read(grammar, pattern);
        fc.pre(
          "programs" in reading && reading.programs.some((one) => one.understood.join() === bare.tree.type(piece)),
        );
        const found = await run(grammar, pattern, bare);
        expect(
          found?.matches.map(({ start }) => start),
          pattern,
        ).toContain(bare.tree.start(piece));
        for (const { start, end, bindings } of found?.matches ?? []) {
          const bound = new Map(bindings.map((one) => [one.name, text.slice(one.start, one.end)]));
          expect(bared(writtenOut(pattern, bound))).toBe(bared(text.slice(start, end)));
        }
      }),
      { numRuns: propertyRuns(25) },
    );
  });
});
