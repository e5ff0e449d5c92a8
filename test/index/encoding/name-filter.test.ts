// A filter knows each of its names, and few others.
import { describe, expect, it } from "vitest";
import { mayContain, nameFilter } from "../../../src/index/encoding/name-filter.ts";

const named = (count: number, form: (at: number) => string) =>
  new Set(Array.from({ length: count }, (_, at) => form(at)));

describe("a filter of names", () => {
  it.each([
    ["words", named(1_000, (at) => `name${at}`)],
    ["letters", named(26, (at) => String.fromCharCode(97 + at))],
    ["other scripts", named(300, (at) => `größe${String.fromCodePoint(0x4e00 + at)}`)],
    ["one name", new Set(["save"])],
    ["no text at all", new Set([""])],
  ])("made of %s holds them, and some one of a hundred others", (_, names) => {
    const filter = nameFilter(names);
    expect([...names].filter((name) => !mayContain(filter, name))).toEqual([]);
    const mistakes = [...named(4_000, (at) => `other_${at}`)].filter((name) => mayContain(filter, name)).length;
    expect(mistakes).toBeLessThan(200);
  });

  it("made of none holds none", () => {
    expect(nameFilter(new Set()).length).toBe(0);
    expect(mayContain(nameFilter(new Set()), "save")).toBe(false);
  });
});
