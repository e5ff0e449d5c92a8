// The scopes that enclose the place a reader is at, and the definition each belongs to.
import { type DefinitionAt, FILE } from "../vocabulary/facts.ts";
import type { Scope } from "./chain-drafts.ts";
import type { FactsRules, ScopeDraft } from "./facts-builder.ts";

/** A scope while what is in it is read. */
export interface OpenScope {
  readonly scope: Scope;
  readonly kind: ScopeDraft["kind"] | "file";
  readonly definition: DefinitionAt;
  /** Whether the definition is this scope's own, not that of an enclosing scope. */
  readonly isOwn: boolean;
  /** The definition that paths of what is defined here are under. */
  readonly under: DefinitionAt;
}

export interface OpenScopes {
  here(): OpenScope;
  /** The innermost that this admits; the file where none is. */
  nearest(admits: (scope: OpenScope) => boolean): OpenScope;
  /** Runs `inside` in a scope of its own; returns its result. */
  within<Result>(scope: ScopeDraft, inside: () => Result): Result;
  isInFunction(): boolean;
}

export function openScopes(rules: FactsRules): OpenScopes {
  const { membersInScope, separateFunctionNames = false, bindsInOrder = false } = rules;
  const scopeIn = (outer: Scope | null, kind: OpenScope["kind"], definition: DefinitionAt): Scope => {
    const ofClass = kind === "class" ? definition : null;
    return {
      outer,
      isFunction: kind === "function",
      class: ofClass,
      membersInScope,
      callsOthers: separateFunctionNames === "first",
      bindsInOrder,
      bindings: new Map(),
    };
  };
  const file: OpenScope = {
    scope: scopeIn(null, "file", FILE),
    kind: "file",
    definition: FILE,
    isOwn: false,
    under: FILE,
  };
  const open: OpenScope[] = [file];
  const here = (): OpenScope => open.at(-1) ?? file;
  return {
    here,
    nearest: (admits) => open.findLast(admits) ?? file,
    within({ kind, definition = here().definition, under }, inside) {
      const outer = here();
      const isOwn = definition !== outer.definition;
      open.push({
        scope: scopeIn(outer.scope, kind, definition),
        kind,
        definition,
        isOwn,
        under: under ?? (isOwn ? definition : outer.under),
      });
      const result = inside();
      open.pop();
      return result;
    },
    isInFunction: () => open.some(({ kind }) => kind === "function"),
  };
}
