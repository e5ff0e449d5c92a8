// Puts each place of a name in one file into its class: by what the facts say of its line, and by what the text is there.
import type { DocumentRecord } from "../../index/snapshot.ts";
import { lineAt, type Source } from "../../syntax/source.ts";
import { kindAt, type Stretches, type StretchKind } from "../../vocabulary/stretches.ts";
import type { NameOccurrence, OccurrenceClass } from "./occurrence.ts";
import { placesOfWord } from "./places-of-word.ts";

/** What the facts say of a name on one line: how many of its places there are of each class. */
export type Known = "definition" | "reference" | "unknown" | "other";
export type KnownOnLine = Readonly<Record<Known, number>>;

/** What is known of a file that has the name, before its text is read. */
export interface SurveyedFile {
  readonly document: DocumentRecord;
  /** What its words are. */
  readonly stretches: Stretches;
  /** By line. */
  readonly known: ReadonlyMap<number, KnownOnLine>;
  /** Whether its language can name the symbol. */
  readonly isOfFamily: boolean;
  /** Of another file: which of its words may name the symbol all the same. `qualified`: one behind what it is in, `app.jobs:clean`. */
  readonly mayName: "all" | "qualified" | "none";
  /** Whether a label may name the symbol: it is a member. */
  readonly isMember: boolean;
  /**
   * Whether the symbol is a member that a library's types have, on whose values nothing is followed, a specialised template, or a type
   * that is called as one of the language.
   */
  readonly isExtension: boolean;
  /** A sign before the name that reads what the name holds; null in most languages. */
  readonly valueSign: string | null;
  /** Of Language. */
  readonly namesAreStatic: boolean;
  /** What stands there in what is not read: "text that the grammar does not understand". */
  readonly whyUnread: string;
  /** Why the references of the file are not all known; null where they are. */
  readonly whyInPart: string | null;
}

const NAME_OF_NOTHING = "a name in code that is not followed here";

const LABEL_OF_UNKNOWN = "names an argument or key of what is not known";

/** In order of line. */
export function classifyFile(
  file: SurveyedFile,
  source: Pick<Source, "text" | "starts">,
  name: string,
): NameOccurrence[] {
  const { text } = source;
  const places = placesOfWord(text, name);
  const byLine = new Map<number, number[]>();
  for (const offset of places) {
    const line = lineAt(source, offset);
    byLine.set(line, [...(byLine.get(line) ?? []), offset]);
  }
  return [...byLine].flatMap(([line, offsets]) => classifyLine(file, line, offsets, text));
}

function classifyLine(file: SurveyedFile, line: number, offsets: readonly number[], text: string): NameOccurrence[] {
  const { stretches, isOfFamily, valueSign } = file;
  const { path } = file.document;
  const kinds = offsets.map((offset) => {
    const kind = kindAt(stretches, offset);
    return kind === "code" && text[offset - 1] === valueSign ? "unplaced" : kind;
  });
  const told = toldByPlace(kinds, knownPlaces(file.known.get(line)));
  return kinds.map((kind, index) => {
    const one = told[index];
    const offset = offsets[index] ?? 0;
    const isNamed = isNamedOutside(file, kind, text, offset);
    const inString = isOfFamily && kind === "string" ? namesWhole(text, offset) : null;
    const whole = inString === "name" && file.namesAreStatic ? null : inString;
    const { of, why } =
      one !== undefined
        ? { of: one, why: one === "unknown" ? ON_UNKNOWN : null }
        : isNamed
          ? { of: "unread" as const, why: file.whyUnread }
          : whole !== null
            ? { of: "unknown" as const, why: WHY_NAMED[whole] }
            : untold(file, kind);
    return { path, line, offset, class: of, why, mayBreak: isOfFamily, mayName: isOfFamily || isNamed };
  });
}

