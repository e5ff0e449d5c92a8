// A project's session on rooms at hand, and a journal that keeps what it is given: for tests that run operations in this process, without
// vectors and git's history.
import type { Settings } from "../../src/config/settings.ts";
import { History } from "../../src/history/history.ts";
import type { ProjectIndex } from "../../src/index/project-index.ts";
import { LANGUAGES } from "../../src/languages/registry.ts";
import type { ProjectSession, Services } from "../../src/operations/contract/services.ts";
import type { CorpusSource } from "../../src/project/corpus.ts";
import type { SearchRecord } from "../../src/statistics/journal-entry.ts";
import { Failure } from "../../src/vocabulary/failure.ts";

const notHere = (what: string) => (): never => {
  throw new Failure("INTERNAL", `a test in one process has no ${what}`, { hint: "use a server" });
};

export interface Rooms {
  readonly root: string;
  readonly name: string;
  readonly settings: Settings;
  readonly corpus: CorpusSource;
  readonly index: ProjectIndex;
  /** Default: none. */
  readonly edits?: ProjectSession["edits"];
  /** Default: none. */
  readonly saved?: ProjectSession["saved"];
}

export function testSession({
  root,
  name,
  settings,
  corpus,
  index,
  edits = notHere("edits"),
  saved = notHere("saved results"),
}: Rooms): ProjectSession {
  return {
    root,
    name,
    settings,
    settingsUnder: () => settings,
    corpus: async () => corpus,
    index: async () => index,
    history: async () => new History({ corpus, enabled: false, stays: false }),
    embedder: async () => null,
    team: async () => null,
    saved,
    edits,
    cache: async () => null,
    languages: new Set(LANGUAGES.map(({ id }) => id)),
  };
}

/** Adds each record to `recorded`. */
export const journalTo = (recorded: SearchRecord[]): Services["journal"] => ({
  record: (search) => {
    recorded.push(search);
    return null;
  },
  entries: notHere("journal"),
});
