// What linking asks of a project, answered from a snapshot. Good as long as the snapshot is held.
import type { Snapshot } from "../../index/snapshot.ts";
import type { Lookup } from "../../linking/lookup.ts";
import type { Facts } from "../../vocabulary/facts.ts";
import type { DocumentId } from "../../vocabulary/ids.ts";
import { pathTable } from "./path-table.ts";

export function lookupOf(snapshot: Snapshot): Lookup {
  const { inFolder, named } = pathTable(snapshot);
  const facts = new Map<string, Facts | null>();
  const defining = new Map<string, readonly string[]>();
  return {
    language: (path) => snapshot.documentAt(path)?.language ?? null,
    facts: (path) => remembered(facts, path, () => factsOf(snapshot, path)),
    exists: (path) => snapshot.documentAt(path) !== undefined,
    inFolder,
    named,
    defining: (name) => remembered(defining, name, () => filesDefining(snapshot, name)),
  };
}

function remembered<Key, Value>(known: Map<Key, Value>, key: Key, make: () => Value): Value {
  const value = known.get(key);
  if (value !== undefined) {
    return value;
  }
  const made = make();
  known.set(key, made);
  return made;
}

/** Its mentions are read when they are asked for: what other files see of it is in its shape. */
function factsOf(snapshot: Snapshot, path: string): Facts | null {
  const document = snapshot.documentAt(path);
  const shape = document === undefined ? null : snapshot.shape(document.id);
  if (document === undefined || shape === null) {
    return null;
  }
  return {
    ...shape,
    get mentions() {
      return snapshot.mentions(document.id);
    },
  };
}

function filesDefining(snapshot: Snapshot, name: string): readonly string[] {
  const documents = new Set<DocumentId>();
  for (const definition of snapshot.definitions(name)) {
    if (definition.name === name) {
      documents.add(definition.document);
    }
  }
  return [...documents]
    .filter(snapshot.hasFacts)
    .map((id) => snapshot.document(id).path)
    .sort();
}
