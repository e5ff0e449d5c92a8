// Takes credentials out of a text that leaves this machine, and says which. Lines keep their numbers: only the characters of a credential are
// replaced. Unlike maskSecrets, whose lines are shown in part, it looks at every character of a line, however long.
import { type FoundSecret, LINE_MAX, replacePlaces, secretsIn } from "./find-secrets.ts";
import { keyMaterialAt, privateKeyAt } from "./private-key.ts";

/** One kind of credential that was taken out of a line. */
export interface Redaction {
  /** What it was: "an access key of AWS". */
  readonly kind: string;
  /** 1-based. */
  readonly line: number;
}

type Place = Pick<FoundSecret, "what" | "value" | "at">;

/** What lists put before a line of source: its number (`12:`, `12 | `), or the sign of a difference. */
const BEFORE_A_LINE = /^\s*(?:\d{1,7}\s*[:|]?\s*[+-]?|[+-])\s*/;
const PRIVATE_KEY = "a private key";
/** A line between the first of a private key and its end. The last one may be short. */
const LINE_OF_KEY = /^[\s"'`+.]*(?<value>[A-Za-z0-9+/]+={0,2})(?:\\[nr])*[\s"'`+.,;\\)]*$/;
/** Stands between the beginning of a private key and its material: `Proc-Type: 4,ENCRYPTED`, an empty line. */
const HEADER_OF_KEY = /^[\s"'`+]*(?:[\w-]+: .*)?$/;

export function redactSecrets(text: string): { readonly text: string; readonly redactions: readonly Redaction[] } {
  const lines = text.split("\n");
  const redactions: Redaction[] = [];
  let isInKey = false;
  const written = lines.map((line, index) => {
    const ofKey = isInKey ? fromEachStart(line, lineOfKey) : [];
    isInKey =
      privateKeyAt(lines, index) !== null ||
      (isInKey && (ofKey.length > 0 || HEADER_OF_KEY.test(line.slice(startOf(line)))));
    const places = ofKey.length > 0 ? ofKey : [...secretsAnywhere(line), ...fromEachStart(line, keyMaterial)];
    const kinds = new Set(places.map(({ what }) => what));
    redactions.push(...[...kinds].map((kind) => ({ kind, line: index + 1 })));
    return replacePlaces(line, places, ({ what }) => `[redacted: ${what}]`);
  });
  return { text: written.join("\n"), redactions };
}

/** Windows overlap by half, so a credential of up to that length is whole in one of them. */
function secretsAnywhere(line: string): Place[] {
  const places = fromEachStart(line.slice(0, LINE_MAX), secretsOf);
  for (let from = LINE_MAX / 2; from + LINE_MAX / 2 < line.length; from += LINE_MAX / 2) {
    places.push(...secretsOf(line.slice(from, from + LINE_MAX)).map((place) => ({ ...place, at: place.at + from })));
  }
  return places;
}

/** Places in the line as it is and without what a list puts before it, since some forms must begin a line. */
const fromEachStart = (line: string, find: (text: string) => readonly Place[]): Place[] =>
  [...new Set([0, startOf(line)])].flatMap((start) =>
    find(line.slice(start)).map((place) => ({ ...place, at: place.at + start })),
  );

const startOf = (line: string): number => BEFORE_A_LINE.exec(line)?.[0].length ?? 0;

const secretsOf = (text: string): readonly Place[] => secretsIn(text, true);

function keyMaterial(text: string): readonly Place[] {
  const found = keyMaterialAt(text);
  return found === null ? [] : [{ what: PRIVATE_KEY, ...found }];
}

function lineOfKey(text: string): readonly Place[] {
  const value = LINE_OF_KEY.exec(text)?.groups?.["value"];
  return value === undefined ? [] : [{ what: PRIVATE_KEY, value, at: text.indexOf(value) }];
}
