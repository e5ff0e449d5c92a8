// What git's history says of a file: how often it changed, by whom, and which files change with it.
import { z } from "zod";
import type { HistoryStatus } from "../../history/history.ts";
import { NO_COMMIT, NO_REPOSITORY } from "../../project/resolve-commit.ts";
import { renderCount, renderOrdinal } from "../../vocabulary/shown-text.ts";

const TOGETHER_SHOWN = 3;

export const gitField = z
  .object({
    state: z.string().optional().meta({ doc: "of git's history, unless all of it is known" }),
    commits: z.number().optional().meta({ doc: "of the file" }),
    last: z.string().optional().meta({ doc: "day of the last commit, UTC" }),
    author: z.string().optional().meta({ doc: "who changed it most" }),
    author_percent: z.number().optional(),
    hotspot_rank: z.number().optional().meta({ doc: "place among the most-changed files" }),
    changes_with: z.record(z.string(), z.number()).optional().meta({ doc: "files by commits that they share" }),
  })
  .optional();

interface GitFields {
  readonly git: z.input<typeof gitField>;
}

/** Of a project without a repository or a commit, and with the history turned off: nothing is worth a line. */
export const hasNoHistory = ({ state, reason }: HistoryStatus): boolean =>
  state === "disabled" || reason === NO_COMMIT || reason === NO_REPOSITORY;

const absentSignals = ({ state, reason, signals }: HistoryStatus): string =>
  signals === null ? `${state}, ${reason}` : `no commit of the file in ${reason}`;

/** As a line of the text, and as the field. `path`: project-relative. */
export function gitFact(history: HistoryStatus, path: string): { readonly line: string; readonly fields: GitFields } {
  const signals = history.signals?.of(path) ?? null;
  if (signals === null) {
    return { line: `git: ${absentSignals(history)}`, fields: { git: { state: history.state } } };
  }
  const { state, reason } = history;
  const { commits, lastCommitMs, authors, hotspotRank, coChanged } = signals;
  const [author] = authors;
  const last = new Date(lastCommitMs).toISOString().slice(0, 10);
  const together = coChanged.slice(0, TOGETHER_SHOWN);
  const percent = Math.round(100 * (author?.share ?? 0));
  const said = [
    `${renderCount(commits, "commit")} of the file, last ${last}`,
    ...(author === undefined ? [] : [`${percent} % by ${author.name}`]),
    ...(hotspotRank === null ? [] : [`${renderOrdinal(hotspotRank)} most-changed file`]),
    ...(together.length === 0
      ? []
      : [`changes with ${together.map(({ path, together: count }) => `${path} (${count})`).join(", ")}`]),
    ...(state === "applied" ? [] : [`counted in ${reason}`]),
    ...(state === "stale" ? ["HEAD has moved, ask again"] : []),
  ];
  return {
    line: `git: ${said.join("; ")}`,
    fields: {
      git: {
        ...(state === "applied" ? {} : { state }),
        commits,
        last,
        ...(author === undefined ? {} : { author: author.name, author_percent: percent }),
        ...(hotspotRank === null ? {} : { hotspot_rank: hotspotRank }),
        ...(together.length === 0
          ? {}
          : { changes_with: Object.fromEntries(together.map(({ path, together: count }) => [path, count])) }),
      },
    },
  };
}
