// Why an answer has no rows. An empty answer proves absence only if every file was looked at and no filter of the question hid
// anything; this distinguishes the three cases and words them.
import { formatNumber, renderCount } from "../../vocabulary/amounts.ts";

export const ABSENCES = ["absent", "filtered", "not_searched", "not_understood"] as const;
/**
 * `absent`: everything was looked through and nothing is there; `filtered`: the question's own filters hide what is there, or
 * let no file through; `not_searched`: files were left, so that nothing is known of them; `not_understood`: all was looked through,
 * and what is sought may be at places that nobody understands.
 */
export type Absence = (typeof ABSENCES)[number];

/** What the filters of a question kept out of its answer. */
export interface Filtered {
  /** The input fields that keep something out: `roles`, `paths`. */
  readonly by: readonly string[];
  /** Rows that were found and that they hide. */
  readonly hidden: number;
  /** Files that they let through, of all files of the project; null where they choose among rows, not among files. */
  readonly files: { readonly admitted: number; readonly of: number } | null;
}

export interface Emptiness {
  /** Files that were looked through. */
  readonly files: number;
  /** Files that should have been looked through and were not, or are not indexed as they are now. */
  readonly filesLeft: number;
  readonly filtered: Filtered | null;
  /** Places that may be what is sought: in text that is not understood, or on a value of unknown type. Default: none. */
  readonly doubts?: number;
}

const hides = ({ by, hidden, files }: Filtered): boolean => by.length > 0 && (hidden > 0 || files?.admitted === 0);

export function absenceOf({ filesLeft, filtered, doubts = 0 }: Emptiness): Absence {
  if (filtered !== null && hides(filtered)) {
    return "filtered";
  }
  return filesLeft > 0 ? "not_searched" : doubts > 0 ? "not_understood" : "absent";
}

/** "the filter roles", "the filters paths and roles" */
export const filters = (fields: readonly string[]): string =>
  `the ${fields.length === 1 ? "filter" : "filters"} ${fields.join(" and ")}`;

const files = (count: number): string => renderCount(count, "file");

/**
 * The first line of an empty answer that proves no absence; null where the tool's own words are true. `sought` is what was
 * looked for, in the plural: `references to X`.
 */
export function explainAbsence(sought: string, emptiness: Emptiness): string | null {
  const why = reasonOf(emptiness);
  return why === null ? null : `${sought}: ${why}`;
}

function reasonOf(emptiness: Emptiness): string | null {
  const { filtered, filesLeft } = emptiness;
  switch (absenceOf(emptiness)) {
    case "filtered": {
      const { by = [], hidden = 0, files: matching = null } = filtered ?? {};
      const fields = filters(by);
      return hidden > 0
        ? `${formatNumber(hidden)} found, ${hidden === 1 ? "" : "all "}left out by ${fields}`
        : `none of ${files(matching?.of ?? 0)} matches ${fields}`;
    }
    case "not_searched": {
      const left = `${files(filesLeft)} not searched`;
      return emptiness.files === 0 ? `unknown, ${left}` : `none in ${files(emptiness.files)}; ${left}`;
    }
    case "not_understood": {
      const count = emptiness.doubts ?? 0;
      return `none proven; ${renderCount(count, "place")} may be one`;
    }
    case "absent":
      return null;
  }
}
