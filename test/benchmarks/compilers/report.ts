// What compilers found, as one table over all repositories.
import { table } from "../support.ts";
import { OPERATIONS } from "./drawn-edit.ts";
import type { Judged, JudgedEdit } from "./judged-edits.ts";

const HEADER = [
  "repository, compiler",
  "edit",
  "drawn",
  "applied",
  "past text that is not understood",
  "nothing new reported, or only what the answer had listed",
  "of these, something listed",
  "else: the name stands at an unlisted error",
  "else: unlisted errors beside listed ones",
  "else: nothing listed",
  "bytes as before after undo",
];

export function reportOf(all: readonly Judged[]): string {
  const rows = all.flatMap((one) =>
    OPERATIONS.map((name) => {
      const of = one.edits.filter(({ operation }) => operation === name);
      return [nameOf(one), name, ...counts(of)];
    }).filter(([, , drawn]) => drawn !== "0"),
  );
  const edits = all.flatMap((one) => one.edits);
  const about = all.map(
    (one) => `${one.repository} at ${one.commit}, seed ${one.seed}, ${one.at}, Context Broker at ${one.program}`,
  );
  return [
    ...[...new Set(all.map((one) => one.machine)), ...about].map((line) => `- ${line}`),
    "",
    table(HEADER, [...rows, ["all", "", ...counts(edits)]]),
    "",
  ].join("\n");
}

const nameOf = ({ repository, compiler, keptAside }: Judged): string =>
  `${repository}, ${compiler}${keptAside ? " (kept aside)" : ""}`;

function counts(of: readonly JudgedEdit[]): string[] {
  const applied = of.filter(({ state }) => state === "applied");
  const right = applied.filter(({ unlisted }) => unlisted.length === 0);
  const denied = applied.filter(({ unlisted }) => unlisted.some(({ hasName }) => hasName === true));
  const others = applied.filter((one) => !right.includes(one) && !denied.includes(one));
  return [
    of,
    applied,
    applied.filter(({ leftUnread }) => leftUnread > 0),
    right,
    right.filter(({ listed }) => listed > 0),
    denied,
    others.filter(({ listed }) => listed > 0),
    others.filter(({ listed }) => listed === 0),
    of.filter(({ isUndone }) => isUndone),
  ].map(({ length }) => String(length));
}
