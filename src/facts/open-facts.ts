// Gathers the facts of one text while a language's reader walks its tree. What names mean is decided at the end, when all
// scopes are known.

import { BUILT_IN_ROOT, definitionIn } from "../vocabulary/chain.ts";
import { FILE, type ImportFact } from "../vocabulary/facts.ts";
import { type ChainDraft, NOTHING } from "./chain-drafts.ts";
import { openEnclosing } from "./enclosing.ts";
import type { FactsBuilder, FactsRules } from "./facts-builder.ts";
import { openDefinitions } from "./open-definitions.ts";
import { openNames } from "./open-names.ts";
import { openScopes } from "./open-scopes.ts";
import {
  type ConversionDraft,
  conversionsIn,
  distinct,
  groupReferences,
  openDraftResolver,
  type ReferenceDraft,
  resolveDefinition,
} from "./resolve-drafts.ts";

/** Largest number in the facts of one file: larger files are generated. */
const REFERENCES_MAX = 100_000;

const NO_NAMES: ReadonlySet<string> = new Set();

export function openFacts(rules: FactsRules): FactsBuilder {
  const imports: ImportFact[] = [];
  const exports: { name: string; of: ChainDraft; line: number }[] = [];
  const references: ReferenceDraft[] = [];
  const conversions: ConversionDraft[] = [];
  let packageName: string | null = null;
  let left = 0;
  const leave = (count: number): void => {
    left += count;
  };
  const scopes = openScopes(rules);
  const { here, nearest, within } = scopes;
  const {
    all: definitions,
    add,
    markExported,
    ...body
  } = openDefinitions(scopes, {
    separator: rules.separator ?? ".",
    leave,
  });
  const { bindDefinition, bindImport, ...names } = openNames(rules, scopes);

  const addReference = (draft: ReferenceDraft): void => {
    if (draft.name === "") {
      return;
    }
    if (references.length < REFERENCES_MAX) {
      references.push(draft);
    } else {
      left += 1;
    }
  };

  return {
    enclosing: () => here().definition,
    under: () => here().under,
    enclosingClass: () => nearest(({ kind }) => kind === "class").definition,
    within,
    ...body,
    ...names,
    define(draft) {
      const at = add(draft);
      if (at !== FILE) {
        bindDefinition(draft, at);
      }
      return at;
    },
    import(fact) {
      const at = imports.push(scopes.isInFunction() ? { ...fact, isDeferred: true } : fact) - 1;
      if (fact.local !== null) {
        bindImport(fact.local, at);
      }
      return at;
    },
    export: (name, of, line) => void exports.push({ name, of, line }),
    package(name) {
      packageName = name;
    },
    refer: (name, line, role, of, argumentTypes = null) =>
      addReference({ name, line, role, of, argumentTypes, needsChain: false }),
    referenceKnown: (name, line, role, of) =>
      addReference({ name, line, role, of, argumentTypes: null, needsChain: true }),
    converts(value, as, line) {
      if (value === null || as === null || value === NOTHING || conversions.length >= REFERENCES_MAX) {
        return;
      }
      conversions.push({ value, as, line });
    },
    leave,
    finish(lineOf) {
      const placeOf = lineOf ?? ((offset: number) => offset);
      const { resolveDraft, chainOf } = openDraftResolver(rules.builtIn ?? NO_NAMES);
      const exported = distinct(
        exports.map(({ name, of, line }) => ({ name, of: chainOf(of) ?? BUILT_IN_ROOT, line: placeOf(line) })),
      );
      for (const { of } of exported) {
        markExported(definitionIn(of) ?? FILE);
      }
      return {
        package: packageName,
        definitions: definitions.map((definition) => resolveDefinition(definition, chainOf, placeOf)),
        imports: imports.map((fact) => {
          return { ...fact, line: placeOf(fact.line) };
        }),
        exports: exports.length === 0 ? null : exported,
        references: groupReferences(references, {
          resolveDraft: (draft) => resolveDraft(draft, false),
          extendsBuiltIns: rules.extendsBuiltIns ?? false,
          placeOf,
          enclosing: lineOf === null ? null : openEnclosing(definitions, lineOf),
        }),
        conversions: conversionsIn(conversions, chainOf, placeOf),
        config: null,
        left,
      };
    },
  };
}
