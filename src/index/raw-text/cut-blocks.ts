// Cuts raw bytes into blocks of about a chunk's length, at blank lines and low indentation: what the chunker does to a text that no
// grammar describes, in a hundredth of the time. Only for counting; what is shown is cut by the chunker.

export interface Lines {
  /** Byte offset of each line. */
  readonly starts: Int32Array;
  /** The costs of starting a block on each line. */
  readonly costs: Uint16Array;
}

const NEWLINE = 0x0a;
const RETURN = 0x0d;
const SPACE = 0x20;
const TAB = 0x09;
/** `)`, `]` and `}`. */
const CLOSING: ReadonlySet<number> = new Set([0x29, 0x5d, 0x7d]);

const INDENT_MAX = 80;
const MID_PARAGRAPH = 100;
const NEVER = 10_000;
const UNFILLED = 1000;

/** Lines at first: most have more than so many bytes. */
const BYTES_PER_LINE = 16;

/** As many as `linesOfBytes` finds. */
export function countLines(bytes: Buffer): number {
  let count = 1;
  for (let at = bytes.indexOf(NEWLINE); at !== -1 && at < bytes.length - 1; at = bytes.indexOf(NEWLINE, at + 1)) {
    count += 1;
  }
  return count;
}

/** One pass, byte by byte: a call for each line would take longer. */
export function linesOfBytes(bytes: Buffer): Lines {
  let starts = new Int32Array(Math.ceil(bytes.length / BYTES_PER_LINE) + 1);
  let costs = new Uint16Array(starts.length);
  let count = 0;
  let isAfterBlank = true;
  let at = 0;
  do {
    if (count === starts.length) {
      starts = grown(starts, new Int32Array(2 * count));
      costs = grown(costs, new Uint16Array(2 * count));
    }
    const start = at;
    while (bytes[at] === SPACE || bytes[at] === TAB) {
      at++;
    }
    const first = bytes[at] ?? NEWLINE;
    const isBlank = first === NEWLINE || first === RETURN;
    starts[count] = start;
    costs[count] = isBlank
      ? NEVER
      : Math.min(INDENT_MAX, at - start) + (isAfterBlank ? 0 : MID_PARAGRAPH) + (CLOSING.has(first) ? INDENT_MAX : 0);
    isAfterBlank = isBlank;
    count += 1;
    while (at < bytes.length && bytes[at] !== NEWLINE) {
      at++;
    }
    at++;
  } while (at < bytes.length);
  return { starts: starts.subarray(0, count), costs: costs.subarray(0, count) };
}

function grown<Numbers extends Int32Array | Uint16Array>(numbers: Numbers, into: Numbers): Numbers {
  into.set(numbers);
  return into;
}

/** Indexes of the lines (0-based) that blocks of up to `target` bytes start on; the first is 0, and none if there is no byte. */
export function cutBlocks({ starts, costs }: Lines, size: number, target: number): Int32Array {
  const cuts: number[] = [];
  let line = size === 0 ? starts.length : 0;
  while (line < starts.length) {
    cuts.push(line);
    const from = starts[line] ?? 0;
    let best = line + 1;
    let bestCost = Number.POSITIVE_INFINITY;
    let next = line + 1;
    for (; next < starts.length && (starts[next] ?? 0) - from <= target; next++) {
      const cost = (costs[next] ?? 0) + ((starts[next] ?? 0) - from < target / 2 ? UNFILLED : 0);
      if (cost <= bestCost) {
        best = next;
        bestCost = cost;
      }
    }
    line = next >= starts.length && size - from <= target ? starts.length : best;
  }
  return Int32Array.from(cuts);
}

/** Index of the last of the ascending values that is not above `value`; −1 if all are. */
export function placeOf(ascending: Int32Array, value: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ascending[middle] ?? 0) <= value) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low - 1;
}
