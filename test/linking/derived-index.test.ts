import fc from "fast-check";
import { expect, it } from "vitest";
import { openIndexOf } from "../../src/linking/derived.ts";

const keysOf = ({ keys }: { readonly keys: readonly string[] }) => keys;
const item = fc.record({
  keys: fc.uniqueArray(fc.constantFrom<string[]>("a", "b", "constructor", "__proto__", ""), { maxLength: 3 }),
});

it("answers the same as looking through the list, however often it is asked", () => {
  const indexOf = openIndexOf(keysOf);
  fc.assert(
    fc.property(
      fc.array(item, { maxLength: 20 }),
      fc.array(fc.constantFrom("a", "constructor", "", "none")),
      (items, asked) => {
        for (const key of asked) {
          expect(indexOf(items, key)).toEqual(items.flatMap(({ keys }, at) => (keys.includes(key) ? [at] : [])));
        }
      },
    ),
  );
});

it("keeps the lists of two indexes apart", () => {
  const items = ["ab", "b"];
  const first = openIndexOf<string>((text) => [text.slice(0, 1)]);
  const last = openIndexOf<string>((text) => [text.slice(-1)]);
  expect([first(items, "b"), last(items, "b"), first(items, "a")]).toEqual([[1], [0, 1], [0]]);
});
