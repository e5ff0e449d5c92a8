// Changed code that no test of the project reaches.

import { targetAt } from "../../change/read/symbol-target.ts";
import { isTestFile } from "../../languages/file-role.ts";
import { languageById } from "../../languages/registry.ts";
import { semanticsOf } from "../../languages/semantics.ts";
import type { SymbolPrint } from "../../syntax/fingerprint.ts";
import { CALLABLE_KINDS } from "../../vocabulary/chunk.ts";
import { LOCAL } from "../../vocabulary/facts.ts";
import type { Severity } from "../../vocabulary/severity.ts";
import { renderCount } from "../../vocabulary/shown-text.ts";
import { sourceText, splitLines, startOf } from "../../vocabulary/text.ts";
import { changesSymbol, isSource } from "../changed-code.ts";
import type { ReviewedFile, ReviewScene, Rule, RuleFinding, RuleOutcome } from "../contract.ts";
import { isGenerated } from "../generated-text.ts";
import { areProgramsStarted, hasOwnTests, reachOf } from "../test-coverage.ts";

export const untestedChange: Rule = {
  id: "untested-change",
  title: "Changed code that no test reaches",
  type: "tests",
  severity: "low",
  needs: ["edges"],
  doc: `A function or method that the change alters (**low**) or adds (**info**), and that no test reaches: no test file names it, also in a text, nor any of
the functions that lead to it.

What is not known counts as reached: functions with annotations or decorators, which a framework may call; those that the
language itself calls, such as \`toString\` or \`__invoke\`, and what these lead to; those that override another one, or that a library may call; what leads from the start of a program, where
a test starts programs; those with references on unknown receivers; those with more than 60 direct and indirect callers. Functions of a few words
are not reported, nor changes of comments and docstrings, generated files, files of a language in which the project has no tests, and functions that an example
in their own documentation calls. Tests beside the code, as Rust's \`mod tests\`, count as tests, and not for the rest of their file.

**Remedy**: add a test that runs the changed lines.`,
  check,
};

/** Tokens of a body: fewer have nothing to test. */
const SIZE_MIN = 25;

interface Candidate {
  readonly file: ReviewedFile;
  readonly symbol: SymbolPrint;
  readonly severity: Severity;
}

async function check(scene: ReviewScene): Promise<RuleOutcome> {
  const tests = [...scene.snapshot.documents()].filter(({ path }) => isTestFile(path));
  const tested = testedFamilies(tests);
  let areStarted: boolean | undefined;
  // Reads the imports of all tests.
  const startsPrograms = (): boolean => {
    areStarted ??= areProgramsStarted(
      scene.project.now,
      tests.map(({ path }) => path),
    );
    return areStarted;
  };
  const findings: RuleFinding[] = [];
  let left = 0;
  for (const candidate of scene.files.flatMap((file) => candidatesOf(scene, file, tested))) {
    await scene.pause();
    const finding = scene.isOver() ? "late" : await findingOf(scene, candidate, startsPrograms);
    if (finding === "late") {
      left += 1;
    } else if (finding !== null) {
      findings.push(finding);
    }
  }
  const notChecked = left === 0 ? [] : [`tests of ${renderCount(left, "changed function")}: not looked for in time`];
  return { kind: "checked", findings, notChecked };
}

/** Modules of the languages in which the project has tests. */
function testedFamilies(tests: readonly { readonly language: string | null }[]): ReadonlySet<unknown> {
  return new Set(tests.flatMap(({ language }) => semanticsOf(language ?? "")?.modules ?? []));
}

function candidatesOf(scene: ReviewScene, file: ReviewedFile, tested: ReadonlySet<unknown>): Candidate[] {
  const isJudged = file.after !== null && isSource(file.path) && !isGenerated(file);
  const hasTests = (): boolean =>
    tested.has(semanticsOf(file.language ?? "")?.modules) || hasOwnTests(scene.project.now, file.path);
  if (!isJudged || !hasTests()) {
    return [];
  }
  const changed = file.symbols.changed
    .filter(({ before, after }) => changesSymbol(file, before, after))
    .map(({ after }): Candidate => ({ file, symbol: after, severity: "low" }));
  const added = file.symbols.added.map((symbol): Candidate => ({ file, symbol, severity: "info" }));
  return [...changed, ...added].filter(
    ({ symbol }) => CALLABLE_KINDS.has(symbol.kind) && symbol.contentSize >= SIZE_MIN,
  );
}

async function findingOf(
  scene: ReviewScene,
  { file, symbol, severity }: Candidate,
  startsPrograms: () => boolean,
): Promise<RuleFinding | "late" | null> {
  const target = targetAt(scene.project.now, file.path, symbol);
  if (
    target === null ||
    (target.definition.flags & LOCAL) !== 0 ||
    isCalledUnnamed(file, symbol) ||
    isDeclaration(file.after ?? "", symbol) ||
    isMarked(file.after ?? "", symbol) ||
    isRunInDoc(file.after ?? "", symbol)
  ) {
    return null;
  }
  const { definition } = target;
  const start = { path: file.path, symbol: definition.path, target, line: definition.nameLine };
  const reach = await reachOf({ scene: scene.project.now, start, startsPrograms, pause: () => scene.pause() });
  const evidence = reach === "no test" ? await scene.evidence(file.path, symbol.nameLine, "after") : null;
  if (evidence === null) {
    return reach === null ? "late" : null;
  }
  const what = severity === "info" ? "is new, and" : "is changed, and";
  const message = `${symbol.kind} ${symbol.path} ${what} no test names it or a function that leads to it`;
  return { severity, message, path: file.path, line: symbol.nameLine, symbol: symbol.path, evidence: [evidence] };
}

const isCalledUnnamed = ({ language }: ReviewedFile, { name }: SymbolPrint): boolean =>
  languageById(language ?? "")?.calledBySyntax?.test(name) === true;

/** Whether it has no body: a method of an interface. */
function isDeclaration(text: string, { startLine, endLine }: SymbolPrint): boolean {
  const lines = splitLines(text)
    .slice(startLine - 1, endLine)
    .join("\n");
  return /;\s*$/.test(lines) && !lines.includes("{") && !/=>|=\s*$/m.test(lines);
}

const COMMENT = /^\s*(?:\/\/|\/?\*|#|--|@doc|""")/;
/** Where an example begins that a test runs: Rust's and Elixir's, Python's. */
const EXAMPLE = /```|>>>|iex>/;
const DOC_LINES_MAX = 80;

/** Whether an example in its own documentation calls it: some languages run these. */
function isRunInDoc(text: string, { startLine, endLine, nameLine, name }: SymbolPrint): boolean {
  const lines = splitLines(text);
  let first = startLine - 1;
  while (first > 0 && startLine - first < DOC_LINES_MAX && COMMENT.test(lines[first - 1] ?? "")) {
    first -= 1;
  }
  const doc = [
    ...lines.slice(first, nameLine - 1),
    ...lines.slice(nameLine, Math.min(endLine, nameLine + DOC_LINES_MAX)),
  ];
  const example = doc.findIndex((line) => EXAMPLE.test(line));
  return example >= 0 && doc.slice(example).some((line) => line.includes(`${name}(`));
}

/** Whether annotations, attributes or decorators stand before its name. */
function isMarked(text: string, { startLine, nameLine }: SymbolPrint): boolean {
  const source = sourceText(text, 1);
  const before = source.text.slice(startOf(source, startLine), startOf(source, nameLine + 1));
  return /^\s*(?:@\w|#\[|\[\w)/m.test(before);
}
