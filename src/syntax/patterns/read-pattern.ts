// Parses a structural pattern with a language's own grammar. A piece of code is not a file, and a metavariable is not a name:
// surroundings and spellings of metavariables are tried until the grammar parses all of it. Gives the reason if none does.
import type { Parser } from "web-tree-sitter";
import { type GrammarName, loadGrammar } from "../grammars.ts";
import { parseWithin } from "../parse.ts";
import { flatten } from "../syntax-tree.ts";
import { type BareTree, bareTree } from "./bare-tree.ts";
import { type CompiledPattern, compilePattern } from "./compile-pattern.ts";
import { type Metavariable, metavariablesOf, type SpelledPattern, spell, unusedPrefix } from "./metavariables.ts";
import type { PatternProgram } from "./program.ts";
import type { PatternSettings, Surround } from "./settings.ts";

/** UTF-16 units: a screen of code. */
export const PATTERN_LENGTH_MAX = 2_000;
const METAVARIABLES_MAX = 30;
/** For all that is tried. */
const TIME_MS_MAX = 500;

export type PatternReading =
  /** It matches where any of them does: `int a;` may be a field and a variable. */
  | { readonly programs: readonly PatternProgram[] }
  /** Why it is no pattern, in a person's words. */
  | { readonly trouble: string };

/** What is read, and not as what is meant, is further from it than what is nearly read. */
const MEANT_OTHERWISE = 10 * PATTERN_LENGTH_MAX;

interface Attempt {
  /** 0 where the grammar reads all of it, and more the less it reads. */
  readonly cost: number;
  readonly reading: CompiledPattern;
}

/** What one pattern is read with. */
interface Desk {
  readonly parser: Parser;
  readonly settings: PatternSettings;
  readonly pattern: string;
  readonly variables: readonly Metavariable[];
  readonly prefix: string;
  /** By performance.now(). */
  readonly deadlineMs: number;
}

export async function readPattern(
  parser: Parser,
  grammar: GrammarName,
  settings: PatternSettings,
  written: string,
): Promise<PatternReading> {
  const language = await loadGrammar(grammar);
  // Nothing is waited for from here on: other texts are parsed with the same parser.
  parser.setLanguage(language);
  const deadlineMs = performance.now() + TIME_MS_MAX;
  let first: PatternReading | null = null;
  for (const pattern of [written.trim(), dedented(written.trim())]) {
    const variables = metavariablesOf(pattern);
    if (variables.length > METAVARIABLES_MAX) {
      return { trouble: `it has more than ${METAVARIABLES_MAX} metavariables` };
    }
    const prefix = unusedPrefix(pattern);
    const reading = readAnyhow({ parser, settings, pattern, variables, prefix, deadlineMs });
    if ("programs" in reading) {
      return reading;
    }
    first ??= reading;
  }
  return first ?? { trouble: "it is empty" };
}

/** A piece cut out of a file lacks its first line's indentation, and has that of the others. */
function dedented(pattern: string): string {
  const indents = [...pattern.matchAll(/\n([ \t]*)(?=\S)/g)].map(([, indent = ""]) => indent.length);
  const least = Math.min(...indents, pattern.length);
  return pattern.replace(new RegExp(`\\n[ \\t]{${least}}`, "g"), "\n");
}

/** The first surroundings in which all is read, those before in which it is something likely. */
function readAnyhow(desk: Desk): PatternReading {
  const { clauses = [], surrounds, unlikely = [], plainText = [] } = desk.settings;
  const clause = clauses.find(([starts]) => starts.test(desk.pattern));
  let least: { readonly cost: number; readonly trouble: string } | null = null;
  let doubtful: PatternProgram | null = null;
  for (const surround of clause === undefined ? surrounds : [clause[1]]) {
    const { cost, reading } = readBetween(desk, surround);
    if ("program" in reading && reading.program.understood.every((type) => plainText.includes(type))) {
      continue;
    }
    const trouble =
      "trouble" in reading ? reading.trouble : tornIn(reading.program, surround, surround === surrounds[0]);
    if ("program" in reading && trouble === null) {
      if (!reading.program.understood.some((type) => unlikely.includes(type))) {
        return { programs: withOthers(desk, surround, reading.program) };
      }
      doubtful ??= reading.program;
    } else if (trouble !== null && (least === null || rank(cost) < rank(least.cost))) {
      least = { cost, trouble };
    }
    if ((cost === 0 && "trouble" in reading) || performance.now() > desk.deadlineMs) {
      break;
    }
  }
  return doubtful !== null ? { programs: [doubtful] } : { trouble: least?.trouble ?? "it is empty" };
}

