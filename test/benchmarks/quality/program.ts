// The real program, asked as a client asks it: its composition root, its operations, its index, its model. Only where it
// keeps things is this benchmark's own, and the query cache is off, so that each answer is computed.
import { join } from "node:path";
import { openApp } from "../../../src/app.ts";
import { loadSettings } from "../../../src/config/load-settings.ts";
import type { OperationContext } from "../../../src/operations/contract/operation.ts";
import type { ProjectSession, Services } from "../../../src/operations/contract/services.ts";
import { indexProject } from "../../../src/operations/index/index-project.ts";
import { publishIndex } from "../../../src/operations/index/publish-index.ts";
import { searchCodebase } from "../../../src/operations/search/search-codebase.ts";
import type { SearchResult } from "../../../src/search/answer/search-result.ts";
import { Failure } from "../../../src/vocabulary/failure.ts";
import { joinedRoot } from "../../../src/vocabulary/joined-path.ts";
import type { Detail } from "../../../src/vocabulary/search.ts";

export interface Asking {
  readonly topK: number;
  /** Absent: the program's default. */
  readonly detail?: Detail;
  readonly maxTokens?: number;
}

export interface Program {
  /** Indexes the project to its end, vectors included where they are on; answers one line about it. */
  index(root: string): Promise<string>;
  /** Publishes the project in the team's index that the settings name, whatever differs from its commit; answers what was done. */
  publish(root: string): Promise<string>;
  ask(root: string, query: string, asking: Asking): Promise<SearchResult>;
  /** Searches all of them in one question. */
  askTogether(roots: readonly string[], query: string, asking: Asking): Promise<SearchResult>;
  /** Lets `use` work with the opened project. */
  with<Value>(root: string, use: (session: ProjectSession) => Promise<Value>): Promise<Value>;
  close(): Promise<void>;
}

/** `cache` holds indexes, vectors and the journal; `vectors` off is search by words alone. */
export function openProgram({
  cache,
  vectors,
  openProjects = 1,
  flags = {},
}: {
  readonly cache: string;
  readonly vectors: boolean;
  readonly openProjects?: number;
  /** Further settings, as flags give them. */
  readonly flags?: Readonly<Record<string, string>>;
}): Program {
  const services: Services = openApp(
    loadSettings({
      flags: {
        cache_folder: cache,
        data_folder: join(cache, "data"),
        query_cache: "off",
        vectors: vectors ? "auto" : "off",
        open_projects: String(openProjects),
        ...flags,
      },
      env: {},
      userFile: join(cache, "no-settings.json"),
    }),
  );
  const context: OperationContext = {
    services,
    caller: { kind: "cli", client: { name: "benchmark", version: "1" }, roots: async () => [], cwd: cache },
    signal: new AbortController().signal,
    onProgress: () => undefined,
  };
  const asked = async (named: Record<string, unknown>, key: string, query: string, asking: Asking) => {
    const { topK, detail, maxTokens } = asking;
    await searchCodebase.run({ ...named, query, top_k: topK, detail, max_tokens: maxTokens }, context);
    const answered = services.lastSearches.get(key);
    if (answered === undefined) {
      throw new Failure("INTERNAL", `the answer about ${key} was kept under another name`, {
        hint: "the program no longer takes a named project as it is",
      });
    }
    return answered.result;
  };
  return {
    async index(root) {
      const { outcome, text } = await indexProject.run({ project: root }, context);
      if (outcome !== "found") {
        throw new Failure("INDEX_UNAVAILABLE", `${root} was not indexed: ${text}`, {
          hint: "a measurement needs the whole index; see the problems named",
        });
      }
      return text;
    },
    async publish(root) {
      const { outcome, text } = await publishIndex.run({ project: root, changed: true }, context);
      if (outcome !== "found") {
        throw new Failure("TEAM_INDEX_UNAVAILABLE", `${root} was not published: ${text}`, {
          hint: "a measurement needs the whole index; see what is said",
        });
      }
      return text.split("\n").slice(0, 2).join("; ");
    },
    ask: (root, query, asking) => asked({ project: root }, root, query, asking),
    askTogether: (roots, query, asking) => asked({ projects: roots }, joinedRoot(roots), query, asking),
    with: services.withProject,
    close: services.close,
  };
}
