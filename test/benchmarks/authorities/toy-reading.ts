// A reading written by hand, for the tests: `Store.get` and what overrides it, a function, a local.
import { type Meaning, parseReading, type Reading } from "./reading.ts";

export const STORE_GET = 0;
export const DISK_GET = 1;
export const LOAD = 2;
const LOCAL = 3;

const TARGETS = [
  { symbol: STORE_GET, name: "get", path: "Store.get", kind: "method", places: [["store.ts", 2]], supers: [] },
  { symbol: DISK_GET, name: "get", path: "Disk.get", kind: "method", places: [["disk.ts", 5]], supers: [STORE_GET] },
  {
    symbol: LOAD,
    name: "load",
    path: "load",
    kind: "function",
    places: [
      ["store.ts", 9],
      ["store.ts", 10],
    ],
    supers: [],
  },
  { symbol: LOCAL, name: "one", path: "one", kind: "local", places: [["use.ts", 7]], supers: [] },
];

/** `[line, name, flags, meaning]` in use.ts. */
const NAMES: readonly (readonly [number, string, number, Meaning])[] = [
  [1, "load", 4, [LOAD]],
  [3, "load", 2, [LOAD]],
  [3, "load", 0, [LOAD]],
  [4, "get", 2, [STORE_GET]],
  [5, "get", 2, "foreign"],
  [6, "get", 2, null],
  [7, "one", 1, [LOCAL]],
  [8, "one", 0, [LOCAL]],
  [9, "fetchAll", 2, [LOAD]],
  [10, "load", 8, [LOAD]],
  [11, "get", 1, [LOCAL]],
  [11, "get", 2, null],
];

export const toyReading = (): Reading =>
  parseReading(
    [
      ...TARGETS.map((one) => JSON.stringify(one)),
      JSON.stringify({ path: "use.ts", occurrences: NAMES.map(([line, ...rest]) => [line, 0, ...rest]) }),
    ].join("\n"),
  );
