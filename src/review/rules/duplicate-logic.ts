// A function of the change that repeats one that stands elsewhere in the project.
import { roleOf } from "../../languages/file-role.ts";
import { FUNCTION_TOKENS_MIN, type FunctionTokens } from "../../syntax/function-tokens.ts";
import { renderCount } from "../../vocabulary/shown-text.ts";
import { isBesideProject } from "../changed-code.ts";
import { likenessOf } from "../compare-functions.ts";
import type { EvidenceLine, ReviewScene, Rule, RuleFinding, RuleOutcome, RuleThreshold } from "../contract.ts";
import { isGenerated } from "../generated-text.ts";
import { functionsIn, type PlacedFunction, similarFunctions } from "../similar-functions.ts";
import { thresholdsOf } from "../thresholds.ts";
import {
  type ChangedFunction,
  type Copy,
  isMoved,
  isNested,
  isOfFamily,
  isSamePlace,
  wasAlike,
  wereAlike,
} from "./known-likeness.ts";

const ID = "duplicate-logic";

const THRESHOLDS = {
  tokens: { doc: "tokens of a body, at least", default: 50, min: FUNCTION_TOKENS_MIN, max: 100_000 },
  percent: { doc: "of the tokens of both that are the same, at least", default: 90, min: 70, max: 100 },
} satisfies Record<string, RuleThreshold>;

export const duplicateLogic: Rule = {
  id: ID,
  title: "Logic that stands elsewhere already",
  type: "duplication",
  severity: "low",
  needs: ["vectors"],
  thresholds: THRESHOLDS,
  doc: `A function or method that the change adds, or changes, and that now repeats another one of the project, or another one of the change.
The vectors of the index propose which functions may be alike; what decides are the tokens of both bodies as the grammar reads them.
Names and constants may differ, as long as each name stands for one and the same name throughout; so may a few tokens. Comments,
layout, commas and semicolons do not count, nor do signatures.

The bodies have at least 50 tokens (some six lines), 90% of them the same; below 75 tokens 97%. The severity is never more than **low**: whether two
functions should be one is not in the code.

Files that one change adds as copies of others are one finding where they are five or more: a module that is copied on purpose, for another version of a
library, say.

It does not report short bodies, which are alike by chance, lists of constants, functions that were nearly as alike before the change, one of
several that have the same name in files of the same folder or of the same name and are all alike (one file for each language, say), and code that moved or was renamed: the change removes it in one place and adds it in another. Tests, fixtures, examples, generated
and vendored files are not looked at, on either side. Copies of a part of a function are not found, nor those that were rewritten.
Where the index does not have a file as it is after the change (another commit is checked out), its functions are compared with those of
the change alone, and the report says so.

**Remedy**: call the function that is there, or give both a common one.`,
  check,
};

/** Of the tokens that a body must have: shorter ones must be the same but for names and constants. */
const SHORT_FACTOR = 1.5;
const SHORT_SHARE_MIN = 0.97;

interface Search {
  readonly scene: ReviewScene;
  readonly thresholds: Readonly<Record<keyof typeof THRESHOLDS, number>>;
  readonly changed: readonly ChangedFunction[];
  /** Functions that the change removes; each excuses one that was added in its place. */
  readonly removed: Set<FunctionTokens>;
  /** The same, all of them. */
  readonly gone: readonly FunctionTokens[];
}

