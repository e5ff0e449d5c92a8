// Writes which places a name has and which of them are in doubt, for every tool that says how a symbol is used.
import { z } from "zod";
import { withAbsentPlaces } from "../../../intelligence/occurrences/absent-places.ts";
import { accountFor } from "../../../intelligence/occurrences/account.ts";
import type { SurveyedFile } from "../../../intelligence/occurrences/classify-file.ts";
import {
  type Account,
  countClasses,
  doubtful,
  type NoUseClass,
  OCCURRENCE_CLASSES,
  type OccurrenceClass,
} from "../../../intelligence/occurrences/occurrence.ts";
import { formatNumber, renderCount } from "../../../vocabulary/shown-text.ts";
import type { CodeScene } from "../../answer/answer-code.ts";
import { defineTable, type WireTable } from "../../answer/table.ts";

/** Places in doubt that are listed; all are counted. Where uses are proven, a few are enough, first of those that nobody understood. */
const DOUBTS_SHOWN = 20;
const DOUBTS_BESIDE_USES = 5;

const DOUBTS = defineTable({
  doc: `places with the name that may use it, at most ${DOUBTS_SHOWN}`,
  columns: {
    path: z.string(),
    line: z.number().nullable().meta({ doc: "1-based; null: the whole file" }),
    class: z.enum(OCCURRENCE_CLASSES),
    why: z.string(),
  },
  grouped: true,
  line: ({ line, class: of, why }) => `${line === undefined ? "" : `${line} `}${of}: ${why}`,
});

const occurrencesField = z.record(z.string(), z.number()).optional().meta({
  doc: "all places of the name as a word in the project, by class; they add up to what a search for the word counts. definition, reference; unknown: on what is not known; unread: in text that is not understood; unseen: not looked at; other: of something else; comment, string",
});

const uncountedField = z.number().optional().meta({
  doc: "files that have the word and whose places are not in `occurrences`: not read in time, or changed meanwhile; absent: none",
});

/** Of every tool that says how a symbol is used. */
export const accountFields = {
  occurrences: occurrencesField,
  uncounted: uncountedField,
  in_doubt: DOUBTS.field.optional(),
};

type AccountScene = Pick<CodeScene, "read" | "corpus" | "signal">;

/** Milliseconds that a question spends on files that the index leaves out; those beyond are said. */
const LEFT_OUT_MS = 50;

/** All places of the name in the project's files, also in those that a sparse checkout or the index leaves out. */
export const accountIn = async (
  { read, corpus, signal }: AccountScene,
  name: string,
  surveyed: readonly SurveyedFile[],
): Promise<Account> => withAbsentPlaces(await accountFor(name, surveyed, read), name, corpus, signal, LEFT_OUT_MS);

/** What an answer without a row adds, so that it denies no use that nobody understood; nothing for one that has rows. */
export async function accountUnlessUsed(
  name: string,
  surveyed: readonly SurveyedFile[] | null,
  scene: AccountScene,
): Promise<{ readonly doubts: number; readonly about: string } & ReturnType<typeof writeDoubts>> {
  if (surveyed === null) {
    return { doubts: 0, about: "", lines: [], fields: {} };
  }
  const account = await accountIn(scene, name, surveyed);
  return { doubts: countDoubts(account), about: renderAccount(account), ...writeDoubts(account) };
}

/** How many places may use it although nothing proves it; a file that could not be counted is one. */
export const countDoubts = (account: Account): number => doubtful(account).length + account.uncounted.length;

/** What a place is that is no use. */
export const NO_USE_IN_WORDS: Readonly<Record<NoUseClass, string>> = {
  other: "of something else",
  comment: "in comments",
  string: "in strings",
};

const asNoUse =
  (of: NoUseClass) =>
  (count: number): string =>
    `${formatNumber(count)} ${NO_USE_IN_WORDS[of]}`;

const IN_WORDS: Readonly<Record<OccurrenceClass, (count: number) => string>> = {
  definition: (count) => renderCount(count, "definition"),
  reference: (count) => renderCount(count, "reference"),
  unknown: (count) => `${formatNumber(count)} unknown`,
  unread: (count) => `${formatNumber(count)} not understood`,
  unseen: (count) => `${formatNumber(count)} not looked at`,
  other: asNoUse("other"),
  comment: asNoUse("comment"),
  string: asNoUse("string"),
};

/** `; 9 places of the word: 1 definition, 5 references, 3 in comments`; "" where all of them are the symbol's. */
export function renderAccount(account: Account): string {
  const counts = countClasses(account);
  const said = OCCURRENCE_CLASSES.flatMap((one) => {
    const count = counts[one] ?? 0;
    return count === 0 ? [] : [IN_WORDS[one](count)];
  });
  const total = account.occurrences.length;
  const uncounted = account.uncounted.length;
  if (uncounted === 0 && account.occurrences.every((one) => one.class === "definition" || one.class === "reference")) {
    return "";
  }
  const more = uncounted === 0 ? "" : `, and ${renderCount(uncounted, "file")} with it not counted`;
  return `; ${renderCount(total, "place")} of the word: ${said.join(", ")}${more}`;
}

/** `; the word stands at 9 places: 5 in code, 3 in comments, 1 in strings`, of a word that no symbol has; "" where it stands nowhere. */
export async function renderPlacesOfWord(
  word: string,
  surveyed: readonly SurveyedFile[],
  scene: Pick<CodeScene, "read">,
): Promise<string> {
  const account = await accountFor(word, surveyed, scene.read);
  const counts = countClasses(account);
  const said = OCCURRENCE_CLASSES.flatMap((one) => {
    const count = counts[one] ?? 0;
    return count === 0 ? [] : [one === "other" ? `${formatNumber(count)} in code` : IN_WORDS[one](count)];
  });
  const uncounted = account.uncounted.length;
  const more = uncounted === 0 ? "" : `, and ${renderCount(uncounted, "file")} with it not counted`;
  const total = account.occurrences.length;
  return total + uncounted === 0
    ? ""
    : `; the word stands at ${renderCount(total, "place")}: ${said.join(", ")}${more}`;
}

/** `isUsed`: whether the answer has proven uses, beside which many on what is unknown are only counted. */
export function writeDoubts(
  account: Account,
  isUsed = false,
): {
  readonly lines: readonly string[];
  readonly fields: {
    readonly occurrences?: Record<string, number>;
    readonly uncounted?: number;
    readonly in_doubt?: WireTable;
  };
} {
  const doubts = doubtful(account);
  const areFew = doubts.length <= DOUBTS_BESIDE_USES;
  const listed = doubts
    .filter((one) => !isUsed || areFew || one.class !== "unknown")
    .sort((a, b) => Number(b.mayBreak) - Number(a.mayBreak));
  const rows = [
    ...listed.map(({ path, line, class: of, why }) => ({ path, line, class: of, why: why ?? "" })),
    ...account.uncounted.map(({ path, line, why }) => ({ path, line, class: "unseen" as const, why })),
  ];
  const counts: Record<string, number> = { ...countClasses(account) };
  if (rows.length === 0) {
    return { lines: [], fields: { occurrences: counts } };
  }
  const uncounted = account.uncounted.length === 0 ? {} : { uncounted: account.uncounted.length };
  const most = isUsed ? DOUBTS_BESIDE_USES : DOUBTS_SHOWN;
  const { lines, field } = DOUBTS.write(rows.slice(0, most));
  const more = rows.length - most;
  const heading = `may use it, not proven${more > 0 ? ` (${formatNumber(more)} more)` : ""}:`;
  return { lines: [heading, ...lines], fields: { occurrences: counts, ...uncounted, in_doubt: field } };
}
