// Numbers, sizes, counts and times as people read them.

/**
 * Created once: `toLocaleString` takes some microseconds, and an answer is rendered several times until it fits its budget. And only for a
 * number that needs it: the first one takes 15 ms of a program's start.
 */
let numbers: Intl.NumberFormat | undefined;

/** `12,345`: thousands apart, at most three decimals. */
export function formatNumber(value: number): string {
  if (Number.isInteger(value) && value >= 0 && value < 1_000) {
    return String(value);
  }
  numbers ??= new Intl.NumberFormat("en");
  return numbers.format(value);
}

/** In binary units, as the settings use them: `640 KiB`, `1.3 GiB`. */
export function renderBytes(bytes: number): string {
  const units = ["bytes", "KiB", "MiB", "GiB", "TiB"];
  const power = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10));
  const value = bytes / 1024 ** power;
  return `${power === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[power]}`;
}

/** `1 project`, `3,210 vectors`. */
export const renderCount = (count: number, one: string, many: string = `${one}s`): string =>
  `${formatNumber(count)} ${count === 1 ? one : many}`;

/** `8 s`, `2:05 min`, `1:10 h`. */
export function renderDuration(exactSeconds: number): string {
  const seconds = Math.max(0, Math.round(exactSeconds));
  const pair = (whole: number, part: number) => `${whole}:${String(part).padStart(2, "0")}`;
  if (seconds < 60) {
    return `${seconds} s`;
  }
  return seconds < 3600
    ? `${pair(Math.floor(seconds / 60), seconds % 60)} min`
    : `${pair(Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60))} h`;
}

/** `1st`, `22nd`, `113th`. */
export function renderOrdinal(place: number): string {
  const isTeen = place % 100 >= 11 && place % 100 <= 13;
  const ending = isTeen ? "th" : (["th", "st", "nd", "rd"][place % 10] ?? "th");
  return `${formatNumber(place)}${ending}`;
}