async function check(scene: ReviewScene): Promise<RuleOutcome> {
  const { vectors } = scene.snapshot;
  if (vectors === null) {
    return { kind: "unavailable", why: "search by meaning is off" };
  }
  const thresholds = thresholdsOf(scene.settings, ID, THRESHOLDS);
  const changed = await changedFunctions(scene, thresholds.tokens);
  const gone = await removedFunctions(scene);
  const search: Search = { scene, thresholds, changed, removed: new Set(gone), gone };
  const copies: Copy[] = [];
  const notIndexed = new Set<string>();
  let late = 0;
  for (const one of changed) {
    await scene.pause();
    if (scene.isOver()) {
      late += 1;
      continue;
    }
    const proposed = scene.isIndexed(one.path) ? await similarFunctions(scene, vectors, one) : null;
    if (proposed === null) {
      notIndexed.add(one.path);
    }
    const copy = await copyOf(search, one, proposed ?? [], copies);
    copies.push(...(copy === null ? [] : [copy]));
  }
  const groups = byFiles(copies);
  const ofModule = copiedModule(groups);
  const findings: RuleFinding[] = await findingOfModule(scene, ofModule);
  for (const group of groups.filter((one) => !ofModule.includes(one))) {
    findings.push(...(await findingOf(scene, group)));
  }
  return {
    kind: "checked",
    findings,
    notChecked: [
      ...(late > 0 ? [`${renderCount(late, "function")}: not compared in time`] : []),
      ...[...notIndexed].map(
        (path) => `${path}: compared with the change alone, since its present state has no vectors`,
      ),
    ],
  };
}

/** Short bodies are often alike in part by chance. */
const leastShare = ({ tokens, percent }: Search["thresholds"], size: number): number =>
  Math.max(percent / 100, size < tokens * SHORT_FACTOR ? SHORT_SHARE_MIN : 0);

const isJudged = (path: string): boolean => !isBesideProject(path) && roleOf(path)?.role !== "generated";

async function changedFunctions(scene: ReviewScene, tokensMin: number): Promise<ChangedFunction[]> {
  const moved = new Set(scene.moved.map(({ after }) => `${after.file}#${after.symbol.path}`));
  const found: ChangedFunction[] = [];
  for (const file of scene.files.filter((one) => one.after !== null && isJudged(one.path) && !isGenerated(one))) {
    await scene.pause();
    const old = new Map(file.symbols.changed.map(({ before, after }) => [after.nameLine, before]));
    const now = new Set([...file.symbols.added.map(({ nameLine }) => nameLine), ...old.keys()]);
    const before = old.size === 0 ? [] : await functionsIn(scene)(file.from ?? file.path, "before");
    for (const tokens of await functionsIn(scene)(file.path, "after")) {
      const was = old.get(tokens.nameLine);
      const isChanged = now.has(tokens.nameLine) && !moved.has(`${file.path}#${tokens.path}`);
      if (isChanged && tokens.shape.length >= tokensMin) {
        const same = before.find((one) => one.nameLine === was?.nameLine && one.path === was.path) ?? null;
        found.push({ path: file.path, file, tokens, before: same });
      }
    }
  }
  return found;
}

async function removedFunctions(scene: ReviewScene): Promise<FunctionTokens[]> {
  const found: FunctionTokens[] = [];
  for (const { path, from, symbols } of scene.files.filter(({ symbols: { removed } }) => removed.length > 0)) {
    await scene.pause();
    const lines = new Set(symbols.removed.map(({ nameLine }) => nameLine));
    const before = await functionsIn(scene)(from ?? path, "before");
    found.push(...before.filter(({ nameLine }) => lines.has(nameLine)));
  }
  return found;
}

/** The most similar other function, an existing one before a new one; null if there is none, or if the two were as alike before the change. */
async function copyOf(
  { scene, thresholds, changed, removed, gone }: Search,
  by: ChangedFunction,
  proposed: readonly PlacedFunction[],
  known: readonly Copy[],
): Promise<Copy | null> {
  const least = leastShare(thresholds, by.tokens.shape.length);
  const own = (await functionsIn(scene)(by.path, "after")).map((tokens) => ({ path: by.path, tokens }));
  let best: Copy | null = null;
  let bestScore = 0;
  for (const of of [...proposed, ...own, ...changed]) {
    const likeness = isNested(by, of) ? null : likenessOf(by.tokens, of.tokens, least);
    if (likeness === null || known.some((one) => isSamePlace(one.by, of) && isSamePlace(one.of, by))) {
      continue;
    }
    const isNew = changed.some((one) => one.before === null && isSamePlace(one, of));
    const score = likeness.share + likeness.sameNames + (isNew ? 0 : 2);
    if (score > bestScore) {
      [best, bestScore] = [{ of, by, likeness }, score];
    }
  }
  const isKnown =
    best === null ||
    wasAlike(best, changed, least) ||
    wereAlike(best, gone, least) ||
    isMoved(by, removed, least) ||
    isOfFamily(by, proposed, least);
  return isKnown ? null : best;
}

