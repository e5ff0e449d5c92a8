// Shows a planned change of a file and asks before it is written.
import type { TextChange } from "../clients/text-change.ts";
import { canAsk, isConfirmed } from "./ask-user.ts";
import { EXIT } from "./exit.ts";
import { styleOf } from "./style.ts";
import { type Output, visible } from "./terminal.ts";

/** What became of a file. */
export type State = "written" | "removed" | "unchanged" | "not confirmed";

/** For a file that was not written because nobody said yes. */
export const notConfirmed = (file: string): string => `${file} is as it was; --yes writes it without asking`;

/** The exit code of a command that changes files: 1 if it was to write some, and none was confirmed. */
export const exitCodeOf = (done: readonly { readonly state: State }[]): number =>
  done.some(({ state }) => state !== "not confirmed") ? EXIT.found : EXIT.nothing;

export interface Manner {
  readonly isUndo: boolean;
  /** Write without asking. */
  readonly isYes: boolean;
  /** Do not print the difference: it is in the JSON. */
  readonly isJson: boolean;
}

/** Shows the difference, asks, and writes. Without a terminal nobody can be asked: then it writes only with `--yes`. */
export async function carryOut(
  change: TextChange,
  write: () => Promise<void>,
  { isUndo, isYes, isJson }: Manner,
  err: Output,
): Promise<State> {
  if (change.diff === "") {
    return "unchanged";
  }
  if (!isJson) {
    err.write(`${colouredDiff(change.diff, err)}\n`);
  }
  if (!isYes && !(canAsk() && (await isConfirmed(`Write ${change.file}?`)))) {
    return "not confirmed";
  }
  await write();
  return isUndo ? "removed" : "written";
}

/** Safe for a terminal. */
export function colouredDiff(diff: string, err: Output): string {
  const { green, red } = styleOf(err);
  return diff
    .split("\n")
    .map((line) =>
      /^\+(?!\+\+ )/.test(line) ? green(visible(line)) : /^-(?!-- )/.test(line) ? red(visible(line)) : visible(line),
    )
    .join("\n");
}
