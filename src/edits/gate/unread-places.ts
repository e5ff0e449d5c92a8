// An edit that leaves places of its symbol's name in text that nobody understood is written only if its author says how many there are.
import { renderCount } from "../../vocabulary/shown-text.ts";
import type { LeftPlace, Refusal } from "../change-set.ts";

const SHOWN = 5;

const unreadOf = (left: readonly LeftPlace[]): LeftPlace[] => left.filter(({ unread }) => unread === true);

/** `A.vue:5, B.svelte:4`; the first ones. */
function placesOf(unread: readonly LeftPlace[]): string {
  const shown = unread.slice(0, SHOWN).map(({ path, line }) => `${path}:${line}`);
  return `${shown.join(", ")}${unread.length > SHOWN ? ", …" : ""}`;
}

const saying = (unread: readonly LeftPlace[]): string =>
  `${renderCount(unread.length, "place")} with the name ${unread.length === 1 ? "stands" : "stand"} in text that is not understood`;

/** What an author should know before the edit is written; nothing where all was understood. */
export function warnOfUnread(left: readonly LeftPlace[]): string[] {
  const unread = unreadOf(left);
  return unread.length === 0
    ? []
    : [
        `${saying(unread)} and would stay as they are: ${placesOf(unread)}; look at each, then apply with \`leave_unread\` ${unread.length}`,
      ];
}

/** `allowed`: how many such places the author has seen. */
export function refuseUnread(left: readonly LeftPlace[], allowed: number): Refusal[] {
  const unread = unreadOf(left);
  const [first] = unread;
  return first === undefined || unread.length === allowed
    ? []
    : [
        {
          rule: "not-understood",
          path: first.path,
          line: first.line,
          message: `${saying(unread)}: ${placesOf(unread)}`,
          remedy: `look at each, then apply with \`leave_unread\` ${unread.length}`,
        },
      ];
}
