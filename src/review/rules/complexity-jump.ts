// A function that the change makes much more complex or much longer.

import { targetAt } from "../../change/read/symbol-target.ts";
import type { EdgeScene } from "../../intelligence/edges/edge-scene.ts";
import type { SymbolPrint } from "../../syntax/fingerprint.ts";
import { CALLABLE_KINDS } from "../../vocabulary/chunk.ts";
import type { Severity } from "../../vocabulary/severity.ts";
import { renderCount } from "../../vocabulary/shown-text.ts";
import { isSource } from "../changed-code.ts";
import type { ReviewedFile, ReviewScene, Rule, RuleFinding, RuleOutcome, RuleThreshold } from "../contract.ts";
import { isGenerated } from "../generated-text.ts";
import { thresholdsOf } from "../thresholds.ts";

const ID = "complexity-jump";

const THRESHOLDS = {
  branches: { doc: "branches now, at least", default: 15, min: 1, max: 10_000 },
  "more-branches": { doc: "branches more than before, at least", default: 7, min: 1, max: 10_000 },
  lines: { doc: "lines now, at least", default: 80, min: 1, max: 100_000 },
  "more-lines": { doc: "lines more than before, at least", default: 40, min: 1, max: 100_000 },
  "medium-branches": { doc: "for **medium**: branches now, at least", default: 25, min: 1, max: 10_000 },
  "medium-more-branches": {
    doc: "for **medium**: branches more than before, at least",
    default: 12,
    min: 1,
    max: 10_000,
  },
  "new-branches": { doc: "branches of a new function, at least", default: 25, min: 1, max: 10_000 },
  "new-lines": { doc: "lines of a new function, at least", default: 150, min: 1, max: 100_000 },
} satisfies Record<string, RuleThreshold>;

type Numbers = Readonly<Record<keyof typeof THRESHOLDS, number>>;

export const complexityJump: Rule = {
  id: ID,
  title: "Function much more complex",
  type: "complexity",
  severity: "low",
  needs: [],
  thresholds: THRESHOLDS,
  doc: `A function or method whose number of branches, or of lines, the change raises a lot. What counts is the jump: a function that
was as complex before is not reported, nor is one that only moved, was renamed, or took the place of a wrapper around it.

| | branches | lines |
|---|---|---|
| **low** | at least 15 now, 7 and 40% more than before | at least 80 now, 40 and 50% more than before |
| **medium** | at least 25 now, 12 and 50% more than before | |
| a new function, **low** | at least 25 | at least 150 |

Linters set the limit for a whole function between 10 (McCabe) and 25 (clippy): ESLint's \`complexity\` and SonarQube's rules stand between them. So **medium** means
a function beyond all of them, to which the change alone adds more than the strictest one allows. A new function is never more than low: what has many branches from the
start is mostly one \`switch\` over kinds, which is long and easy to read.

Tests, examples, generated and vendored files are not looked at.

**Remedy**: give a part of it a function of its own, with a name that says what it does.`,
  check,
};

interface Bound {
  readonly least: number;
  readonly more: number;
  readonly factor: number;
}

/** The shares, which no setting changes: what was large before may grow by more. */
const LOW_FACTOR = 1.4;
const MEDIUM_FACTOR = 1.5;
const LINES_FACTOR = 1.5;

interface Size {
  readonly branches: number;
  readonly lines: number;
}

async function check(scene: ReviewScene): Promise<RuleOutcome> {
  const findings: RuleFinding[] = [];
  const numbers = thresholdsOf(scene.settings, ID, THRESHOLDS);
  const removed = largestRemoved(scene, scene.files);
  for (const file of scene.files) {
    await scene.pause();
    if (file.after === null || !isSource(file.path) || isGenerated(file)) {
      continue;
    }
    const removedHere = largestRemoved(scene, [file]);
    for (const { before, after } of file.symbols.changed.filter((one) => CALLABLE_KINDS.has(one.after.kind))) {
      findings.push(...(await jumpOf(scene, file, { before, after }, { removed: removedHere, numbers })));
    }
    for (const after of file.symbols.added.filter(({ kind }) => CALLABLE_KINDS.has(kind))) {
      findings.push(...(await newOf(scene, file, after, { removed, numbers })));
    }
  }
  return { kind: "checked", findings, notChecked: [] };
}

