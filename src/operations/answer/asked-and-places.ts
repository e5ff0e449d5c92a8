// What the log of calls keeps of a question and of its answer: the fields, without long texts and credentials, and the places, without source.
import { redactSecrets } from "../../secrets/redact.ts";
import { records, type Table } from "../../vocabulary/table-records.ts";

const TEXT_MAX = 500;
const LIST_MAX = 20;
const FIELDS_MAX = 4_000;
/** Longer than any question; redaction looks at no more. */
const LOOKED_AT_MAX = 8_000;
/** Of a text for a file, such as the new body of a function: what fits is a name, not code. */
const NEW_TEXT_MAX = 120;
const PLACES_MAX = 20;

/** Text on one line or several, at most so long, credentials replaced. */
export function loggedText(text: string, charactersMax = TEXT_MAX): string {
  const whole = redactSecrets(text.slice(0, LOOKED_AT_MAX)).text;
  return whole.length > charactersMax ? `${whole.slice(0, charactersMax)}…` : whole;
}

/** `changesFiles`: its texts may be source, of which only the length is kept. `order`: the tool's fields, which come first. */
export function loggedInput(
  input: unknown,
  { changesFiles, order }: { readonly changesFiles: boolean; readonly order: readonly string[] },
): Readonly<Record<string, unknown>> {
  const logged = (value: unknown): unknown => {
    if (typeof value === "string") {
      const isSource = changesFiles && (value.length > NEW_TEXT_MAX || value.includes("\n"));
      return isSource ? `(${value.length} characters)` : loggedText(value);
    }
    if (Array.isArray(value)) {
      return [
        ...value.slice(0, LIST_MAX).map(logged),
        ...(value.length > LIST_MAX ? [`… ${value.length} in all`] : []),
      ];
    }
    if (typeof value === "object" && value !== null) {
      return Object.fromEntries(
        Object.entries(value)
          .slice(0, LIST_MAX)
          .map(([key, one]) => [loggedText(key), logged(one)]),
      );
    }
    return value;
  };
  const given = Object.entries(Object(input) as object);
  const placeOf = (field: string): number => (order.includes(field) ? order.indexOf(field) : order.length);
  const fields: Record<string, unknown> = {};
  let room = FIELDS_MAX;
  for (const [field, value] of given.sort(([a], [b]) => placeOf(a) - placeOf(b)).slice(0, LIST_MAX)) {
    const one = logged(value);
    const length = JSON.stringify(one)?.length ?? 0;
    fields[loggedText(field)] = length > room ? "…" : one;
    room -= Math.min(room, length);
  }
  return fields;
}

/** Parts of an answer whose paths are not what was found. */
const BESIDE: ReadonlySet<string> = new Set(["details", "envelope", "problems", "excluded", "coverage", "projects"]);

/** The distinct places of a structured answer, in its order: the first ones, and how many there are. */
export function placesOf(structured: unknown): { readonly places: string[]; readonly places_found: number } {
  const places = [...new Set(placesIn(structured))];
  return { places: places.slice(0, PLACES_MAX), places_found: places.length };
}

function* placesIn(value: unknown): Generator<string> {
  if (typeof value !== "object" || value === null) {
    return;
  }
  if (Array.isArray(value)) {
    for (const one of value) {
      yield* placesIn(one);
    }
    return;
  }
  const record = value as Readonly<Record<string, unknown>>;
  if (Array.isArray(record["columns"]) && typeof record["rows"] === "object") {
    yield* placesIn(records(record as unknown as Table));
    return;
  }
  const { path, project } = record;
  if (typeof path === "string") {
    const own = `${path}${linesOf(record)}`;
    yield typeof project === "string" ? `${own} in ${project}` : own;
  }
  for (const [key, one] of Object.entries(record)) {
    if (!BESIDE.has(key)) {
      yield* placesIn(one);
    }
  }
}

function linesOf(record: Readonly<Record<string, unknown>>): string {
  const start = record["start_line"] ?? record["line"];
  const end = record["end_line"] ?? start;
  return typeof start !== "number" ? "" : `:${start}${end === start || typeof end !== "number" ? "" : `-${end}`}`;
}