const rank = (cost: number): number => (cost === MEANT_OTHERWISE ? 0 : cost);

/** A file and a body hold neighbours; what is beside each other elsewhere is torn from what holds it together. */
function tornIn({ understood, isWhole }: PatternProgram, [before]: Surround, isFile: boolean): string | null {
  const isTorn = understood.length > 1 && !(isWhole && (isFile || before.endsWith("{")));
  return isTorn ? `it is part of something else: ${understood.slice(0, 3).join(", ")}` : null;
}

/** What else the same text may be. */
function withOthers(desk: Desk, surround: Surround, program: PatternProgram): PatternProgram[] {
  const { also = {}, capitalsDiffer = false } = desk.settings;
  const elsewhere = also[program.understood.join()];
  const bare = desk.variables.map(() => "%");
  const others = [
    // What holds one alone may be another thing than what holds several: `($X)`, `($X, $Y)`.
    ...desk.variables.flatMap(({ isRest }, at) => (isRest ? [attemptWith(desk, surround, bare.with(at, "%, %"))] : [])),
    ...(elsewhere === undefined ? [] : [readBetween(desk, elsewhere)]),
    ...(capitalsDiffer
      ? [
          attemptWith(
            desk,
            surround,
            desk.variables.map(() => "^"),
          ),
        ]
      : []),
  ];
  const programs = [program, ...others.flatMap(({ reading }) => ("program" in reading ? [reading.program] : []))];
  const distinct = new Map(programs.map((one) => [JSON.stringify(one.steps), one]));
  return [...distinct.values()];
}

/** Changes one spelling after the other, each time the one that leaves least unread. */
function readBetween(desk: Desk, surround: Surround): Attempt {
  let spellings = desk.variables.map(() => "%");
  const plain = attemptWith(desk, surround, spellings);
  let best = plain;
  for (let changed = true; changed && best.cost > 0; ) {
    changed = false;
    for (const other of changedInOne(spellings, desk.settings.spellings)) {
      if (best.cost === 0 || performance.now() > desk.deadlineMs) {
        return best;
      }
      const attempt = attemptWith(desk, surround, other);
      if (attempt.cost < best.cost) {
        best = attempt;
        spellings = other;
        changed = true;
      }
    }
  }
  // What is read as it is written tells more of why it is no pattern.
  return best.cost > 0 && plain.cost === MEANT_OTHERWISE ? plain : best;
}

const changedInOne = (spellings: readonly string[], others: readonly string[]): string[][] =>
  spellings.flatMap((_, at) => others.map((other) => spellings.with(at, other)));

function attemptWith(desk: Desk, surround: Surround, spellings: readonly string[]): Attempt {
  const { parser, pattern, variables, prefix, deadlineMs } = desk;
  const spelled = spell(pattern, variables, spellings, prefix, surround);
  const tree = parseWithin(parser, spelled.text, { leftMs: Math.max(1, deadlineMs - performance.now()) });
  if (tree === null) {
    return { cost: Number.POSITIVE_INFINITY, reading: { trouble: "it takes too long to read" } };
  }
  try {
    const bare = bareTree(flatten(tree, spelled.text), spelled.text);
    if (tree.rootNode.hasError) {
      return unread(bare, spelled, pattern);
    }
    const reading = compilePattern(bare, spelled, prefix);
    return { cost: "program" in reading || reading.sure === true ? 0 : MEANT_OTHERWISE, reading };
  } finally {
    tree.delete();
  }
}

const SHOWN_MAX = 40;

function unread({ tree }: BareTree, spelled: SpelledPattern, pattern: string): Attempt {
  let cost = 1;
  let fault: number | null = null;
  for (let node = 0; node < tree.count; node++) {
    const isMissing = tree.start(node) === tree.end(node) && tree.after(node) === node + 1;
    if (tree.type(node) === "ERROR" || isMissing) {
      cost += 1 + tree.end(node) - tree.start(node);
      fault ??= offsetInPattern(spelled, tree.start(node));
    }
  }
  const rest = pattern.slice(fault ?? 0).trim();
  const from = JSON.stringify(rest.length > SHOWN_MAX ? `${rest.slice(0, SHOWN_MAX)}…` : rest);
  return {
    cost,
    reading: { trouble: rest === "" ? "something is missing at its end" : `cannot be parsed from ${from} on` },
  };
}

/** Maps an offset of the parsed text to the pattern. */
function offsetInPattern({ places, start }: SpelledPattern, offset: number): number {
  let written = offset - start;
  for (const place of places) {
    if (place.start >= offset) {
      break;
    }
    written += place.variable.written.length - (Math.min(offset, place.end) - place.start);
  }
  return Math.max(0, written);
}
