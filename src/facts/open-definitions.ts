// The definitions of one text while it is read: each as far as it is known, with what its body adds.
import { type DefinitionAt, EXPORTED, FILE, LOCAL } from "../vocabulary/facts.ts";
import type { DefinitionDraft, FactsBuilder } from "./facts-builder.ts";
import type { OpenScopes } from "./open-scopes.ts";
import type { OpenDefinition } from "./resolve-drafts.ts";

/** Largest number in the facts of one file: larger files are generated. */
const DEFINITIONS_MAX = 20_000;

export interface OpenDefinitions
  extends Pick<FactsBuilder, "amend" | "defined" | "child" | "branch" | "hazard" | "returns"> {
  readonly all: readonly OpenDefinition[];
  /** FILE for one that is not kept: it has no name, or there are too many. */
  add(draft: DefinitionDraft): DefinitionAt;
  /** Other files see it. */
  markExported(at: DefinitionAt): void;
}

interface Options {
  /** Between the names of a symbol's path. */
  readonly separator: string;
  /** Counts definitions that are not kept. */
  readonly leave: FactsBuilder["leave"];
}

export function openDefinitions(scopes: OpenScopes, { separator, leave }: Options): OpenDefinitions {
  const { here, nearest, isInFunction } = scopes;
  const all: OpenDefinition[] = [];
  const children = new Map<string, DefinitionAt>();
  const functionAround = (): OpenDefinition | undefined =>
    all[nearest(({ kind, definition }) => kind === "function" && definition !== FILE).definition];

  /** Its path in the file, and its flags: LOCAL is set by the scopes. */
  const placeOf = (draft: DefinitionDraft, parent: DefinitionAt): Pick<OpenDefinition, "path" | "flags"> => {
    const under = draft.under ?? (draft.parent === undefined ? here().under : parent);
    const names = [all[under]?.path, draft.qualifier, draft.name];
    const isLocal = draft.parent === undefined ? isInFunction() : ((all[parent]?.flags ?? 0) & LOCAL) !== 0;
    const flags = draft.flags ?? 0;
    return {
      path: names.filter((part) => part !== undefined).join(separator),
      // What no other file sees is not offered to any.
      flags: isLocal ? (flags & ~EXPORTED) | LOCAL : flags,
    };
  };

  return {
    all,
    add(draft) {
      // What the grammar took for granted has no text.
      if (draft.name === "") {
        return FILE;
      }
      if (all.length >= DEFINITIONS_MAX) {
        leave(1);
        return FILE;
      }
      const { name, parent = here().definition } = draft;
      const { path, flags } = placeOf(draft, parent);
      const at = all.length;
      // Written out: an object made by spreading another is slow to change.
      all.push({
        name,
        path,
        kind: draft.kind,
        parent,
        startLine: draft.startLine,
        endLine: draft.endLine,
        nameLine: draft.nameLine,
        flags,
        type: draft.type ?? null,
        types: draft.types ?? [],
        supers: draft.supers ?? [],
        parameters: draft.parameters ?? 0,
        signature: draft.signature ?? null,
        branches: 0,
        hazards: 0,
        returned: [],
      });
      const key = `${parent} ${name}`;
      if (!children.has(key)) {
        children.set(key, at);
      }
      return at;
    },
    markExported(at) {
      const found = all[at];
      if (found !== undefined) {
        found.flags |= EXPORTED;
      }
    },
    amend(at, { type, types, supers, flags, signature }) {
      const definition = all[at];
      if (definition !== undefined) {
        definition.type = type ?? definition.type;
        definition.types = types ?? definition.types;
        definition.supers = supers ?? definition.supers;
        definition.flags |= flags ?? 0;
        definition.signature = signature ?? definition.signature;
      }
    },
    defined: (at) => all[at],
    child: (of, name) => children.get(`${of} ${name}`) ?? FILE,
    branch() {
      const outer = functionAround();
      if (outer !== undefined) {
        outer.branches += 1;
      }
    },
    hazard(bits) {
      const enclosingOne = bits === 0 ? undefined : functionAround();
      if (enclosingOne !== undefined) {
        enclosingOne.hazards |= bits;
      }
    },
    returns(of) {
      const { isOwn, definition } = nearest(({ kind }) => kind === "function");
      if (isOwn) {
        all[definition]?.returned.push(of);
      }
    },
  };
}
