// Puts each place of a name in one file into its class: by what the facts say of its line, and by what the text is there.
import type { DocumentRecord } from "../../index/snapshot.ts";
import { lineAt } from "../../syntax/source.ts";
import { kindAt, type Stretches } from "../../vocabulary/stretches.ts";
import { lineStarts } from "../../vocabulary/text.ts";
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
  /** Whether a label may name the symbol: it is a member. */
  readonly isMember: boolean;
  /** What stands there in what is not read: "text that the grammar does not understand". */
  readonly whyUnread: string;
  /** Why the references of the file are not all known; null where they are. */
  readonly whyInPart: string | null;
}

const NAME_OF_NOTHING = "a name in code that is not followed here";

const LABEL_OF_UNKNOWN = "names an argument or key of what is not known";

/** In order of line. */
export function classifyFile(file: SurveyedFile, text: string, name: string): NameOccurrence[] {
  const places = placesOfWord(text, name);
  if (places.length === 0) {
    return [];
  }
  const source = { starts: lineStarts(text) };
  const byLine = new Map<number, number[]>();
  for (const offset of places) {
    const line = lineAt(source, offset);
    byLine.set(line, [...(byLine.get(line) ?? []), offset]);
  }
  return [...byLine].flatMap(([line, offsets]) => classifyLine(file, line, offsets));
}

function classifyLine(file: SurveyedFile, line: number, offsets: readonly number[]): NameOccurrence[] {
  const { stretches, isOfFamily, isMember, whyUnread, whyInPart } = file;
  const { path } = file.document;
  const kinds = offsets.map((offset) => kindAt(stretches, offset));
  const known = knownPlaces(file.known.get(line));
  const isUniform = new Set(known).size === 1;
  // Facts name what stands in a string or comment only where the language says so: an annotation in quotes.
  const isInCode = kinds.some((kind) => kind === "code" || kind === "unplaced" || kind === "label");
  let next = 0;
  const take = (): Known | undefined => {
    next += 1;
    return known[next - 1] ?? (isUniform ? known[0] : undefined);
  };
  return kinds.map((kind, index) => {
    const one = (of: OccurrenceClass, why: string | null = null): NameOccurrence => {
      return { path, line, offset: offsets[index] ?? 0, class: of, why, mayBreak: isOfFamily };
    };
    if (kind === "code" || kind === "label" || !isInCode) {
      const told = kind === "code" || next < known.length ? take() : undefined;
      if (told !== undefined) {
        return one(told, told === "unknown" ? "on a value of unknown type" : null);
      }
    }
    switch (kind) {
      case "code":
        return isOfFamily && whyInPart !== null ? one("unseen", whyInPart) : one("other");
      case "unplaced":
        return isOfFamily ? one("unknown", NAME_OF_NOTHING) : one("other");
      case "label":
        return isOfFamily && isMember ? one("unknown", LABEL_OF_UNKNOWN) : one("other");
      case "unread":
        return one("unread", whyUnread);
      default:
        return one(kind);
    }
  });
}

const ORDER = ["definition", "reference", "unknown", "other"] as const;

const knownPlaces = (known: KnownOnLine | undefined): Known[] =>
  known === undefined ? [] : ORDER.flatMap((one) => Array.from({ length: known[one] }, () => one));
