// What depends on a symbol or a file: by distance and file, with the tests that reach it and its exported symbols.
import { z } from "zod";
import { mayBeCalledByLibrary } from "../../../change/breaks/called-by-libraries.ts";
import { type Impact, impactOf, startsOf, startsWith } from "../../../change/impact.ts";
import { keyOfNode, type SymbolNode } from "../../../intelligence/edges/calls.ts";
import { overriddenBy } from "../../../intelligence/edges/overridden-member.ts";
import type { SurveyedFile } from "../../../intelligence/occurrences/classify-file.ts";
import { surveyUnlessUsed } from "../../../intelligence/occurrences/survey-files.ts";
import { ADDRESS_LENGTH_MAX } from "../../../intelligence/symbols/address.ts";
import { escapeName, renderCount, shortened } from "../../../vocabulary/shown-text.ts";
import { defineTable, type RowOf } from "../../answer/table.ts";
import { projectsField, textField } from "../../contract/fields.ts";
import type { Operation } from "../../contract/operation.ts";
import {
  defineSymbolTool,
  type FileScene,
  libraryField,
  meantSymbol,
  overriddenField,
  renderLibrary,
  renderOverridden,
  renderUnresolved,
  type SymbolScene,
  symbolLabel,
  unresolvedField,
  wireNode,
} from "../symbols/answer-symbol.ts";
import { accountFields, accountUnlessUsed } from "../symbols/write-account.ts";
import { admitsTests, depthField, readLineTexts, type Tests, testsField } from "./line-text.ts";

const TESTS_SHOWN = 10;

const DEPENDENTS = defineTable({
  doc: "by file, nearest first",
  columns: {
    path: z.string(),
    line: z.number().meta({ doc: "where it refers to what it depends on" }),
    symbol: z.string().nullable().meta({ doc: "null: the file's top level" }),
    distance: z.number().meta({ doc: "steps" }),
    exported: z.boolean().nullable().meta({ doc: "true: other files can import it" }),
    certainty: z
      .enum(["heuristic", "may-run"])
      .nullable()
      .meta({ doc: "heuristic: only the name matches; may-run: calls what it overrides; neither is followed" }),
    source: z.string().nullable().meta({ doc: "that line, where there is room" }),
  },
  grouped: true,
  shared: ["distance"],
  verbatim: ["source"],
  line: ({ line, symbol, exported, certainty, source }) =>
    `${[line, symbol, exported === true ? "exported" : undefined, certainty].filter((cell) => cell !== undefined).join(" ")}${source === undefined ? "" : `: ${source}`}`,
});
type Row = RowOf<typeof DEPENDENTS>;

