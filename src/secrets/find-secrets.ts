// The credentials in a line of text, and the line without them.
import { assignedSecrets } from "./assigned-secrets.ts";
import { keyMaterialAt } from "./private-key.ts";
import { entropyOf, isPlaceholder } from "./randomness.ts";
import { TOKEN_FORMATS, type TokenFormat } from "./token-formats.ts";

export interface FoundSecret {
  /** What it is, for a message. */
  readonly what: string;
  readonly value: string;
  /** 0-based offset in the line. */
  readonly at: number;
  /** `verified`: its checksum fits; `format`: by its format; `assigned`: by its name and its look. */
  readonly proof: "verified" | "format" | "assigned";
  readonly often: "public" | "local" | null;
}

/** Lines are cut here: what is longer is data. */
export const LINE_MAX = 4_000;
/** Whatever one of the formats matches, and little else: most lines have none, and one look at them is cheaper than one for each format. */
const ANY_FORMAT = new RegExp(
  TOKEN_FORMATS.map(({ pattern }) => pattern.source.replaceAll("(?<secret>", "(?:")).join("|"),
  "i",
);
/** Below this a value of 16 characters and more is a pattern somebody typed. */
const ENTROPY_MIN = 3;

/** `isSettings`: whether values stand without quotes, as in a file of settings. */
export function secretsIn(line: string, isSettings: boolean): FoundSecret[] {
  const text = line.slice(0, LINE_MAX);
  const found = ANY_FORMAT.test(text) ? TOKEN_FORMATS.flatMap((format) => tokensOf(format, text)) : [];
  for (const { name, value, at } of assignedSecrets(text, isSettings)) {
    if (!found.some((one) => one.at < at + value.length && at < one.at + one.value.length)) {
      found.push({ what: `the value of ${name}`, value, at, proof: "assigned", often: null });
    }
  }
  return found.sort((a, b) => a.at - b.at);
}

const tokensOf = ({ what, pattern, fits, isOne, often }: TokenFormat, text: string): FoundSecret[] =>
  [...text.matchAll(pattern)].flatMap((match): FoundSecret[] => {
    const value = match.groups?.["secret"] ?? match[0];
    const at = match.index + match[0].lastIndexOf(value);
    const isVerified = fits?.(value) === true;
    if (isOne?.(match[0]) === false) {
      return [];
    }
    if (!isVerified && (isPlaceholder(value) || (value.length >= 16 && entropyOf(value) < ENTROPY_MIN))) {
      return [];
    }
    return [{ what, value, at, proof: isVerified ? "verified" : "format", often: often ?? null }];
  });

/** Enough to find it, too little to use it. */
const SHOWN = 4;

/** As it may be shown. */
export const masked = (value: string): string => `${value.slice(0, value.length >= 3 * SHOWN ? SHOWN : 1)}…[masked]`;

/** The text with its credentials masked, line by line. */
export const maskSecrets = (text: string): string => text.split("\n").map(maskLine).join("\n");

/** Ends at the last word that was looked at whole, where the line is too long. */
function maskLine(line: string): string {
  const text = line.length > LINE_MAX ? line.slice(0, LINE_MAX).replace(/\S+$/, "…") : line;
  const found = [...secretsIn(text, true), ...[keyMaterialAt(text) ?? []].flat()];
  return replacePlaces(text, found, ({ value }) => masked(value));
}

/** The line with another text in these places; of places that overlap, the first. */
export function replacePlaces<Place extends Pick<FoundSecret, "value" | "at">>(
  line: string,
  places: readonly Place[],
  replace: (place: Place) => string,
): string {
  let text = "";
  let read = 0;
  for (const place of places.toSorted((a, b) => a.at - b.at || b.value.length - a.value.length)) {
    if (place.at >= read) {
      text += line.slice(read, place.at) + replace(place);
      read = place.at + place.value.length;
    }
  }
  return text + line.slice(read);
}
