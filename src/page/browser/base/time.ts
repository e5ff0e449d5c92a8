// Times as people read them.

const WHEN = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short" });
const AGO = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
const UNITS = [
  ["year", 31_536_000_000],
  ["month", 2_592_000_000],
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
] as const;

/** A file that came with a project may have a time that is none, such as the 99th of a month. */
export function timeOf(timestamp: string): string {
  const time = new Date(timestamp);
  return Number.isNaN(time.valueOf()) ? timestamp : WHEN.format(time);
}

/** "3 days ago"; "now" for less than a minute, "" for a time that is none. */
export function ageOf(timestamp: string, now = Date.now()): string {
  const passed = now - Date.parse(timestamp);
  const [unit, length] = UNITS.find(([, ms]) => passed >= ms) ?? ["second", 0];
  return Number.isNaN(passed) ? "" : length === 0 ? "now" : AGO.format(-Math.floor(passed / length), unit);
}
