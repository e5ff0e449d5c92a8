// One place of a name, and what is known of it. Every place is of exactly one class, so that the classes add up to what a search for the
// word counts.

export const OCCURRENCE_CLASSES = [
  "definition",
  "reference",
  "unknown",
  "unread",
  "unseen",
  "other",
  "comment",
  "string",
] as const;
/**
 * `definition`: names the symbol itself; `reference`: refers to it; `unknown`: may refer to it, since what it stands on is not known;
 * `unread`: in text whose uses are not read; `unseen`: in a file that was not looked at; `other`: refers
 * to something else; `comment` and `string`: in one, or in prose.
 */
export type OccurrenceClass = (typeof OCCURRENCE_CLASSES)[number];

/** Classes of places that are no use of the symbol. */
export const NO_USE_CLASSES = ["other", "comment", "string"] as const satisfies readonly OccurrenceClass[];
export type NoUseClass = (typeof NO_USE_CLASSES)[number];

export interface NameOccurrence {
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  /** In the text, in UTF-16 units. */
  readonly offset: number;
  readonly class: OccurrenceClass;
  /** Of what is `unknown`, `unread` or `unseen`: why, in plain words; else null. */
  readonly why: string | null;
  /** Whether code may stand there that uses the symbol and that an edit would break: not in a language that cannot name it. */
  readonly mayBreak: boolean;
  /** Whether that may be so even in a file whose uses are not read: a page, a template, a notebook, the path of a function in settings. */
  readonly mayName: boolean;
}

/** Files that have the word and could not be counted. */
export interface UncountedFile {
  readonly path: string;
  /** 1-based, of the first place; null where that is not known. */
  readonly line: number | null;
  readonly why: string;
  /** Both as of a place. */
  readonly mayBreak: boolean;
  readonly mayName: boolean;
}

export interface Account {
  /** In order of path and line. */
  readonly occurrences: readonly NameOccurrence[];
  readonly uncounted: readonly UncountedFile[];
}

export type OccurrenceCounts = Readonly<Partial<Record<OccurrenceClass, number>>>;

/** How many there are of each class; classes without any are left out. */
export function countClasses({ occurrences }: Account): OccurrenceCounts {
  const counts: Partial<Record<OccurrenceClass, number>> = {};
  for (const name of OCCURRENCE_CLASSES) {
    const count = occurrences.reduce((sum, one) => sum + (one.class === name ? 1 : 0), 0);
    if (count > 0) {
      counts[name] = count;
    }
  }
  return counts;
}

/** Classes of places that may use the symbol although nothing proves it. */
const DOUBTFUL: ReadonlySet<OccurrenceClass> = new Set(["unknown", "unread", "unseen"]);

/** Places that may use the symbol although nothing proves it: where there is one, nobody may say that there is no use. */
export const doubtful = ({ occurrences }: Account): readonly NameOccurrence[] =>
  occurrences.filter((one) => DOUBTFUL.has(one.class));
