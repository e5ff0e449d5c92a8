// Edits that most often break a text: one place, drawn by seed. Whether an edit did break it, the language's own parser says.
import type { Random } from "../../../../support/random.ts";

export interface Edited {
  readonly kind: string;
  readonly text: string;
  /** 1-based. */
  readonly line: number;
}

interface Edit {
  readonly kind: string;
  /** Global; one of its matches is drawn. */
  readonly place: RegExp;
  readonly change: (found: string, random: Random) => string;
}

const KEYWORDS =
  /\b(?:if|else|for|while|return|class|struct|interface|enum|import|def|func|function|fn|fun|val|var|let|const|new|switch|case|try|catch|package|namespace|use|impl|public|private|static|end|module)\b(?=[ \t])/g;

const EDITS: readonly Edit[] = [
  { kind: "bracket removed", place: /[()[\]{}]/g, change: () => "" },
  {
    kind: "bracket added",
    place: /[()[\]{};,]/g,
    change: (found, random) => `${found}${"()[]{}"[Math.floor(random() * 6)]}`,
  },
  { kind: "keyword doubled", place: KEYWORDS, change: (found) => `${found} ${found}` },
  { kind: "quote dropped", place: /["']/g, change: () => "" },
  { kind: "operand dropped", place: /[=+*<>&|][ \t]*\w+/g, change: (found) => found.replace(/\w+$/, "") },
  { kind: "separator dropped", place: /[;,:.]/g, change: () => "" },
  { kind: "word added", place: /\w[ \t]+(?=\w)/g, change: (found) => `${found}stray ` },
  {
    kind: "operator added",
    place: /[=(,]/g,
    change: (found, random) => `${found} ${"=*/.,:"[Math.floor(random() * 6)]}`,
  },
];

export const EDIT_KINDS: readonly string[] = EDITS.map(({ kind }) => kind);

/** `text` with one edit of the kind that `turn` selects; null where the text has no place for it. */
export function editText(text: string, turn: number, random: Random): Edited | null {
  const edit = EDITS[turn % EDITS.length];
  const places = edit === undefined ? [] : [...text.matchAll(edit.place)];
  const place = places[Math.floor(random() * places.length)];
  if (edit === undefined || place === undefined) {
    return null;
  }
  const before = text.slice(0, place.index);
  const after = text.slice(place.index + place[0].length);
  return {
    kind: edit.kind,
    text: `${before}${edit.change(place[0], random)}${after}`,
    line: before.split("\n").length,
  };
}