export const analyzeImpact: Operation = defineSymbolTool({
  name: "analyze_impact",
  title: "Impact of a change",
  summary: "Show what depends on a symbol or file, and which tests reach it",
  description:
    "What a change of a symbol or file may break: dependents by distance, tests that reach it, exported surface.",
  tokens: 1_200,
  symbol: textField(
    ADDRESS_LENGTH_MAX,
    "Symbol, or a file's path",
    "Symbol (path#Class.method, name) or a file's path",
  ),
  input: {
    depth: depthField(3),
    tests: testsField,
    projects: projectsField,
  },
  output: {
    path: z.string().optional().meta({ doc: "where the address is a file" }),
    starts: z
      .number()
      .optional()
      .meta({ doc: "symbols whose dependents are counted, where there are several: with members, or all of the file" }),
    library_may_call: libraryField,
    dependents: DEPENDENTS.field.optional(),
    by_distance: z.array(z.number()).optional().meta({ doc: "dependents at distance 1, 2, …; absent: all at 1" }),
    tests: z
      .array(z.string())
      .optional()
      .meta({ doc: `files with tests, at most ${TESTS_SHOWN}` }),
    tests_found: z.number().optional().meta({ doc: "where there are more" }),
    exported_found: z.number().optional(),
    cut: z.number().optional().meta({ doc: "dependents whose own dependents were not looked for; absent: none" }),
    unresolved: unresolvedField,
    overrides: overriddenField,
    ...accountFields,
  },
  examples: [
    "context-broker analyze-impact UserService.get",
    "context-broker analyze-impact src/main.ts --depth 2 --json",
  ],
  toolset: "code",
  look(scene, input) {
    const { symbol, edges } = scene;
    const facts = edges.lookup.facts(symbol.document.path);
    const starts = facts === null ? [] : startsWith({ ...symbol.document, facts }, symbol.places);
    const overridden = overriddenBy(edges, symbol);
    const subject: Subject = {
      label: symbolLabel(symbol),
      name: starts.length > 1 ? null : symbol.name,
      fields: {
        symbol: meantSymbol(symbol),
        ...(overridden === null ? {} : { overrides: wireNode(overridden) }),
      },
      overridden: renderOverridden(overridden),
      library: false,
    };
    return lookAtSymbol(scene, subject, starts.length > 0 ? starts : [nodeOfSymbol(symbol)], input);
  },
  lookAtFile(scene, input) {
    const { path } = scene.document;
    const facts = scene.edges.lookup.facts(path);
    const starts = facts === null ? [] : startsOf({ ...scene.document, facts });
    return look(
      scene,
      { label: path, name: null, fields: { symbol: null, path }, overridden: "", library: false },
      starts,
      input,
    );
  },
  async report(found, scene) {
    const { subject, graph, rows, hidden, documents } = found;
    const account = await accountUnlessUsed(subject.name ?? "", found.surveyed, scene);
    const textAt = await readLineTexts(
      rows.slice(0, SOURCES_MAX).map(({ path }) => path),
      scene,
    );
    return {
      sought: `dependents of ${subject.label}`,
      filtered: hidden === 0 ? null : { by: ["tests"], hidden, files: null },
      documents,
      files: graph.filesRead.size,
      filesLeft: graph.filesLeft.size,
      found: rows.length,
      doubts: account.doubts,
      extras: Math.min(rows.length, SOURCES_MAX),
      write(shown, sources) {
        const withSource = (row: Row, at: number): Row =>
          at < sources ? { ...row, source: textAt(row.path, row.line) } : row;
        const written = write(found, rows.slice(0, shown).map(withSource));
        return {
          ...written,
          about: written.about + account.about,
          lines: [...written.lines, ...account.lines],
          fields: { ...written.fields, ...account.fields },
        };
      },
    };
  },
});

/** With more dependents there is no room for source lines. */
const SOURCES_MAX = 100;

/** What was asked about, as text and as fields. */
interface Subject {
  readonly label: string;
  /** Of the one symbol that others may refer to; null for several. */
  readonly name: string | null;
  readonly fields: { readonly symbol: ReturnType<typeof meantSymbol> | null; readonly path?: string };
  readonly overridden: string;
  /** Whether nothing here depends on it and a library may call it. */
  readonly library: boolean;
}

const nodeOfSymbol = ({ document, definition, name, places }: Parameters<typeof symbolLabel>[0]): SymbolNode => ({
  path: document.path,
  symbol: definition.path,
  target: { name, places },
  line: definition.nameLine,
});

interface Asked {
  readonly depth: number;
  readonly tests: Tests;
}

function* look(
  { snapshot, edges }: FileScene,
  subject: Subject,
  starts: readonly SymbolNode[],
  { depth, tests }: Asked,
) {
  const impact = yield* impactOf(edges, starts, depth);
  const isAdmitted = admitsTests(edges, tests);
  const dependents = impact.dependents.filter(isAdmitted);
  const mayRun = impact.mayRun.filter(({ node }) => isAdmitted(node));
  const paths = new Set([...dependents, ...mayRun.map(({ node }) => node)].map(({ path }) => path));
  return {
    subject,
    starts: starts.length,
    graph: impact.graph,
    rows: [...rowsOf(impact, dependents), ...mayRun.map(callerRow)],
    hidden: impact.dependents.length - dependents.length + impact.mayRun.length - mayRun.length,
    surveyed: null as readonly SurveyedFile[] | null,
    tests: tests === "exclude" ? [] : impact.tests,
    documents: [...paths].flatMap((path) => snapshot.documentAt(path) ?? []),
  };
}

