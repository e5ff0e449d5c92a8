// What a compiler printed, as diagnostics that can be compared between two runs: lines move, so an old one is known by its file and its
// message alone. Pure.

export interface Diagnostic {
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  readonly message: string;
}

/** `src/a.ts(3,5): error TS…`, `./a.go:3:5: …`, `A.java:3: error: …`, `/abs/a.py:3:5 - error: …`, and cargo's `error: …` with ` --> src/a.rs:3:5`. */
const PLACED = /^\s*(?:vet: )?(\.{0,2}\/?[^\s:()]+\.\w+)[(:](\d+)(?:[,:](\d+))?\)?(?::| -) ?(.*)$/;
/** Lines by which a compiler explains the error before or after them: `note: …`, `  required from here`. */
const PART =
  /^\s*(?:note:|(?:recursively )?required (?:from|by|for the satisfaction of)\b|in .constexpr. expansion of|in requirements (?:with|for)\b)/;
/** `PHP Fatal error:  Uncaught Error: … in /abs/a.php:4`, and what PHP cannot load: `PHP Fatal error:  … in /abs/a.php on line 4`. */
const FATAL = /^(?:PHP )?(?:Fatal|Parse) error: +(.*) in (\S+\.\w+)(?::| on line )(\d+)$/;
const ARROW = /^\s*--> ([^\s:]+):(\d+):\d+$/;

/** `root`: of the repository, which absolute paths begin with. */
export function parseDiagnostics(printed: string, root: string): Diagnostic[] {
  const found: Diagnostic[] = [];
  const add = (path: string, line: string, message: string): void => {
    const relative = path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path.replace(/^\.\//, "");
    found.push({ path: relative, line: Number(line), message });
  };
  let headline = "";
  for (const line of printed.split("\n")) {
    const arrow = ARROW.exec(line);
    const fatal = FATAL.exec(line);
    const placed = PLACED.exec(line);
    if (/^(error|warning)(\[\w+\])?:/.test(line)) {
      headline = line;
    } else if (arrow !== null) {
      add(arrow[1] ?? "", arrow[2] ?? "0", headline);
    } else if (fatal !== null) {
      add(fatal[2] ?? "", fatal[3] ?? "0", fatal[1] ?? "");
    } else if (placed !== null && !PART.test(placed[4] ?? "")) {
      add(placed[1] ?? "", placed[2] ?? "0", placed[4] ?? "");
    }
  }
  return found;
}

/**
 * Those of `after` that `before` does not have as often, by file and message. `renamed`: a diagnostic that was there before may say the
 * new name for the old one.
 */
export function newDiagnostics(
  before: readonly Diagnostic[],
  after: readonly Diagnostic[],
  renamed: { readonly from: string; readonly to: string } | null = null,
): Diagnostic[] {
  const named = (message: string): string =>
    message.replaceAll(/[\p{L}\p{N}_$]+/gu, (word) => (word === renamed?.from ? renamed.to : word));
  const key = ({ path, message }: Diagnostic): string => `${path}\0${named(message)}`;
  const known = new Map<string, number>();
  for (const one of before) {
    known.set(key(one), (known.get(key(one)) ?? 0) + 1);
  }
  return after.filter((one) => {
    const left = known.get(key(one)) ?? 0;
    known.set(key(one), left - 1);
    return left <= 0;
  });
}

/** By which a linker says that an object file lacks something: it names one of the places that were compiled from what needs it. */
const OF_LINKER = /^undefined reference to /;
/** By which gcc says that it lost its way: the edit itself adds no such error, so a name before it is missing. */
const OF_SYNTAX = /^error: expected (?!declaration specifiers before)/;
/** By which gcc says that it took a declaration for the parameters of what stands before it, which it could not read. */
const OF_PARAMETERS =
  /^error: (?:storage class specified for parameter|expected declaration specifiers before|declaration for parameter|parameter .* is initialized|old-style parameter declarations)/;

/**
 * Whether an error follows from a place that the answer listed, whatever line it is reported on: of a linker, and of
 * syntax, from one in the same file; a declaration that gcc took for parameters, and what is in files outside of the repository, from any. `listed`: paths with such places.
 */
export function followsFromListed({ path, message }: Diagnostic, listed: ReadonlySet<string>): boolean {
  const isOutside = path.startsWith("/");
  return !isOutside && (OF_LINKER.test(message) || OF_SYNTAX.test(message))
    ? listed.has(path)
    : listed.size > 0 && (OF_PARAMETERS.test(message) || isOutside);
}
