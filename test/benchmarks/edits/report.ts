// The tables of the judgement: by language, by edit, by form of the file, and by fault.
import { append } from "../../../src/system/append.ts";
import { table } from "../support.ts";
import { EDITS } from "./drawn-edit.ts";
import { FAULTS, type Tried } from "./interrupted-commits.ts";
import type { Judged } from "./judge-edit.ts";
import { parserNameOf } from "./outside-parsers.ts";

/** One edit with what the language's own parser says; null where it was not asked, or does not read the file as it was. */
export type Outcome = Judged & { readonly outside: "read" | "broken" | "broken where it is listed" | null };

export interface Figures {
  readonly outcomes: readonly Outcome[];
  /** Edits that were committed to a disk, undone, and compared. */
  readonly committed: number;
  readonly tried: readonly Tried[];
  readonly violations: readonly string[];
  readonly about: readonly string[];
}

const HEADER = [
  "",
  "drawn",
  "made",
  "unchanged",
  "refused for syntax",
  "of these, read by the language's parser",
  "refused or not found",
  "bytes wrong",
  "other symbols lost",
  "own text a change",
  "judged by the language's parser",
  "broken, not announced",
  "of these, said to be unchecked",
  "broken where it is listed",
];

const BYTES = /^bytes|^the bytes|line endings|newline|something else/;

function row(name: string, of: readonly Outcome[]): string[] {
  const count = (isOne: (one: Outcome) => boolean): string => String(of.filter(isOne).length);
  const isBuilt = ({ state }: Outcome): boolean => state === "built";
  const isSyntax = ({ state }: Outcome): boolean => state === "gate: syntax-error";
  return [
    name,
    String(of.length),
    count(isBuilt),
    count(({ state }) => state === "unchanged"),
    count(isSyntax),
    count((one) => isSyntax(one) && one.outside === "read"),
    count((one) => !isBuilt(one) && !isSyntax(one) && one.state !== "unchanged"),
    count(({ faults }) => faults.some((fault) => BYTES.test(fault))),
    count(({ faults }) => faults.some((fault) => /^lost|not analysed/.test(fault))),
    count(({ faults }) => faults.includes("its own text is a change")),
    count((one) => isBuilt(one) && one.outside !== null),
    count((one) => isBuilt(one) && one.outside === "broken"),
    count((one) => isBuilt(one) && one.outside === "broken" && one.isUnchecked),
    count((one) => isBuilt(one) && one.outside === "broken where it is listed"),
  ];
}

function rowsBy(outcomes: readonly Outcome[], key: (one: Outcome) => string, order: readonly string[]): string[][] {
  const names = [...new Set([...order, ...outcomes.map(key).sort()])];
  return names.map((name) =>
    row(
      name,
      outcomes.filter((one) => key(one) === name),
    ),
  );
}

/** `Python's ast: python; none: css`. */
function parsersOf(outcomes: readonly Outcome[]): string {
  const languages = new Map<string, string[]>();
  for (const language of [...new Set(outcomes.map((one) => one.language))].sort()) {
    append(languages, parserNameOf(language) ?? "none", language);
  }
  return [...languages].map(([name, own]) => `${name}: ${own.join(", ")}`).join("; ");
}

export function renderReport({ outcomes, committed, tried, violations, about }: Figures): string {
  const total = row("all", outcomes);
  const faults = FAULTS.map((fault) => {
    const of = tried.filter((one) => one.fault === fault);
    const count = (outcome: Tried["outcome"], doing: Tried["doing"]): string =>
      String(of.filter((one) => one.outcome === outcome && one.doing === doing).length);
    return [
      fault,
      String(of.length),
      count("old", "commit"),
      count("fresh", "commit"),
      count("old", "undo"),
      count("fresh", "undo"),
      String(of.filter((one) => one.violations.length > 0).length),
    ];
  });
  const faultHeader = [
    "",
    "tried",
    "commit: all old",
    "commit: all new",
    "undo: all as committed",
    "undo: all undone",
    "neither",
  ];
  return [
    ...[...about, `parsers: ${parsersOf(outcomes)}`].map((line) => `- ${line}`),
    "",
    table(HEADER, [...rowsBy(outcomes, ({ language }) => language, []), total]),
    "",
    table(
      HEADER,
      rowsBy(outcomes, ({ edit }) => edit, EDITS),
    ),
    "",
    table(
      HEADER,
      rowsBy(outcomes, ({ form }) => form, ["as it is"]),
    ),
    "",
    `${committed} of the edits made were committed to a disk and undone without a fault: ${violations.length} files were not, byte for byte, as`,
    "they should be. One fault in each of these commits and undos:",
    "",
    table(faultHeader, faults),
    "",
  ].join("\n");
}
