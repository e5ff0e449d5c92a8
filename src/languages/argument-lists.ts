// Lists between parentheses as they are written: the parameters of a definition and the arguments of a call.
import type { CallForm } from "./contract/call-form.ts";

export interface ListText {
  /** Entries without white space around them and without comments before them. */
  readonly entries: readonly string[];
  /** Offset behind the closing parenthesis. */
  readonly end: number;
}

const CLOSES: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };
/** A longer list is not read. UTF-16 units. */
const LENGTH_MAX = 8_000;

/**
 * The list whose opening parenthesis is at `open`. Null where its end is not found, or where its commas may be those of type
 * arguments or of a lambda.
 */
export function listAt(text: string, open: number, { opaque, bareLambda }: CallForm): ListText | null {
  const expected: string[] = [];
  const entries: string[] = [];
  let entry = "";
  for (let at = open; at < Math.min(text.length, open + LENGTH_MAX); at += 1) {
    opaque.lastIndex = at;
    const [skipped] = opaque.exec(text) ?? [];
    if (skipped !== undefined && skipped !== "") {
      entry += COMMENT.test(skipped) ? "" : skipped;
      at += skipped.length - 1;
      continue;
    }
    const character = text[at] ?? "";
    const isOuter = expected.length === 1;
    if (character === expected.at(-1)) {
      expected.pop();
      if (expected.length === 0) {
        entries.push(entry.trim());
        return checked({ entries, end: at + 1 }, bareLambda);
      }
    } else if (character in CLOSES) {
      expected.push(CLOSES[character] ?? "");
      if (expected.length === 1) {
        continue;
      }
    } else if (character === ")" || character === "]" || character === "}") {
      return null;
    }
    if (isOuter && character === ",") {
      entries.push(entry.trim());
      entry = "";
    } else {
      entry += character;
    }
  }
  return null;
}

const COMMENT = /^(?:\/[/*]|#)/;

/** Commas between `<` and `>` are joined again. */
function checked({ entries, end }: ListText, bareLambda: RegExp | undefined): ListText | null {
  const joined: string[] = [];
  let depth = 0;
  for (const entry of entries) {
    const last = joined.at(-1);
    if (depth > 0 && last !== undefined) {
      joined[joined.length - 1] = `${last}, ${entry}`;
    } else {
      joined.push(entry);
    }
    depth += depthOf(entry);
  }
  const hasLambda = bareLambda?.test(entries.join(", ")) === true;
  if (depth !== 0 || hasLambda) {
    return null;
  }
  // A comma may stand behind the last one.
  return { entries: joined.filter((entry, at) => entry !== "" || at < joined.length - 1), end };
}

/** How many angle brackets of type arguments stay open; arrows, shifts and comparisons left out. */
function depthOf(entry: string): number {
  const bare = entry.replace(/"[^"]*"|'[^']*'|`[^`]*`|[-=]>|<=|>=|<<|\s<\s|\s>\s/g, "");
  return (bare.match(/</g)?.length ?? 0) - (bare.match(/>/g)?.length ?? 0);
}

const TYPE_ARGUMENTS = /\s*(?:::|\?\.)?(?:<[^<>()]*(?:<[^<>()]*>[^<>()]*)*>)?\s*/y;
/** Between the name of a variable and the parameters of the function that it holds. */
const HOLDS_FUNCTION = /\s*[:=]\s*(?:async\b\s*)?(?:function\b\s*\*?\s*\w*\s*)?(?=[(<])/y;

/** Offset of the parenthesis that opens the list of the name ending at `end`; -1 where there is none. */
export function openingAfter(text: string, end: number): number {
  TYPE_ARGUMENTS.lastIndex = end;
  const at = end + (TYPE_ARGUMENTS.exec(text)?.[0].length ?? 0);
  return text[at] === "(" ? at : -1;
}

/** Likewise for a definition: the name may be that of a variable that holds a function. */
export function parametersAfter(text: string, end: number): number {
  const open = openingAfter(text, end);
  if (open >= 0) {
    return open;
  }
  HOLDS_FUNCTION.lastIndex = end;
  const between = HOLDS_FUNCTION.exec(text)?.[0].length;
  return between === undefined ? -1 : openingAfter(text, end + between);
}
