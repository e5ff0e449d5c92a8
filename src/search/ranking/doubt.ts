// Whether the project has an answer to the question at all: the calibrated doubt. Something is always nearest, so that hits say
// nothing of it. What does: telling words of the question that occur nowhere (doubt-evidence.ts), and that not even the nearest place
// is near in meaning.
//
// To change the weights: `npm run bench:doubt` prints them; docs/inside/ranking.md, "Doubt", says what they are worth.
import type { Query } from "../query/parse-query.ts";
import type { DoubtEvidence } from "./doubt-evidence.ts";
import type { Candidates } from "./retrieve.ts";

/**
 * `weak`: nothing clearly answers the question. `none`: it is about something that the project has nothing to do with. Null: no reason to
 * doubt.
 */
export type Doubt = "weak" | "none" | null;

/** The parts of the sum that is compared with the thresholds, each a number of 0 or more. */
export interface DoubtSignals {
  /** Share of the telling words' weight that is missing; a word in next to no file counts half. */
  readonly lack: number;
  /** Names among the missing words, at most NAMES_MAX. */
  readonly names: number;
  /** The highest cosine of a hit to the question. */
  readonly cosine: number;
}

interface DoubtTable extends DoubtSignals {
  readonly bias: number;
  /** Sums above these are said. */
  readonly weak: number;
  readonly none: number;
}

/** Log-odds that there is no answer: with vectors, and without. */
export const DOUBT: Readonly<Record<"meaning" | "words", DoubtTable>> = {
  meaning: { lack: 3.75, names: 1.1, cosine: -3.65, bias: -0.3, weak: 1.25, none: 2.65 },
  words: { lack: 4.6, names: 1, cosine: 0, bias: -1.9, weak: 1.25, none: 2.5 },
};

/** The model whose cosines the table is of: another one's lie elsewhere, and words alone are judged. */
const CALIBRATED_MODEL = /^all-MiniLM-L6-v2\b/;

export const isCalibrated = (model: string | undefined): boolean => CALIBRATED_MODEL.test(model ?? "");

/** A project of fewer files has few words: that those of a question are missing says little of what it is about. */
const FILES_MIN = 30;
const NAMES_MAX = 2;
/** From this cosine on the place is about what was asked, even if none of the question's words is there. */
const NEAR = 0.4;
/** Share of a message's constant text from which on a place that has it word for word is where it comes from. */
const PHRASE_MIN = 0.5;

export function doubtSignals({
  missingWeight,
  scarceWeight,
  presentWeight,
  missing,
  cosine,
}: DoubtEvidence): DoubtSignals {
  const total = missingWeight + scarceWeight + presentWeight;
  return {
    lack: total === 0 ? 0 : (missingWeight + scarceWeight / 2) / total,
    names: Math.min(NAMES_MAX, missing.filter(({ isProper }) => isProper).length),
    cosine: cosine ?? 0,
  };
}

/** Log-odds that the project has no answer. */
export function doubtOf(evidence: DoubtEvidence): number {
  const { lack, names, cosine } = doubtSignals(evidence);
  const weights = tableFor(evidence);
  return weights.bias + weights.lack * lack + weights.names * names + weights.cosine * cosine;
}

const tableFor = ({ cosine }: DoubtEvidence): DoubtTable => (cosine === null ? DOUBT.words : DOUBT.meaning);

/** Written as only code is. */
const CODE_NAME = /[_$\d]|\p{Ll}\p{Lu}/u;

/** Whether something was found that the question names: a definition, a file, a message's text. */
export function isNamed(query: Query, { files, phrases }: Pick<Candidates, "files" | "phrases">): boolean {
  const spelled = query.symbol !== null || query.identifiers.some((name) => CODE_NAME.test(name));
  return (
    files.some(({ definitions, asked }) => asked !== null || (spelled && definitions.length > 0)) ||
    [...phrases.values()].some((share) => share >= PHRASE_MIN)
  );
}

/** One name that is defined nowhere: its text decides. */
function judgeName({ missing, words, bestFile, cosine }: DoubtEvidence): Doubt {
  if (missing.length === 0) {
    return null;
  }
  return missing.length < words || bestFile > 0 || (cosine ?? 0) >= NEAR ? "weak" : "none";
}

/** For what has hits and is not named (`isNamed`). */
export function judgeDoubt({ symbol }: Pick<Query, "symbol">, evidence: DoubtEvidence): Doubt {
  if (symbol !== null) {
    return judgeName(evidence);
  }
  const { missing, words, cosine, files } = evidence;
  const isSmall = files < FILES_MIN;
  const isAllMissing = words > 0 && missing.length === words;
  if (isAllMissing) {
    const isFar = (cosine ?? 0) < NEAR && !isSmall;
    return !missing.some(({ isEnglish }) => isEnglish) || isFar ? "none" : "weak";
  }
  const sum = doubtOf(evidence);
  const { weak, none } = tableFor(evidence);
  return sum > none && !isSmall ? "none" : sum > weak ? "weak" : null;
}

/** Missing words that an answer names. */
const NAMED_MAX = 5;

/** What to say of the missing words: of an answer that is not doubtful, only those that are hardly called otherwise. */
export const wordsToName = ({ missing }: DoubtEvidence, isDoubtful: boolean): string[] =>
  missing
    .filter(({ isEnglish, isProper }) => isDoubtful || isProper || !isEnglish)
    .map(({ word }) => word)
    .slice(0, NAMED_MAX);
