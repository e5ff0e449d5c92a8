// Fits a saved result into a token budget. Leaves out whole files, never parts of one.
import type { z } from "zod";
import { tokensOf } from "../../search/answer/token-statistics.ts";
import type { SavedHit, SavedRange } from "../../storage/saved-result.ts";
import { mostThatFits } from "../../system/most-that-fits.ts";
import { loadTokenCounter } from "../../system/token-counter.ts";
import { Failure } from "../../vocabulary/failure.ts";
import { loadOf } from "../answer/fit-rows.ts";
import type { problemsField } from "../contract/fields.ts";

/** A saved result in the form that is fitted to the budget. */
export interface SavedAnswer {
  readonly outcome: "found";
  readonly name: string;
  readonly uri: string;
  readonly scope: "project" | "global";
  readonly trust: "own" | "untrusted";
  readonly path: string;
  readonly current: boolean;
  readonly files: readonly {
    readonly project?: string | undefined;
    readonly path: string;
    readonly state: "unchanged" | "changed" | "missing" | "outside" | "unknown";
    /** Null if it is left out. */
    readonly content: string | null;
    /** The lines of the file in `content`. */
    readonly ranges: readonly SavedRange[];
    readonly hits: readonly Pick<SavedHit, "start_line" | "end_line" | "symbol">[];
  }[];
  readonly files_omitted: number;
  readonly files_unlisted?: number;
  readonly tokens_omitted: number;
  readonly document: Readonly<Record<string, unknown>>;
  readonly problems: z.input<typeof problemsField>;
}

/** How much of what may be left out stays. */
interface Cut {
  /** Files that keep their content, from the first. */
  readonly contents: number;
  /** Files that are named, from the first. */
  readonly listed: number;
  readonly document: "whole" | "brief" | "none";
  readonly problems: boolean;
}

/**
 * Leaves out, until both forms fit: the content of the last files; fields other than the question; the names of the last files;
 * the rest. Throws INVALID_INPUT if even that does not fit.
 */
export async function fitSavedResult(
  whole: SavedAnswer,
  budget: number,
  formsOf: (answer: SavedAnswer) => readonly string[],
): Promise<SavedAnswer> {
  const counter = await loadTokenCounter();
  // What is left out is only estimated where it is long: a document from a clone may have 16 MiB.
  const costs = whole.files.map(({ content }) => tokensOf(content ?? "", counter));
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
    const fitted = mostThatFits({ none: -1, most: all }, (kept) => {
      const form = apply(stage(kept));
      return { form, load: loadOf(formsOf(form), budget, counter) };
    });
    if (fitted !== null) {
      return fitted.form;
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
