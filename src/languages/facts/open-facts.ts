// Gathers the facts of one text while a language's reader walks its tree. What names mean is decided at the end, when all scopes
// are known. Knows no language and no tree.
import {
  type Chain,
  type DefinitionAt,
  type DefinitionFact,
  EXPORTED,
  FILE,
  type ImportFact,
  LOCAL,
} from "../../vocabulary/facts.ts";
import type { DefinitionDraft, FactsBuilder, FactsRules, ScopeDraft } from "./facts-builder.ts";
import { bind, bindLocal, type ChainDraft, GIVES, OF_TYPE, type Resolved, resolve, type Scope } from "./scopes.ts";
import { agreed, distinct, grouped, joined, type MentionDraft } from "./settled.ts";

/** One file's facts hold no more: what is larger is generated. */
const DEFINITIONS_MAX = 20_000;
const MENTIONS_MAX = 100_000;

/** A definition while the text is read. */
type OpenDefinition = { -readonly [Key in keyof Omit<DefinitionFact, "type" | "supers">]: DefinitionFact[Key] } & {
  type: ChainDraft;
  types: readonly ChainDraft[];
  supers: readonly ChainDraft[];
  readonly returned: ChainDraft[];
};

interface Place {
  readonly scope: Scope;
  readonly kind: ScopeDraft["kind"] | "file";
  readonly definition: DefinitionAt;
  /** Whether the definition is this place's, not that of one around. */
  readonly isOwn: boolean;
  readonly under: DefinitionAt;
}

const ROOT_NAME = /^(?:in@\d+\.)?([^.()^*[\]]*)/;
const NO_NAMES: ReadonlySet<string> = new Set();

/** Where functions are kept apart: what is called. */
const FUNCTIONS: ReadonlySet<string> = new Set(["function", "method", "test"]);
/** Where types are kept apart: what a value may be annotated with. */
const TYPES: ReadonlySet<string> = new Set(["class", "interface", "enum", "type"]);