/** Null where the language's branches are not counted. */
function sizeOf(scene: EdgeScene, path: string, symbol: SymbolPrint): Size | null {
  const target = targetAt(scene, path, symbol);
  return target === null
    ? null
    : { branches: target.definition.branches, lines: symbol.endLine - symbol.startLine + 1 };
}

/** A renamed function is one that was removed and one that was added; one that takes a wrapper's name is removed, and the wrapper changed. */
function largestRemoved({ project }: ReviewScene, files: readonly ReviewedFile[]): Size {
  const sizes = files.flatMap(({ path, from, symbols }) =>
    symbols.removed
      .filter(({ kind }) => CALLABLE_KINDS.has(kind))
      .map((one) => sizeOf(project.base, from ?? path, one)),
  );
  const most = (pick: (size: Size) => number): number =>
    sizes.reduce((best, size) => Math.max(best, size === null ? 0 : pick(size)), 0);
  return { branches: most(({ branches }) => branches), lines: most(({ lines }) => lines) };
}

const branchBounds = (numbers: Numbers): readonly (readonly [Severity, Bound])[] => [
  ["medium", { least: numbers["medium-branches"], more: numbers["medium-more-branches"], factor: MEDIUM_FACTOR }],
  ["low", { least: numbers.branches, more: numbers["more-branches"], factor: LOW_FACTOR }],
];

const jumps = (before: number, after: number, { least, more, factor }: Bound): boolean =>
  after >= least && after - before >= more && after >= before * factor;

async function jumpOf(
  scene: ReviewScene,
  file: ReviewedFile,
  { before, after }: { readonly before: SymbolPrint; readonly after: SymbolPrint },
  { removed, numbers }: { readonly removed: Size; readonly numbers: Numbers },
): Promise<RuleFinding[]> {
  const own = sizeOf(scene.project.base, file.from ?? file.path, before);
  const now = sizeOf(scene.project.now, file.path, after);
  if (own === null || now === null) {
    return [];
  }
  const old = { branches: Math.max(own.branches, removed.branches), lines: Math.max(own.lines, removed.lines) };
  const [severity] = branchBounds(numbers).find(([, bound]) => jumps(old.branches, now.branches, bound)) ?? [];
  const isLonger = jumps(old.lines, now.lines, {
    least: numbers.lines,
    more: numbers["more-lines"],
    factor: LINES_FACTOR,
  });
  const message =
    severity !== undefined
      ? `has ${renderCount(now.branches, "branch", "branches")}, ${now.branches - own.branches} more than before`
      : `has ${renderCount(now.lines, "line")}, ${now.lines - own.lines} more than before`;
  const was = { path: file.from ?? file.path, symbol: before };
  return severity === undefined && !isLonger
    ? []
    : findingOf(scene, file, after, { severity: severity ?? "low", message, was });
}

async function newOf(
  scene: ReviewScene,
  file: ReviewedFile,
  after: SymbolPrint,
  { removed, numbers }: { readonly removed: Size; readonly numbers: Numbers },
): Promise<RuleFinding[]> {
  const now = sizeOf(scene.project.now, file.path, after);
  const isComplex = now !== null && now.branches - removed.branches >= numbers["new-branches"];
  const isLong = now !== null && now.lines - removed.lines >= numbers["new-lines"];
  const message = isComplex
    ? `is new and has ${renderCount(now.branches, "branch", "branches")}`
    : `is new and has ${renderCount(now?.lines ?? 0, "line")}`;
  return isComplex || isLong ? findingOf(scene, file, after, { severity: "low", message, was: null }) : [];
}

interface Jump {
  readonly severity: Severity;
  readonly message: string;
  readonly was: { readonly path: string; readonly symbol: SymbolPrint } | null;
}

async function findingOf(
  scene: ReviewScene,
  { path }: ReviewedFile,
  { kind, path: symbol, nameLine }: SymbolPrint,
  { severity, message, was }: Jump,
): Promise<RuleFinding[]> {
  const evidence = [
    was === null ? null : await scene.evidence(was.path, was.symbol.nameLine, "before"),
    await scene.evidence(path, nameLine, "after"),
  ].filter((line) => line !== null);
  return evidence.length === 0
    ? []
    : [{ severity, message: `${kind} ${symbol} ${message}`, path, line: nameLine, symbol, evidence }];
}