/** Copies between the same two files are one finding: a file that was copied is one fault. The longest is first. */
function byFiles(copies: readonly Copy[]): Copy[][] {
  const groups = new Map<string, Copy[]>();
  for (const copy of copies) {
    const key = `${copy.by.path}\0${copy.of.path}`;
    groups.set(key, [...(groups.get(key) ?? []), copy]);
  }
  return [...groups.values()].map((group) => group.sort((a, b) => b.by.tokens.shape.length - a.by.tokens.shape.length));
}

/** Files that a change adds as copies of others; so many are a module that is copied on purpose, for another version of a library, say. */
const MODULE_FILES_MIN = 5;

function copiedModule(groups: readonly Copy[][]): readonly Copy[][] {
  const copied = groups.filter(([first]) => first !== undefined && first.by.file.before === null);
  return copied.length < MODULE_FILES_MIN ? [] : copied;
}

/** One finding for all of them. */
async function findingOfModule(scene: ReviewScene, groups: readonly Copy[][]): Promise<RuleFinding[]> {
  const [longest, ...others] = groups.toSorted(
    ([a], [b]) => (b?.by.tokens.shape.length ?? 0) - (a?.by.tokens.shape.length ?? 0),
  );
  const [finding] = longest === undefined ? [] : await findingOf(scene, longest);
  if (finding === undefined) {
    return [];
  }
  const firsts = others.flatMap(([first]) => first ?? []);
  const evidence = [...finding.evidence, ...(await namesOf(scene, firsts))];
  const message = `${finding.message}; so do functions of ${renderCount(others.length, "further file")} that the change adds`;
  return [{ ...finding, message, evidence }];
}

/** Further copies between the same files whose lines are shown. */
const FURTHER_MAX = 4;
/** Lines of a body that are shown. */
const BODY_LINES = 2;

async function findingOf(scene: ReviewScene, group: readonly Copy[]): Promise<RuleFinding[]> {
  const [first, ...further] = group;
  if (first === undefined) {
    return [];
  }
  const { by, of, likeness } = first;
  const size = by.tokens.shape.length;
  const where = of.path === by.path ? `line ${of.tokens.nameLine}` : `${of.path}:${of.tokens.nameLine}`;
  const names = likeness.sameNames === 1 ? "" : ", with other names";
  const more = further.length === 0 ? "" : `; so do ${renderCount(further.length, "further function")} of these files`;
  const evidence = [
    ...(await linesOf(scene, by, BODY_LINES)),
    ...(await linesOf(scene, of, BODY_LINES)),
    ...(await namesOf(scene, further)),
  ];
  return evidence.length === 0
    ? []
    : [
        {
          severity: "low",
          message: `${by.tokens.kind} ${by.tokens.path} repeats ${of.tokens.path} (${where}): ${Math.floor(likeness.share * 100)}% of its ${size} tokens are the same${names}${more}`,
          path: by.path,
          line: by.tokens.nameLine,
          symbol: by.tokens.path,
          evidence,
        },
      ];
}

/** The lines of the names of further copies, and of what they copy. */
async function namesOf(scene: ReviewScene, copies: readonly Copy[]): Promise<EvidenceLine[]> {
  const shown = copies.slice(0, FURTHER_MAX).flatMap(({ by, of }) => [by, of]);
  return (await Promise.all(shown.map((one) => linesOf(scene, one, 0)))).flat();
}

/** The line of its name, and the first ones of its body. */
async function linesOf(scene: ReviewScene, { path, tokens }: PlacedFunction, body: number): Promise<EvidenceLine[]> {
  const lines = [tokens.nameLine];
  for (
    let line = Math.max(tokens.bodyLine, tokens.nameLine + 1);
    line < tokens.endLine && lines.length <= body;
    line += 1
  ) {
    const text = await scene.evidence(path, line, "after");
    lines.push(...(text === null || !/\w/.test(text.text) ? [] : [line]));
  }
  const found = await Promise.all(lines.map((line) => scene.evidence(path, line, "after")));
  return found.filter((line) => line !== null);
}