export function openFacts(rules: FactsRules): FactsBuilder {
  const { membersInScope, functionsApart = false, typesApart = false, separator = ".", builtIn = NO_NAMES } = rules;

  const definitions: OpenDefinition[] = [];
  const imports: ImportFact[] = [];
  const exports: { name: string; of: ChainDraft; line: number }[] = [];
  const mentions: MentionDraft[] = [];
  const children = new Map<string, DefinitionAt>();
  let packageName: string | null = null;
  let left = 0;
  /** Rises with each name that is read or bound. */
  let moment = 1;
  const scopeIn = (outer: Scope | null, kind: Place["kind"], definition: DefinitionAt): Scope => {
    const ofClass = kind === "class" ? definition : null;
    const callsOthers = functionsApart === "first";
    return { outer, isFunction: kind === "function", class: ofClass, membersInScope, callsOthers, bindings: new Map() };
  };
  const file: Place = { scope: scopeIn(null, "file", FILE), kind: "file", definition: FILE, isOwn: false, under: FILE };
  const places: Place[] = [file];
  const here = (): Place => places.at(-1) ?? file;
  const nearest = (admits: (place: Place) => boolean): Place => places.findLast(admits) ?? file;
  const functionAround = (): OpenDefinition | undefined =>
    definitions[nearest(({ kind, definition }) => kind === "function" && definition !== FILE).definition];
  /** Built-in names stand for nothing of any project's. */
  const settle = (draft: ChainDraft, isHeld: boolean): Resolved => {
    const resolved = resolve(draft, isHeld);
    if (resolved === null || resolved === "local") {
      return resolved;
    }
    // Most stand on a definition or an import.
    if (resolved.chain.startsWith("@") || resolved.chain.startsWith("%")) {
      return resolved;
    }
    const [before = "", root = ""] = ROOT_NAME.exec(resolved.chain) ?? [];
    return builtIn.has(root.endsWith(OF_TYPE) ? root.slice(0, -1) : root)
      ? { chain: `!${resolved.chain.slice(before.length)}` }
      : resolved;
  };
  const chainOf = (draft: ChainDraft): Chain | null => {
    const resolved = settle(draft, true);
    return resolved === null || resolved === "local" ? null : resolved.chain;
  };
  /** Of a variable that is called, what that gives; what a function that gives a function gives in the end is not told. */
  const typeOf = ({ kind, type, types, returned }: OpenDefinition): Chain | null => {
    const chain = (types.length > 0 ? joined(types, chainOf) : chainOf(type)) ?? agreed(returned, chainOf);
    const isFunction = kind === "function" || kind === "method";
    const given = chain?.endsWith(GIVES) === true && !isFunction ? chain.slice(0, -GIVES.length) : chain;
    return given?.includes(GIVES) === true ? null : given;
  };
  const isInFunction = (): boolean => places.some(({ kind }) => kind === "function");

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
      branches: 0,
      hazards: 0,
      returned: [],
    });
    const key = `${parent} ${name}`;
    if (!children.has(key)) {
      children.set(key, at);
    }
    if (draft.binds !== false) {
      const isApart = functionsApart !== false && FUNCTIONS.has(draft.kind);
      if (draft.binds !== "type") {
        bind(here().scope, isApart ? `${name}/` : name, { by: "definition", at });
      }
      if (typesApart && TYPES.has(draft.kind)) {
        bind(here().scope, `${name}${OF_TYPE}`, { by: "definition", at });
      }
    }
    return at;
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
    within({ kind, definition = here().definition, under }, inside) {
      const outer = here();
      const isOwn = definition !== outer.definition;
      places.push({
        scope: scopeIn(outer.scope, kind, definition),
        kind,
        definition,
        isOwn,
        under: under ?? (isOwn ? definition : outer.under),
      });
      inside();
      places.pop();
    },
    define,
    amend(at, { type, types, supers, flags }) {
      const definition = definitions[at];
      if (definition !== undefined) {
        definition.type = type ?? definition.type;
        definition.types = types ?? definition.types;
        definition.supers = supers ?? definition.supers;
        definition.flags |= flags ?? 0;
      }
    },
    definition: (at) => {
      const found = definitions[at];
      if (found === undefined) {
        return undefined;
      }
      const { returned: _, types: __, ...rest } = found;
      return { ...rest, type: null, supers: [] };
    },
    child: (of, name) => children.get(`${of} ${name}`) ?? FILE,
    branch() {
      const around = functionAround();
      if (around !== undefined) {
        around.branches += 1;
      }
    },
    hazard(bits) {
      const around = bits === 0 ? undefined : functionAround();
      if (around !== undefined) {
        around.hazards |= bits;
      }
    },
    returns(of) {
      const { isOwn, definition } = nearest(({ kind }) => kind === "function");
      if (isOwn) {
        definitions[definition]?.returned.push(of);
      }
    },
    local(name, type, hoisted = false) {
      const place = hoisted ? nearest(({ kind }) => kind !== "block") : here();
      moment += 1;
      bindLocal(place.scope, name, type, moment);
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
      bindLocal(here().scope, `${name}${OF_TYPE}`, type, moment);
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
        root: isFunction && functionsApart !== false ? `${name}/` : name,
        steps: "",
      };
    },
    typeName(name) {
      moment += 1;
      return { from: here().scope, at: moment, root: `${name}${OF_TYPE}`, steps: "" };
    },
    mention(name, line, role, of) {
      if (name === "") {
        return;
      }
      if (mentions.length < MENTIONS_MAX) {
        mentions.push({ name, line, role, of });
      } else {
        left += 1;
      }
    },
    leave(count) {
      left += count;
    },
    finish() {
      const exported = distinct(exports.map(({ name, of, line }) => ({ name, of: chainOf(of) ?? "!", line })));
      for (const { of } of exported) {
        const definition = /^@(\d+)$/.exec(of)?.[1];
        const found = definition === undefined ? undefined : definitions[Number(definition)];
        if (found !== undefined) {
          found.flags |= EXPORTED;
        }
      }
      return {
        package: packageName,
        definitions: definitions.map((definition) => {
          const { types: _, supers, returned: __, ...rest } = definition;
          return { ...rest, type: typeOf(definition), supers: supers.map(chainOf).filter((chain) => chain !== null) };
        }),
        imports,
        exports: exports.length === 0 ? null : exported,
        mentions: grouped(mentions, (draft) => settle(draft, false)),
        config: null,
        left,
      };
    },
  };
}
