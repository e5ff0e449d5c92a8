// The definitions of one file of C or C++ by their full paths, since any file may reopen a namespace.

import { derivedFrom, openIndexOf } from "../../linking/derived.ts";
import type { LinkContext } from "../../linking/semantics.ts";
import { append } from "../../system/append.ts";
import { type DefinitionAt, type DefinitionFact, type Facts, FILE, LOCAL, MACRO } from "../../vocabulary/facts.ts";

export interface Index {
  readonly byPath: ReadonlyMap<string, readonly DefinitionAt[]>;
  /** Definitions at the top level or in namespaces only, by simple name. */
  readonly open: ReadonlyMap<string, readonly DefinitionAt[]>;
  /** Macros that open a namespace, by the namespace's name. */
  readonly opening: ReadonlyMap<string, readonly string[]>;
  /** Names of the macros that open a namespace in which the whole file is. */
  readonly enclosing: ReadonlySet<string>;
}

const variablesOn = openIndexOf<DefinitionFact>(({ kind, nameLine }) => (kind === "variable" ? [`${nameLine}`] : []));

export function indexOf({ lookup }: LinkContext, path: string): Index | undefined {
  const definitions = lookup.facts(path)?.definitions;
  return definitions === undefined ? undefined : readIndex(definitions);
}

const readIndex = derivedFrom((definitions: Facts["definitions"]): Index => {
  const byPath = new Map<string, DefinitionAt[]>();
  const open = new Map<string, DefinitionAt[]>();
  const opening = new Map<string, string[]>();
  const enclosing = new Set<string>();
  /** Whether its content can be named without a class. */
  const isOpen: boolean[] = [];
  definitions.forEach(({ name, path: own, kind, parent, flags, supers, nameLine }, at) => {
    const owner = definitions[parent];
    const outer = owner?.kind === "enum" ? owner.parent : parent;
    const outside = definitions[outer];
    const prefix = owner === undefined ? "" : `${owner.path}.`;
    // Its path differs from that of the enclosing definition plus its name: it is a member of a class declared elsewhere.
    const isWithin = own === `${prefix}${name}`;
    isOpen.push(kind === "module" && (parent === FILE || isOpen[parent] === true));
    if ((flags & LOCAL) !== 0) {
      return;
    }
    if (kind === "module" && name === "{}") {
      for (const macro of supers) {
        enclosing.add(macro);
      }
    }
    if (kind === "module" && (flags & MACRO) !== 0) {
      const [macro] = variablesOn(definitions, `${nameLine}`);
      append(opening, name, definitions[macro ?? at]?.name ?? name);
    }
    append(byPath, own, at);
    // Members of an unscoped enum are reached like its siblings.
    if (owner?.kind === "enum") {
      append(byPath, outside === undefined ? name : `${outside.path}.${name}`, at);
    }
    if (isWithin && kind !== "module" && (outer === FILE || isOpen[outer] === true)) {
      append(open, name, at);
    }
  });
  return { byPath, open, opening, enclosing };
});
