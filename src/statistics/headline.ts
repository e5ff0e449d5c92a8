// The one number and the one sentence that the report, its page, the page of `ui` and the tool `token_savings` say.
import { formatNumber, renderCount } from "../vocabulary/shown-text.ts";
import type { SavingsRow } from "./tally.ts";

export interface Headline {
  /** "219,700 tokens saved" */
  readonly number: string;
  /** What that is made of. */
  readonly sentence: string;
}

/** "12,300 tokens of other answers and 7,000 of the tool lists of 2 sessions"; "" where there were none. */
function costsOf({ other_answers_tokens: others, session_tokens: lists, sessions }: SavingsRow): string {
  const costs = [
    ...(others > 0 ? [`${formatNumber(others)} of all other answers`] : []),
    ...(lists > 0 ? [`${formatNumber(lists)} of the tool lists of ${renderCount(sessions, "session")}`] : []),
  ];
  return costs.join(" and ");
}

export function headlineOf(totals: SavingsRow): Headline {
  const { answers_counted: counted, sent_tokens: sent, alternative_tokens: instead, net_saved_tokens: net } = totals;
  const costs = costsOf(totals);
  const number =
    net > 0
      ? `${formatNumber(net)} tokens saved`
      : net === 0
        ? "no tokens saved"
        : `no tokens saved, ${formatNumber(-net)} spent`;
  if (counted === 0) {
    const spent = costs === "" ? "" : ` Spent: ${costs}.`;
    return { number, sentence: `No answer took the place of reading files or grepping.${spent}` };
  }
  const less = costs === "" ? "" : ` Also subtracted: ${costs}.`;
  return {
    number,
    sentence: `${renderCount(counted, "answer")} took ${formatNumber(sent)} tokens; reading the files of their first three hits or grepping, whichever is cheaper, would have taken ${formatNumber(instead)}.${less}`,
  };
}

/** What stays in the conversation; null where no conversation had a second turn. */
export const residentSentence = ({
  resident_tokens: own,
  resident_alternative_tokens: instead,
}: SavingsRow): string | null =>
  own === 0
    ? null
    : `A model reads its conversation again at each turn: at least ${formatNumber(own)} tokens more for these answers and tool lists, ${formatNumber(instead)} for the files and grep output instead. Not in the number above.`;
