// What get_symbol says about a symbol: each fact is a line of the text, and the same as fields and rows.
import { HISTORY_WAIT_MS } from "../../../history/history.ts";
import type { Edge, SymbolNode } from "../../../intelligence/edges/calls.ts";
import type { Hierarchy } from "../../../intelligence/edges/hierarchy.ts";
import type { References } from "../../../intelligence/edges/references.ts";
import type { TargetSymbol } from "../../../intelligence/edges/target.ts";
import { type Account, countClasses } from "../../../intelligence/occurrences/occurrence.ts";
import { type Risk, riskOf } from "../../../intelligence/symbols/risk.ts";
import { documentationOf, signatureOf } from "../../../intelligence/symbols/signature.ts";
import { EXPORTED } from "../../../vocabulary/facts.ts";
import { formatNumber, renderCount } from "../../../vocabulary/shown-text.ts";
import { type SourceText, sourceText } from "../../../vocabulary/text.ts";
import type { CodeScene } from "../../answer/answer-code.ts";
import { gitFact } from "../../answer/git-fact.ts";
import { wireNode } from "./answer-symbol.ts";
import { edgesFact, listsOf, renderNode, summariesOf } from "./related-facts.ts";
import type { Fact } from "./symbol-fields.ts";
import { countDoubts, renderAccount } from "./write-account.ts";

const POINTS_SHOWN = 4;
const TESTS_SHOWN = 2;

/** What is known about a symbol before its file is read. */
export interface FoundSymbol {
  readonly symbol: TargetSymbol;
  readonly references: References;
  readonly callers: readonly Edge[];
  /** Symbols that refer to it in any role. */
  readonly dependents: readonly Edge[];
  /** Null where they were not determined in time. */
  readonly callees: readonly Edge[] | null;
  readonly hierarchy: Hierarchy | null;
  /** Paths of files whose tests refer to it, its own file too, if tests stand beside code. */
  readonly tests: readonly string[];
  readonly overridden: SymbolNode | null;
  /** Whether nothing here uses it and a library may call it. */
  readonly library: boolean;
}

/** The most useful first: a budget cuts from the end. */
export async function describe(found: FoundSymbol, account: Account, scene: CodeScene): Promise<Fact[]> {
  const { symbol, callers, dependents, callees, hierarchy, tests, overridden, library } = found;
  const { document, definition } = symbol;
  const [read, history] = await Promise.all([
    scene.read(document),
    scene.session.history().then((open) => open.ask(HISTORY_WAIT_MS, scene.signal)),
  ]);
  const file = read === null ? null : sourceText(read.text, 1);
  const signals = history.signals?.of(document.path) ?? null;
  const risk = riskOf({
    definition,
    dependents: dependents.length,
    tests: tests.length,
    hotspotRank: signals?.hotspotRank ?? null,
  });
  const isExported = (definition.flags & EXPORTED) !== 0;
  const unread: Fact = { line: "callees: not determined in time", fields: { callees_unknown: true } };
  return [
    ...(file === null ? [] : sourceFacts(symbol, file)),
    callersFact(callers, countDoubts(account)),
    ...(overridden === null
      ? []
      : [
          {
            line: `overrides: ${renderNode(overridden)}, whose callers may run it too`,
            fields: { overrides: wireNode(overridden) },
          },
        ]),
    ...(library ? [{ line: "a library may call it", fields: { library_may_call: true } }] : []),
    ...(hierarchy === null ? [] : summariesOf(hierarchy, symbol)),
    callees === null ? unread : edgesFact("callees", "callee", callees),
    referencesFact(found, account),
    testsFact(tests, scene.freshness.building),
    riskFact(risk),
    ...(isExported ? [{ line: "exported", fields: { exported: true } }] : []),
    gitFact(history, document.path),
    ...(hierarchy === null ? [] : listsOf(hierarchy, symbol)),
  ];
}

/** `doubts`: places that may use it although nothing proves it. */
const callersFact = (callers: readonly Edge[], doubts: number): Fact =>
  callers.length === 0 && doubts > 0
    ? { line: `callers: none proven; ${renderCount(doubts, "place")} may be one`, fields: {} }
    : edgesFact("callers", "caller", callers);

function sourceFacts({ definition }: TargetSymbol, file: SourceText): Fact[] {
  const signature = signatureOf(file, definition);
  const documentation = documentationOf(file, definition);
  return [
    { line: `signature: ${signature}`, fields: { signature } },
    ...(documentation === null ? [] : [{ line: `doc: ${documentation}`, fields: { documentation } }]),
  ];
}

function referencesFact({ references: { references, unknown } }: FoundSymbol, account: Account): Fact {
  const files = new Set(references.map(({ path }) => path)).size;
  const more = unknown === 0 ? "" : `, ${renderCount(unknown, "more mention")} unresolved`;
  return {
    line: `references: ${formatNumber(references.length)} in ${renderCount(files, "file")}${more}${renderAccount(account)}`,
    fields: {
      references: references.length,
      reference_files: files,
      ...(unknown === 0 ? {} : { unresolved: unknown }),
      occurrences: { ...countClasses(account) },
    },
  };
}

function testsFact(tests: readonly string[], isPartial: boolean): Fact {
  const shown = tests.slice(0, TESTS_SHOWN);
  const more = tests.length > shown.length ? ` and ${tests.length - shown.length} more` : "";
  return {
    line: `tests: ${tests.length === 0 ? (isPartial ? "none so far" : "none") : shown.join(", ")}${more}`,
    fields: { tests: shown, ...(more === "" ? {} : { tests_found: tests.length }) },
  };
}

function riskFact({ score, points }: Risk): Fact {
  const shown = points.slice(0, POINTS_SHOWN);
  const said = shown.map(({ points: count, reason }) => `${reason} +${count}`).join(", ");
  return {
    line: `risk: ${score}/100${said === "" ? "" : `: ${said}`}`,
    fields: { risk: { score, points: Object.fromEntries(shown.map(({ points: count, reason }) => [reason, count])) } },
  };
}
