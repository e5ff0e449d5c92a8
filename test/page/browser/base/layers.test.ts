// Which row a module stands in, which are hubs, and which links others imply. Links are written `a>b`: a uses b.
import { describe, expect, test } from "vitest";
import { hubsOf, impliedLinks, type Link, layersOf } from "../../../../src/page/browser/base/layers.ts";

const linksOf = (text: string): Link[] =>
  text.split(" ").flatMap((one) => {
    const [from = "", to] = one.split(">");
    return to === undefined ? [] : [{ from, to }];
  });
const namesOf = (text: string): string[] => [...new Set(text.split(/[ >]/))].filter(Boolean).sort();

describe("layers", () => {
  test.each([
    ["a>b b>c", [["a"], ["b"], ["c"]]],
    ["a>b a>c b>c", [["a"], ["b"], ["c"]]],
    ["a>c b>c", [["a", "b"], ["c"]]],
    ["a b>c", [["a", "b"], ["c"]]],
    ["a>b b>a", [["b"], ["a"]]],
  ])("of %s are %j", (text, rows) => {
    expect(layersOf(namesOf(text), linksOf(text)).map((row) => row.toSorted())).toEqual(rows);
  });
});

describe("links that others imply", () => {
  test.each([
    ["a>b b>c", ""],
    ["a>b b>c a>c", "a>c"],
    ["a>b b>c c>d a>d b>d", "a>d b>d"],
    ["a>c b>c", ""],
    ["a>b b>a", ""],
  ])("of %s are %j", (text, expected) => {
    const links = linksOf(text);
    const implied = impliedLinks(layersOf(namesOf(text), links), links);
    expect([...implied].map(({ from, to }) => `${from}>${to}`).join(" ")).toBe(expected);
  });

  test("leave every module that a module reaches within its reach", () => {
    const names = Array.from({ length: 30 }, (_, at) => `m${at}`);
    const links = names.flatMap((from, at) =>
      names
        .slice(at + 1)
        .filter((_, step) => (at * 7 + step * 5) % 3 === 0)
        .map((to) => ({ from, to })),
    );
    const reach = (used: readonly Link[], from: string): Set<string> => {
      const found = new Set<string>();
      const next = [from];
      for (let one = next.pop(); one !== undefined; one = next.pop()) {
        for (const { to } of used.filter((link) => link.from === one && !found.has(link.to))) {
          found.add(to);
          next.push(to);
        }
      }
      return found;
    };
    const implied = impliedLinks(layersOf(names, links), links);
    const drawn = links.filter((link) => !implied.has(link));
    expect(drawn.length).toBeLessThan(links.length / 3);
    for (const name of names) {
      expect(reach(drawn, name)).toEqual(reach(links, name));
    }
  });
});

describe("hubs", () => {
  const others = ["a", "b", "c", "d", "e", "f", "g"];
  const using = (hub: string, users: number) =>
    others
      .slice(0, users)
      .map((from) => `${from}>${hub}`)
      .join(" ");

  test.each([
    [using("x", 4), ["x"]],
    [using("x", 3), []],
    [`${using("x", 5)} ${using("y", 7)}`, ["y", "x"]],
  ])("of %s are %j", (text, hubs) => {
    expect(hubsOf([...new Set([...others, ...namesOf(text)])], linksOf(text))).toEqual(hubs);
  });

  test("are none in a small project", () => {
    expect(hubsOf(["a", "b", "x"], linksOf("a>x b>x"))).toEqual([]);
  });
});
