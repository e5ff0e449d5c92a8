// What an answer is worth for one question: whether it shows the lines that answer, and if not, where they were lost. Pure.
import type { Place } from "../../support/judged.ts";
import type { Answer, AnswerHit } from "./read-answer.ts";

/**
 * Where the lines of a question that is not answered were lost:
 * - `cut`: a place that was found has all of them, but they are not all shown.
 * - `part`: some of them are shown, or a place that was found has some.
 * - `place`: another place of their file was found.
 * - `file`: their file was not found.
 */
export type Loss = "cut" | "part" | "place" | "file";

export interface Judged {
  /** All nonblank lines of one answer stand in the source that is shown. */
  readonly answered: boolean;
  /** How many hits, from the first on, it takes to show them; null where the question is not answered. */
  readonly rank: number | null;
  readonly loss: Loss | null;
  readonly doubtful: boolean;
}

/** Lines of a file by path relative to the checkout; empty where there is no such file. */
export type Files = (path: string) => readonly string[];

const DOUBTFUL = new Set(["weak", "none", "empty"]);
const LOSSES: readonly Loss[] = ["cut", "part", "place", "file"];

/** A line that is not shown as it stands in the file does not count: an answer cannot gain by numbering it wrongly. */
const shows = (hit: AnswerHit, line: number, text: string): boolean => hit.shown.get(line)?.trimEnd() === text;

const overlaps = (hit: Place, { startLine, endLine }: Place): boolean =>
  hit.startLine <= endLine && hit.endLine >= startLine;

function judgePlace(
  hits: readonly AnswerHit[],
  found: readonly Place[],
  place: Place,
  files: Files,
): Pick<Judged, "rank" | "loss"> {
  const all = files(place.path);
  const wanted = all
    .slice(place.startLine - 1, place.endLine)
    .map((text, at) => ({ line: place.startLine + at, text: text.trimEnd() }))
    .filter(({ text }) => text !== "");
  const missing = new Set(wanted);
  for (const [at, hit] of hits.entries()) {
    if (hit.path !== place.path) {
      continue;
    }
    for (const one of wanted) {
      if (shows(hit, one.line, one.text)) {
        missing.delete(one);
      }
    }
    if (missing.size === 0 && wanted.length > 0) {
      return { rank: at + 1, loss: null };
    }
  }
  const own = [...hits, ...found].filter(({ path }) => path === place.path);
  if (own.some((hit) => hit.startLine <= place.startLine && hit.endLine >= place.endLine)) {
    return { rank: null, loss: "cut" };
  }
  if (missing.size < wanted.length || own.some((hit) => overlaps(hit, place))) {
    return { rank: null, loss: "part" };
  }
  return { rank: null, loss: own.length > 0 ? "place" : "file" };
}

/**
 * Of several answers the one that is shown first counts, else the one that was lost last. `found`: the places that were found, with
 * all their lines; those that the answer only names are among them.
 */
export function judgeAnswer(
  answers: readonly Place[],
  { outcome, hits }: Answer,
  found: readonly Place[],
  files: Files,
): Judged {
  const doubtful = DOUBTFUL.has(outcome);
  const judged = answers.map((place) => judgePlace(hits, found, place, files));
  const ranks = judged.flatMap(({ rank }) => (rank === null ? [] : [rank]));
  if (ranks.length > 0) {
    return { answered: true, rank: Math.min(...ranks), loss: null, doubtful };
  }
  const loss = LOSSES.find((one) => judged.some((place) => place.loss === one)) ?? null;
  return { answered: false, rank: null, loss, doubtful };
}

/** Lines of the answer that do not stand so in the file: none, unless the answer's form is misread or the file changed. */
export const strayLines = ({ hits }: Answer, files: Files): number =>
  hits.reduce((sum, { path, shown }) => {
    const all = files(path);
    const isStray = ([line, text]: [number, string]) => {
      const own = all[line - 1];
      // A long line of context ends in `…`.
      return own === undefined || (own.trimEnd() !== text.trimEnd() && !own.startsWith(text.replace(/…$/, "")));
    };
    return sum + [...shown].filter(isStray).length;
  }, 0);