/** Where nothing depends on it, whether that is all that can be known of it. */
function* lookAtSymbol(scene: SymbolScene, subject: Subject, starts: readonly SymbolNode[], asked: Asked) {
  const found = yield* look(scene, subject, starts, asked);
  const isUnused = found.rows.length === 0 && found.hidden === 0;
  const library = isUnused && mayBeCalledByLibrary(scene.edges, scene.symbol);
  const surveyed = yield* surveyUnlessUsed(
    scene.snapshot,
    scene.edges,
    scene.symbol,
    !isUnused || subject.name === null,
  );
  return { ...found, subject: { ...subject, library }, surveyed };
}

type Found = ReturnType<typeof look> extends Generator<unknown, infer Result> ? Result : never;

function rowsOf({ graph, surface }: Impact, dependents: Impact["dependents"]): Row[] {
  const exported = new Set(surface.map(keyOfNode));
  const sure = new Set(graph.edges.filter(({ certainty }) => certainty !== "heuristic").map(({ from }) => from));
  const references = new Map(graph.edges.map(({ from, at }) => [from, at.line]).reverse() as [string, number][]);
  return dependents.map((node): Row => {
    const key = keyOfNode(node);
    return {
      path: node.path,
      line: references.get(key) ?? node.line,
      symbol: node.symbol === null ? null : shortened(node.symbol),
      distance: node.depth,
      exported: exported.has(key) ? true : null,
      certainty: sure.has(key) ? null : "heuristic",
      source: null,
    };
  });
}

const callerRow = ({ node: { path, symbol }, at }: Impact["mayRun"][number]): Row => ({
  path,
  line: at.line,
  symbol: symbol === null ? null : shortened(symbol),
  distance: 1,
  exported: null,
  certainty: "may-run",
  source: null,
});

function write({ subject, starts, graph, rows, tests }: Found, shown: readonly Row[]) {
  const byDistance: number[] = [];
  for (const { distance } of rows) {
    byDistance[distance - 1] = (byDistance[distance - 1] ?? 0) + 1;
  }
  const exported = rows.filter((row) => row.exported === true).length;
  // Facts beside the rows have a bound of their own; without rows they are left out too.
  const shownTests = tests.slice(0, shown.length === 0 ? 0 : TESTS_SHOWN);
  const cut = graph.cut === 0 ? "" : `; ${renderCount(graph.cut, "node")} not followed`;
  const distances = byDistance.length > 1 ? ` (by distance ${byDistance.join(", ")})` : "";
  const unresolved = renderUnresolved(graph.unresolved, subject.name);
  const withStarts = starts > 1 ? ` and its ${renderCount(starts, "symbol")}` : "";
  return {
    headline: `${renderCount(rows.length, "dependent")}${distances}; ${renderCount(tests.length, "file")} with tests; ${exported} exported${cut}`,
    about: `; of ${subject.label}${withStarts}${unresolved}${subject.overridden}${renderLibrary(subject.library)}`,
    lines: [
      ...byDistance.flatMap((_, at) => {
        const { lines } = DEPENDENTS.write(shown.filter(({ distance }) => distance === at + 1));
        return lines.length === 0 || byDistance.length === 1 ? lines : [`distance ${at + 1}:`, ...lines];
      }),
      ...(shownTests.length === 0
        ? []
        : [escapeName(`tests: ${shownTests.join(", ")}${tests.length > shownTests.length ? ", …" : ""}`)]),
    ],
    fields: {
      ...subject.fields,
      ...(starts > 1 ? { starts } : {}),
      ...(subject.library ? { library_may_call: true } : {}),
      ...(shown.length === 0 ? {} : { dependents: DEPENDENTS.write(shown).field }),
      ...(byDistance.length > 1 ? { by_distance: byDistance } : {}),
      ...(shownTests.length === 0 ? {} : { tests: shownTests }),
      ...(tests.length > shownTests.length ? { tests_found: tests.length } : {}),
      ...(exported === 0 ? {} : { exported_found: exported }),
      ...(graph.cut === 0 ? {} : { cut: graph.cut }),
      ...(graph.unresolved === 0 ? {} : { unresolved: graph.unresolved }),
    },
  };
}
