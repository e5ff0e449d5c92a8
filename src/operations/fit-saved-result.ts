// Fits a saved result into a token budget. Leaves whole files out, never part of one. Does not know how it is rendered.
import { BYTES_PER_TOKEN } from "../search/answer/token-statistics.ts";
import { loadTokenCounter } from "../system/token-counter.ts";
import { Failure } from "../vocabulary/failure.ts";
import type { SavedAnswer } from "./get-saved-result.ts";

/** Source has 3.5 to 5.1 characters a token; a text with more than this for each token there is room for is not counted. */
const CHARACTERS_PER_TOKEN_MAX = 8;
/** Text left out is counted up to here and estimated beyond: a document arrives with a clone and may have 16 MiB. */
const COUNTED_CHARACTERS_MAX = 100_000;

/** What may be left out, and how much of it stays. */
interface Cut {
  /** Files that keep their content, from the first. */
  readonly contents: number;
  /** Files that are named, from the first. */
  readonly listed: number;
  readonly document: "whole" | "brief" | "none";
  readonly problems: boolean;
}

/**
 * Leaves out, until both forms fit: the content of the last files; what the document says beyond its question; the names
 * of the last files; the rest. INVALID_INPUT where not even that is enough.
 */
export async function fitSavedResult(
  whole: SavedAnswer,
  budget: number,
  formsOf: (answer: SavedAnswer) => readonly string[],
): Promise<SavedAnswer> {
  const counter = await loadTokenCounter();
  const sizeOf = (text: string) =>
    text.length > COUNTED_CHARACTERS_MAX ? Math.ceil(text.length / BYTES_PER_TOKEN) : counter.count(text);
  const costs = whole.files.map(({ content }) => sizeOf(content ?? ""));
  const fits = (answer: SavedAnswer) =>
    formsOf(answer).every((form) => form.length <= budget * CHARACTERS_PER_TOKEN_MAX && counter.count(form) <= budget);

  const apply = ({ contents, listed, document, problems }: Cut): SavedAnswer => ({
    ...whole,
    files: whole.files.slice(0, listed).map((file, index) => (index < contents ? file : { ...file, content: null })),
    files_omitted: whole.files.length - contents,
    ...(listed === whole.files.length ? {} : { files_unlisted: whole.files.length - listed }),
    tokens_omitted: costs.slice(contents).reduce((sum, cost) => sum + cost, 0),
    document: documentOf(whole, document),
    problems: problems ? whole.problems : [],
  });

  const all = whole.files.length;
  const stages: readonly ((kept: number) => Cut)[] = [
    (kept) => ({ contents: kept, listed: all, document: "whole", problems: true }),
    (kept) => ({ contents: 0, listed: kept, document: "brief", problems: true }),
    (kept) => ({ contents: 0, listed: kept, document: "none", problems: false }),
  ];
  for (const stage of stages) {
    const kept = mostThatFits(all, (count) => fits(apply(stage(count))));
    if (kept !== null) {
      return apply(stage(kept));
    }
  }
  throw new Failure("INVALID_INPUT", "max_tokens is too small for this saved result", {
    hint: "raise max_tokens, or read the result's resource",
  });
}

function documentOf({ document }: SavedAnswer, how: Cut["document"]): SavedAnswer["document"] {
  if (how === "whole") {
    return document;
  }
  const { query, timestamp, detail } = document;
  return { ...(how === "brief" ? { query, timestamp, detail } : {}), omitted: "left out for the budget" };
}

/** The highest count from 0 to `most` that fits, given that fewer fit where more do; null where none does. */
function mostThatFits(most: number, fits: (count: number) => boolean): number | null {
  if (fits(most)) {
    return most;
  }
  let [low, high] = [-1, most];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (fits(middle)) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return low < 0 ? null : low;
}
