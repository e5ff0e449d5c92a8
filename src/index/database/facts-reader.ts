// Reads the facts of documents in a connection's transaction. Facts that were read before are cached, within a bound, for all
// connections to one database: questions about one project use the same files again and again.

import type { Connection } from "../../system/sqlite.ts";
import type { FactsInside, FactsShape } from "../../vocabulary/facts.ts";
import type { Stretches } from "../../vocabulary/stretches.ts";
import { mayContain } from "../encoding/name-filter.ts";
import type { PackedFacts } from "../encoding/pack-facts.ts";
import { unpackStretches } from "../encoding/pack-stretches.ts";
import { type Unpacked, unpackInside, unpackShape } from "../encoding/unpack-facts.ts";
import type { DocumentRecord } from "../snapshot.ts";

export interface FactsReader {
  /** Far cheaper than the shape. */
  readonly hasFacts: (document: DocumentRecord) => boolean;
  /** Whether the facts may contain the name: false is always right, true almost always. Far cheaper than the shape. */
  readonly mayName: (document: DocumentRecord, name: string) => boolean;
  /** Null for a document without facts, whose language has definitions only. */
  readonly shapeOf: (document: DocumentRecord) => FactsShape | null;
  /** Nothing for a document without facts. */
  readonly insideOf: (document: DocumentRecord) => FactsInside;
  /** Null for a document that no grammar has read. */
  readonly stretchesOf: (document: DocumentRecord) => Stretches | null;
}

export interface FactsCache {
  readonly names: Cached<Uint8Array>;
  readonly shapes: Cached<FactsShape | null>;
  readonly inside: Cached<FactsInside>;
  readonly stretches: Cached<Stretches | null>;
}

/** Filters of names are small, and used far more often than the facts themselves. */
const NAMES = { count: 4_000, size: 500_000 };
/** Of inflated bytes; in memory shapes take 8 times as much, references 14 times. Those of vuejs/core are under 1 MB each. */
const SHAPES = { count: 2_000, size: 3_000_000 };
const INSIDE = { count: 2_000, size: 2_000_000 };
const STRETCHES = { count: 4_000, size: 2_000_000 };

export const openFactsCache = (): FactsCache => ({
  names: openCache(NAMES),
  shapes: openCache(SHAPES),
  inside: openCache(INSIDE),
  stretches: openCache(STRETCHES),
});

/** The cached value, or the one that `read` reads now. */
type Cached<Value> = (document: DocumentRecord, read: () => Unpacked<Value>) => Value;

interface Entry<Value> extends Unpacked<Value> {
  /** A document that is analysed again gets new chunks even if its text is the same. */
  readonly firstChunk: number;
  readonly contentHash: string;
}

/** Drops the least recently used values first. */
function openCache<Value>(most: { readonly count: number; readonly size: number }): Cached<Value> {
  const entries = new Map<number, Entry<Value>>();
  let size = 0;
  const drop = (id: number): void => {
    size -= entries.get(id)?.size ?? 0;
    entries.delete(id);
  };
  return ({ id, firstChunk, contentHash }, read) => {
    const known = entries.get(id);
    const isCurrent = known?.firstChunk === firstChunk && known.contentHash === contentHash;
    const entry = isCurrent ? known : { ...read(), firstChunk, contentHash };
    drop(id);
    if (entry.size <= most.size) {
      entries.set(id, entry);
      size += entry.size;
    }
    for (const oldest of entries.keys()) {
      if (entries.size <= most.count && size <= most.size) {
        break;
      }
      drop(oldest);
    }
    return entry.value;
  };
}

const NONE = new Uint8Array();
const NOTHING_INSIDE: FactsInside = { references: [], conversions: [] };

/** All throw DamagedBytes for bytes that cannot be read. */
export function openFactsReader(connection: Connection, cache: FactsCache): FactsReader {
  const hasRow = connection.prepare<[number], number>("SELECT 1 FROM facts WHERE document = ?").pluck();
  const getNames = connection.prepare<[number], Buffer>("SELECT names FROM facts WHERE document = ?").pluck();
  const getShape = connection.prepare<[number], Buffer>("SELECT shape FROM facts WHERE document = ?").pluck();
  const getBoth = connection.prepare<[number], Pick<PackedFacts, "shape" | "mentions">>(
    "SELECT shape, mentions FROM facts WHERE document = ?",
  );
  const getStretches = connection.prepare<[number], Buffer>("SELECT packed FROM stretches WHERE document = ?").pluck();
  return {
    hasFacts: ({ id }) => hasRow.get(id) !== undefined,
    mayName(document, name) {
      const names = cache.names(document, () => {
        const value = getNames.get(document.id) ?? NONE;
        return { value, size: value.length };
      });
      return mayContain(names, name);
    },
    shapeOf: (document) =>
      cache.shapes(document, () => {
        const packed = getShape.get(document.id);
        return packed === undefined ? { value: null, size: 0 } : unpackShape(packed);
      }),
    insideOf: (document) =>
      cache.inside(document, () => {
        const packed = getBoth.get(document.id);
        return packed === undefined ? { value: NOTHING_INSIDE, size: 0 } : unpackInside(packed);
      }),
    stretchesOf: (document) =>
      cache.stretches(document, () => {
        const packed = getStretches.get(document.id);
        return packed === undefined ? { value: null, size: 0 } : unpackStretches(packed);
      }),
  };
}
