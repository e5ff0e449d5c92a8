// The names of one text while it is read: what binds them in the scopes, and drafts of those that are read. Each has its moment, since
// a local variable has another value after each assignment.
import { FUNCTION_MARK, TYPE_MARK } from "../vocabulary/chain.ts";
import { FUNCTION_KINDS, TYPE_KINDS } from "../vocabulary/chunk.ts";
import type { DefinitionAt } from "../vocabulary/facts.ts";
import type { DefinitionDraft, FactsBuilder, FactsRules } from "./facts-builder.ts";
import type { OpenScopes } from "./open-scopes.ts";
import { bind, bindLocal } from "./scopes.ts";

export interface OpenNames extends Pick<FactsBuilder, "alias" | "local" | "again" | "localType" | "name" | "typeName"> {
  bindDefinition(draft: DefinitionDraft, at: DefinitionAt): void;
  /** `at`: ordinal of the import. */
  bindImport(local: string, at: number): void;
}

export function openNames(rules: FactsRules, { here, nearest }: OpenScopes): OpenNames {
  const { separateFunctionNames = false, separateTypeNames = false } = rules;
  const hasFunctionNames = separateFunctionNames !== false;
  /** Rises with each name that is read or bound. */
  let moment = 1;
  return {
    bindDefinition({ name, kind, binds }, at) {
      if (binds === false) {
        return;
      }
      const { scope } = here();
      if (binds !== "type") {
        const isFunctionName = hasFunctionNames && FUNCTION_KINDS.has(kind);
        bind(scope, isFunctionName ? name + FUNCTION_MARK : name, { by: "definition", at });
      }
      if (separateTypeNames && TYPE_KINDS.has(kind)) {
        bind(scope, name + TYPE_MARK, { by: "definition", at });
      }
    },
    bindImport: (local, at) => bind(here().scope, local, { by: "import", at }),
    alias: (name, at) => bind(here().scope, name, { by: "definition", at }),
    local(name, value, hoisted = false) {
      const around = hoisted ? nearest(({ kind }) => kind !== "block") : here();
      moment += 1;
      bindLocal(around.scope, name, value, moment);
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
    name(name, isFunction = false) {
      moment += 1;
      const root = isFunction && hasFunctionNames ? name + FUNCTION_MARK : name;
      return { from: here().scope, at: moment, root, steps: "" };
    },
    typeName(name) {
      moment += 1;
      return { from: here().scope, at: moment, root: name + TYPE_MARK, steps: "" };
    },
  };
}
