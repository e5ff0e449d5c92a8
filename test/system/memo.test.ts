import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { memoized, putLast } from "../../src/system/memo.ts";

/** A function that counts its work, remembered. */
function counted<Value>(compute: (text: string) => Value, most?: number) {
  const asked: string[] = [];
  const answer = memoized((text) => {
    asked.push(text);
    return compute(text);
  }, most);
  return { answer, asked };
}

describe("a remembered function", () => {
  it("answers as the function does, whatever the order and the bound", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 3 })), fc.integer({ min: 1, max: 4 }), (texts, most) => {
        const { answer } = counted((text) => text.toUpperCase(), most);
        expect(texts.map(answer)).toEqual(texts.map((text) => text.toUpperCase()));
      }),
    );
  });

  it("works once for a text, and gives the same object", () => {
    const { answer, asked } = counted((text) => ({ text }));
    expect(answer("a")).toBe(answer("a"));
    answer("b");
    answer("a");
    expect(asked).toEqual(["a", "b"]);
  });

  it("forgets all when one more than it may is asked for, and begins again", () => {
    const { answer, asked } = counted((text) => text, 2);
    for (const text of ["a", "b", "a", "c", "c", "a"]) {
      answer(text);
    }
    expect(asked).toEqual(["a", "b", "c", "a"]);
  });

  it.each([null, false, 0, "", Number.NaN])("remembers %s", (value) => {
    const { answer, asked } = counted(() => value);
    expect([answer("a"), answer("a")]).toEqual([value, value]);
    expect(asked).toEqual(["a"]);
  });

  it("takes texts that objects have as properties", () => {
    const { answer } = counted((text) => text.length);
    expect(["__proto__", "constructor", "toString"].map(answer)).toEqual([9, 11, 8]);
  });

  it("does not remember an error", () => {
    let times = 0;
    const answer = memoized(() => {
      times++;
      if (times === 1) {
        throw new Error("once");
      }
      return times;
    });
    expect(() => answer("a")).toThrow("once");
    expect(answer("a")).toBe(2);
  });
});

describe("putLast", () => {
  it("drops what was put there first, and never what was put there now", () => {
    const known = new Map<string, number>();
    for (const [key, value] of Object.entries({ a: 1, b: 2 })) {
      putLast(known, key, value, 2);
    }
    putLast(known, "a", 3, 2);
    putLast(known, "c", 4, 2);
    expect([...known]).toEqual([
      ["a", 3],
      ["c", 4],
    ]);
  });
});
