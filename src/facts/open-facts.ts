// Gathers the facts of one text while a language's reader walks its tree. What names mean is decided at the end, when all
// scopes are known.

import { BUILT_IN_ROOT, definitionIn, FUNCTION_MARK, TYPE_MARK } from "../vocabulary/chain.ts";
import { FUNCTION_KINDS, TYPE_KINDS } from "../vocabulary/chunk.ts";
import { type DefinitionAt, EXPORTED, FILE, type ImportFact, LOCAL } from "../vocabulary/facts.ts";
import { type ChainDraft, NOTHING } from "./chain-drafts.ts";
import type { DefinitionDraft, FactsBuilder, FactsRules } from "./facts-builder.ts";
import { openScopes } from "./open-scopes.ts";
import {
  type ConversionDraft,
  conversionsIn,
  distinct,
  groupReferences,
  type OpenDefinition,
  openDraftResolver,
  type ReferenceDraft,
  resolveDefinition,
} from "./resolve-drafts.ts";
import { bind, bindLocal } from "./scopes.ts";

/** Largest number in the facts of one file: larger files are generated. */
const DEFINITIONS_MAX = 20_000;
const REFERENCES_MAX = 100_000;

const NO_NAMES: ReadonlySet<string> = new Set();

export function openFacts(rules: FactsRules): FactsBuilder {
  const {
    separateFunctionNames = false,
    separateTypeNames = false,
    separator = ".",
    builtIn = NO_NAMES,
    extendsBuiltIns = false,
  } = rules;

  const definitions: OpenDefinition[] = [];
  const imports: ImportFact[] = [];
  const exports: { name: string; of: ChainDraft; line: number }[] = [];
  const references: ReferenceDraft[] = [];
  const conversions: ConversionDraft[] = [];
  const children = new Map<string, DefinitionAt>();
  let packageName: string | null = null;
  let left = 0;
  /** Rises with each name that is read or bound. */
  let moment = 1;
  const { here, nearest, within, isInFunction } = openScopes(rules);
  const functionAround = (): OpenDefinition | undefined =>
    definitions[nearest(({ kind, definition }) => kind === "function" && definition !== FILE).definition];
  const { resolveDraft, chainOf } = openDraftResolver(builtIn);

  function define(draft: DefinitionDraft): DefinitionAt {
    // What the grammar took for granted has no text.
    if (draft.name === "") {
      return FILE;
    }
    if (definitions.length >= DEFINITIONS_MAX) {
      left += 1;
      return FILE;
    }
    const { name, parent = here().definition, qualifier, flags = 0 } = draft;
    const under = draft.under ?? (draft.parent === undefined ? here().under : parent);
    const at = definitions.length;
    const owner = definitions[parent];
    const names = [definitions[under]?.path, qualifier, name];
    const isLocal = draft.parent === undefined ? isInFunction() : ((owner?.flags ?? 0) & LOCAL) !== 0;
    // Written out: an object made by spreading another is slow to change.
    definitions.push({
      name,
      path: names.filter((part) => part !== undefined).join(separator),
      kind: draft.kind,
      parent,
      startLine: draft.startLine,
      endLine: draft.endLine,
      nameLine: draft.nameLine,
      // What no other file sees is not offered to any.
      flags: isLocal ? (flags & ~EXPORTED) | LOCAL : flags,
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
    if (draft.binds !== false) {
      const isSeparate = separateFunctionNames !== false && FUNCTION_KINDS.has(draft.kind);
      if (draft.binds !== "type") {
        bind(here().scope, isSeparate ? name + FUNCTION_MARK : name, { by: "definition", at });
      }
      if (separateTypeNames && TYPE_KINDS.has(draft.kind)) {
        bind(here().scope, name + TYPE_MARK, { by: "definition", at });
      }
    }
    return at;
  }

  function addReference(draft: ReferenceDraft): void {
    if (draft.name === "") {
      return;
    }
    if (references.length < REFERENCES_MAX) {
      references.push(draft);
    } else {
      left += 1;
    }
  }

  return {
    get enclosing() {
      return here().definition;
    },
    get under() {
      return here().under;
    },
    get enclosingClass() {
      return nearest(({ kind }) => kind === "class").definition;
    },
    within,
    define,
    amend(at, { type, types, supers, flags, signature }) {
      const definition = definitions[at];
      if (definition !== undefined) {
        definition.type = type ?? definition.type;
        definition.types = types ?? definition.types;
        definition.supers = supers ?? definition.supers;
        definition.flags |= flags ?? 0;
        definition.signature = signature ?? definition.signature;
      }
    },
    definition: (at) => definitions[at],
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
        definitions[definition]?.returned.push(of);
      }
    },
    local(name, type, hoisted = false) {
      const around = hoisted ? nearest(({ kind }) => kind !== "block") : here();
      moment += 1;
      bindLocal(around.scope, name, type, moment);
    },
    again(name) {
      const { scope } = here();
      const binding = scope.bindings.get(name);
      const from = binding === undefined ? (scope.outer ?? scope) : scope;
      const before = { from, at: moment + 1, root: name, steps: "" };
      moment += 2;
      if (binding === undefined || binding.by === "local") {
        bindLocal(scope, name, before, moment);
      }
      return before;
    },
    localType(name, type) {
      moment += 1;
      bindLocal(here().scope, name + TYPE_MARK, type, moment);
    },
    import(fact) {
      const at = imports.push(fact) - 1;
      if (fact.local !== null) {
        bind(here().scope, fact.local, { by: "import", at });
      }
      return at;
    },
    export: (name, of, line) => void exports.push({ name, of, line }),
    package(name) {
      packageName = name;
    },
    name(name, isFunction = false) {
      moment += 1;
      return {
        from: here().scope,
        at: moment,
        root: isFunction && separateFunctionNames !== false ? name + FUNCTION_MARK : name,
        steps: "",
      };
    },
    typeName(name) {
      moment += 1;
      return { from: here().scope, at: moment, root: name + TYPE_MARK, steps: "" };
    },
    reference: (name, line, role, of, argumentTypes = null) =>
      addReference({ name, line, role, of, argumentTypes, needsChain: false }),
    referenceKnown: (name, line, role, of) =>
      addReference({ name, line, role, of, argumentTypes: null, needsChain: true }),
    converts(value, as, line) {
      if (value === null || as === null || value === NOTHING || conversions.length >= REFERENCES_MAX) {
        return;
      }
      conversions.push({ value, as, line });
    },
    leave(count) {
      left += count;
    },
    finish() {
      const exported = distinct(
        exports.map(({ name, of, line }) => ({ name, of: chainOf(of) ?? BUILT_IN_ROOT, line })),
      );
      for (const { of } of exported) {
        const found = definitions[definitionIn(of) ?? FILE];
        if (found !== undefined) {
          found.flags |= EXPORTED;
        }
      }
      return {
        package: packageName,
        definitions: definitions.map((definition) => resolveDefinition(definition, chainOf)),
        imports,
        exports: exports.length === 0 ? null : exported,
        references: groupReferences(references, {
          resolveDraft: (draft) => resolveDraft(draft, false),
          extendsBuiltIns,
        }),
        conversions: conversionsIn(conversions, chainOf),
        config: null,
        left,
      };
    },
  };
}
