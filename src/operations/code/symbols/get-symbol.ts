// A symbol in a few lines: signature, documentation, callers and callees, tests, risk, history.
import { mayBeCalledByLibrary } from "../../../change/breaks/called-by-libraries.ts";
import { findUses } from "../../../change/constructions.ts";
import { calleesOf, callersOf } from "../../../intelligence/edges/calls.ts";
import { hierarchyOf } from "../../../intelligence/edges/hierarchy.ts";
import { filesWithTests, openTests } from "../../../intelligence/edges/in-tests.ts";
import { overriddenBy } from "../../../intelligence/edges/overridden-member.ts";
import type { SurveyedFile } from "../../../intelligence/occurrences/classify-file.ts";
import { surveyFiles } from "../../../intelligence/occurrences/survey-files.ts";
import type { Steps } from "../../../system/slices.ts";
import { ROLES } from "../../../vocabulary/facts.ts";
import { escapeName } from "../../../vocabulary/shown-text.ts";
import type { Operation } from "../../contract/operation.ts";
import { defineSymbolTool, meantSymbol, type SymbolScene, symbolLabel } from "./answer-symbol.ts";
import { describe, type FoundSymbol } from "./symbol-facts.ts";
import { aboutSymbol, fieldsOf, RELATED } from "./symbol-fields.ts";
import { accountIn } from "./write-account.ts";

export const getSymbol: Operation = defineSymbolTool({
  name: "get_symbol",
  title: "One symbol",
  summary: "Show what a symbol is: signature, callers, callees, risk, history",
  description: "What a symbol is: signature, documentation, top callers and callees, tests, risk, git signals.",
  tokens: 350,
  input: {},
  output: {
    ...aboutSymbol,
    related: RELATED.field.optional(),
  },
  examples: ["context-broker get-symbol UserService.get", "context-broker get-symbol src/app.ts:42 --json"],
  toolset: "code",
  look,
  async report(found, scene) {
    const { surveyed, ...about } = found;
    const account = await accountIn(scene, about.symbol.name, surveyed);
    const facts = await describe(about, account, scene);
    return {
      outcome: "found",
      documents: [found.symbol.document],
      files: found.references.filesRead.length,
      filesLeft: found.references.filesLeft.length,
      found: facts.length,
      rows: facts.length,
      write: (shown) => ({
        headline: symbolLabel(found.symbol),
        lines: facts.slice(0, shown).map(({ line }) => escapeName(line)),
        fields: { symbol: meantSymbol(found.symbol), ...fieldsOf(facts.slice(0, shown)) },
      }),
    };
  },
});

function* look({
  snapshot,
  edges,
  symbol,
}: SymbolScene): Steps<FoundSymbol & { readonly surveyed: readonly SurveyedFile[] }> {
  // First, since it is quick; the search for references may use up the time.
  const callees = calleesOf(edges, symbol);
  yield;
  const hierarchy = yield* hierarchyOf(edges, symbol);
  const references = yield* findUses(edges, symbol);
  const callers = callersOf(edges, references);
  const dependents = callersOf(edges, references, new Set(ROLES));
  const surveyed = yield* surveyFiles(snapshot, edges, symbol, references);
  return {
    surveyed,
    symbol,
    references,
    callers,
    dependents,
    callees,
    hierarchy,
    tests: filesWithTests(openTests(edges), references.references),
    overridden: overriddenBy(edges, symbol),
    library: references.references.length === 0 && mayBeCalledByLibrary(edges, symbol),
  };
}
