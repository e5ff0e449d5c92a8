// Searches and journal lines to report on.
import { type JournalEntry, journalEntryOf, type SearchRecord } from "../../src/statistics/journal-entry.ts";
import { type ReportOptions, reportSavings, type SavingsReport } from "../../src/statistics/report.ts";
import type { Problem } from "../../src/vocabulary/failure.ts";

export function aSearch(
  changes: Partial<SearchRecord> = {},
  tokens: Partial<SearchRecord["statistics"]> = {},
): SearchRecord {
  const counts = { totalTokens: 100_000, contextTokens: 1_000, hitFilesTokens: 8_000, ...tokens };
  const saved = Math.max(0, counts.totalTokens - counts.contextTokens);
  return {
    project: { root: "/srv/shop", name: "shop" },
    client: { name: "claude-code", version: "2.1.0" },
    operation: "search_codebase",
    statistics: {
      totalTokensExact: true,
      savedTokens: saved,
      savedPercent: Math.round((1000 * saved) / counts.totalTokens) / 10,
      encoding: "o200k_base",
      // The hits lie in one file, and nothing is to be grepped for.
      alternatives: { files: [{ path: "src/session.ts", tokens: counts.hitFilesTokens }], grep: null },
      ...counts,
    },
    envelopeTokens: 0,
    hits: 5,
    milliseconds: 12.34,
    cached: false,
    lagging: 0,
    query: "where is the session checked",
    ...changes,
  };
}

export function anEntry(time: string, ...search: Parameters<typeof aSearch>): JournalEntry {
  return journalEntryOf(aSearch(...search), new Date(time), false);
}

/** The report of entries at hand. */
export async function reportOf(
  entries: readonly JournalEntry[],
  options: Partial<ReportOptions> = {},
  problems: readonly Problem[] = [],
): Promise<SavingsReport> {
  const journal = {
    entries: async function* (onProblem: (problem: Problem) => void) {
      problems.forEach(onProblem);
      yield* entries;
    },
  };
  return reportSavings(journal, { timeZone: "UTC", now: new Date("2026-11-21T23:15:00Z"), ...options });
}

/** Five weeks of three projects and three clients, for the eye and for the browser. */
export function fiveWeeks(): JournalEntry[] {
  const projects = [
    { root: "/srv/shop", name: "shop", tokens: 412_000 },
    { root: "/srv/billing", name: "billing-service", tokens: 1_280_000 },
    { root: "/other/shop", name: "shop", tokens: 96_000 },
  ];
  const clients = ["claude-code", "kimi-cli", "context-broker"];
  const entries: JournalEntry[] = [];
  for (let day = 0; day < 35; day += 1) {
    const weekend = day % 7 > 4;
    for (let search = 0; search < (weekend ? day % 2 : 4 + ((day * 7) % 9)); search += 1) {
      const { tokens, ...project } = projects[(day + search) % 3] ?? { root: "/", name: "none", tokens: 1 };
      const time = new Date(Date.UTC(2026, 9, 18 + day, 8 + (search % 9), (search * 13) % 60)).toISOString();
      const client = { name: clients[(day * search) % 3] ?? "", version: "1.0.0" };
      const contextTokens = 600 + ((day * 131 + search * 977) % 2_400);
      const counts = { totalTokens: tokens, contextTokens, hitFilesTokens: contextTokens * (4 + ((day + search) % 7)) };
      const changes = { project, client, cached: search % 4 === 3, milliseconds: search % 4 === 3 ? 2.5 : 20 + search };
      entries.push(
        anEntry(time, changes, { ...counts, totalTokensExact: project.name !== "billing-service" || day > 2 }),
      );
    }
  }
  return entries;
}
