// A document's packed facts give back the facts that they were made of, and damaged ones are said to be so.
import { deflateRawSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { INFLATED_MAX } from "../../../src/index/encoding/columns.ts";
import { mayContain } from "../../../src/index/encoding/name-filter.ts";
import { type PackedFacts, packFacts } from "../../../src/index/encoding/pack-facts.ts";
import { unpackInside, unpackShape } from "../../../src/index/encoding/unpack-facts.ts";
import { DamagedBytes } from "../../../src/index/encoding/varint.ts";
import {
  type DefinitionFact,
  type DefinitionKind,
  type Facts,
  type ReferenceGroup,
  ROLES,
} from "../../../src/vocabulary/facts.ts";
import { factsWith } from "../../support/facts-database.ts";

const KINDS: readonly DefinitionKind[] = ["function", "method", "class", "variable", "data", "field", "member"];

const number = fc.oneof(fc.nat(40), fc.nat(3_000_000));
/** Few letters, so that names, paths and chains end and begin as others do. */
const text = fc.oneof(
  fc.string({ unit: fc.constantFrom("a", "B", ".", ":", "é", "漢", "😀", "\n"), maxLength: 6 }),
  fc.string({ unit: "grapheme", maxLength: 300 }),
);
const chain = fc.oneof(text, fc.constantFrom("%0", "@1", "@1.a", "self@0.B", "in@2.a()", "!"));

const definitions: fc.Arbitrary<DefinitionFact[]> = fc
  .array(
    fc.record({
      definition: fc.record({
        name: text,
        path: text,
        kind: fc.constantFrom(...KINDS),
        parent: fc.integer({ min: -1, max: 12 }),
        startLine: number,
        endLine: number,
        nameLine: number,
        flags: fc.nat(255),
        type: fc.option(chain),
        supers: fc.array(chain, { maxLength: 3 }),
        parameters: number,
        signature: fc.option(text),
        branches: number,
        hazards: fc.nat(3),
      }),
      between: fc.constantFrom(".", "::", "#", null),
    }),
  )
  .map((drafts) => {
    const made: DefinitionFact[] = [];
    for (const { definition, between } of drafts) {
      const outer = made[definition.parent]?.path;
      const path = outer === undefined ? definition.name : `${outer}${between}${definition.name}`;
      made.push(between === null ? definition : { ...definition, path });
    }
    return made;
  });

const references: fc.Arbitrary<ReferenceGroup[]> = fc.array(
  fc
    .record({
      name: text,
      of: fc.option(fc.record({ before: chain, alone: fc.boolean() })),
      places: fc.array(
        fc.record({ line: number, role: fc.constantFrom(...ROLES), within: fc.integer({ min: -1, max: 12 }) }),
        { maxLength: 6 },
      ),
      isPlaced: fc.boolean(),
      argumentTypes: fc.option(fc.constantFrom("()", "(String,?)")),
    })
    .map(({ name, of, places, isPlaced, argumentTypes }) => ({
      name,
      of: of === null ? null : of.alone ? of.before : `${of.before}.${name}`,
      lines: places.map(({ line }) => line).sort((a, b) => a - b),
      roles: places.map(({ role }) => role),
      argumentTypes,
      ...(isPlaced ? { within: places.map(({ within }) => within) } : {}),
    })),
);

const facts: fc.Arbitrary<Facts> = fc.record({
  package: fc.option(text),
  definitions,
  imports: fc.array(
    fc
      .record({
        local: fc.option(text),
        imported: fc.option(chain),
        same: fc.boolean(),
        specifier: text,
        line: number,
        isDeferred: fc.boolean(),
      })
      .map(({ same, isDeferred, ...one }) => ({
        ...one,
        imported: same ? one.local : one.imported,
        ...(isDeferred ? ({ isDeferred } as const) : {}),
      })),
  ),
  exports: fc.option(fc.array(fc.record({ name: text, of: chain, line: number }))),
  references,
  conversions: fc.array(fc.record({ value: chain, as: chain, line: number })),
  config: fc.option(fc.dictionary(fc.constantFrom("paths", "exports", "é"), fc.array(text))),
  left: number,
});

function packed(of: Facts): PackedFacts {
  const made = packFacts(of);
  if (made === null) {
    throw new Error("too much to be packed");
  }
  return made;
}

describe("packed facts", () => {
  it("give back what they were made of", () => {
    fc.assert(
      fc.property(facts, (some) => {
        const both = packed(some);
        expect({ ...unpackShape(both.shape).value, ...unpackInside(both).value }).toEqual(some);
      }),
    );
  });

  it("hold in their filter every name that may be asked for", () => {
    fc.assert(
      fc.property(facts, (some) => {
        const { names } = packed({ ...some, left: 0 });
        const named = [...some.references, ...some.definitions, ...(some.exports ?? [])].map(({ name }) => name);
        const imported = some.imports.flatMap((one) => [one.local, one.imported]).filter((name) => name !== null);
        expect([...named, ...imported].filter((name) => !mayContain(names, name))).toEqual([]);
      }),
    );
  });

  it("hold any name where some were left out", () => {
    fc.assert(
      fc.property(facts, fc.string(), (some, name) => {
        expect(mayContain(packed({ ...some, left: 1 }).names, name)).toBe(true);
      }),
    );
  });

  it("that are cut short or changed are damaged, or other facts, and nothing worse", () => {
    const attempt = (read: () => unknown) => {
      try {
        read();
      } catch (error) {
        expect(error).toBeInstanceOf(DamagedBytes);
      }
    };
    fc.assert(
      fc.property(facts, fc.nat(), fc.nat(255), (some, place, value) => {
        const { shape, mentions: groups } = packed(some);
        for (const bytes of [shape, groups]) {
          const changed = Buffer.from(bytes);
          changed[place % changed.length] = value;
          for (const damaged of [bytes.subarray(0, place % bytes.length), changed]) {
            attempt(() => unpackShape(damaged));
            attempt(() => unpackInside({ shape: damaged, mentions: groups }));
            attempt(() => unpackInside({ shape, mentions: damaged }));
          }
        }
      }),
    );
  });

  it("that were made to grow without end are damaged", () => {
    const bomb = deflateRawSync(Buffer.alloc(INFLATED_MAX + 1));
    expect(() => unpackShape(bomb)).toThrow(DamagedBytes);
    const { shape } = packed(factsWith({}));
    expect(() => unpackInside({ shape, mentions: bomb })).toThrow(DamagedBytes);
    // A count of 2^42 and nothing after it.
    const counts = deflateRawSync(Buffer.from([0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x01]));
    expect(() => unpackInside({ shape, mentions: counts })).toThrow(DamagedBytes);
  });

  it("are not made of more than can be read back", () => {
    const name = "n".repeat(INFLATED_MAX + 1);
    expect(
      packFacts(factsWith({ references: [{ name, of: null, lines: [1], roles: ["read"], argumentTypes: null }] })),
    ).toBeNull();
  });
});