/** Why code may look the symbol up by a string. */
const WHY_NAMED = { name: "a string that is its name", path: "ends a string that is a path to such a name" } as const;
const NAMING: ReadonlySet<string | null> = new Set(Object.values(WHY_NAMED));
const PATH_CHARS_MAX = 200;

/** Whether it is a string that is the name or a path to it. */
export const isNamingString = ({ why }: NameOccurrence): boolean => NAMING.has(why);

/** `"clean"`, `"Grid\Support\doubled"`, `"app.models.Order"`; null of any other string, and of a key: `{"clean": 1}`. */
function namesWhole(text: string, offset: number): keyof typeof WHY_NAMED | null {
  const before = /(["'`])((?:\w*(?:\\\\?|\.|::?|#))*)$/.exec(text.slice(Math.max(0, offset - PATH_CHARS_MAX), offset));
  const after = /^\w+(["'`])(?!\s*(?::|=>))/.exec(text.slice(offset, offset + PATH_CHARS_MAX));
  if (before === null || before[1] !== after?.[1]) {
    return null;
  }
  return /\w/.test(before[2] ?? "") ? "path" : "name";
}

/** Whether a word in a file whose uses are not read may name the symbol, in a string too: settings consist of them. */
function isNamedOutside(
  { isOfFamily, mayName }: SurveyedFile,
  kind: StretchKind,
  text: string,
  offset: number,
): boolean {
  if (isOfFamily || kind === "comment") {
    return false;
  }
  const isText = kind === "unread" || kind === "string";
  return mayName === "all" || (mayName === "qualified" && isText && isQualified(text, offset));
}

const isQualified = (text: string, offset: number): boolean =>
  /[\w)](?:\.|::?|#|\\{1,2}|\/)$/.test(text.slice(Math.max(0, offset - 4), offset));

const ON_UNKNOWN = "on a value of unknown type";

/** Which of what is known of a line each of its places is: code takes first, then labels, then what no grammar understood. */
function toldByPlace(kinds: readonly StretchKind[], known: readonly Known[]): readonly (Known | undefined)[] {
  const isUniform = new Set(known).size === 1;
  // Facts name what stands in a string or comment only where the language says so: an annotation in quotes.
  const isInCode = kinds.some((kind) => kind !== "comment" && kind !== "string");
  const told: (Known | undefined)[] = kinds.map(() => undefined);
  let next = 0;
  for (const [index, kind] of kinds.entries()) {
    const isCode = kind === "code" || !isInCode;
    if (isCode || (kind === "label" && next < known.length)) {
      told[index] = known[next] ?? (isUniform ? known[0] : undefined);
      next += 1;
    }
  }
  for (const [index, kind] of kinds.entries()) {
    if ((kind === "unplaced" || kind === "unread") && next < known.length) {
      told[index] = known[next];
      next += 1;
    }
  }
  return told;
}

/** Of a place of which the facts say nothing. */
function untold(
  { isOfFamily, isMember, isExtension, whyUnread, whyInPart }: SurveyedFile,
  kind: StretchKind,
): { readonly of: OccurrenceClass; readonly why: string | null } {
  const other = { of: "other", why: null } as const;
  const notFollowed = { of: "unknown", why: NAME_OF_NOTHING } as const;
  switch (kind) {
    case "code":
      return isOfFamily && whyInPart !== null
        ? { of: "unseen", why: whyInPart }
        : isOfFamily && isExtension
          ? notFollowed
          : other;
    case "unplaced":
      return isOfFamily ? notFollowed : other;
    case "label":
      return isOfFamily && isMember ? { of: "unknown", why: LABEL_OF_UNKNOWN } : other;
    case "unread":
      return { of: "unread", why: whyUnread };
    default:
      return { of: kind, why: null };
  }
}

const ORDER = ["definition", "reference", "unknown", "other"] as const;

const knownPlaces = (known: KnownOnLine | undefined): Known[] =>
  known === undefined ? [] : ORDER.flatMap((one) => Array.from({ length: known[one] }, () => one));
