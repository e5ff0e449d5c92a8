// The project as the author of a report may look at it: through its rules, its index and the ranked search.
import { requestedFiles, requestedPath } from "../../intelligence/requested-path.ts";
import { readAdmitted } from "../../project/read-admitted.ts";
import { resolveCommit } from "../../project/resolve-commit.ts";
import { Failure } from "../../vocabulary/failure.ts";
import { splitLines } from "../../vocabulary/text.ts";
import type { Library, SearchHit } from "../../writing/contract/writing.ts";
import type { OperationContext } from "../contract/operation.ts";
import type { ProjectSession } from "../contract/services.ts";
import { searchCodebase } from "../search/search-codebase.ts";

/** Tokens of one answer of the search: of its hits only the places are used. */
const SEARCH_TOKENS = 2_000;
const SEARCH_HITS = 15;

export async function openLibrary(session: ProjectSession, context: OperationContext): Promise<Library> {
  const { root, name } = session;
  const { signal } = context;
  const [index, corpus] = await Promise.all([session.index(), session.corpus()]);
  await corpus.refresh(signal);
  return {
    project: { name, commit: await headOf(root, signal) },
    async list(pattern, folder) {
      const below = requestedPath(folder);
      const inFolder = requestedFiles(below);
      const matches = requestedFiles(below === "" || pattern.startsWith("**") ? pattern : `${below}/${pattern}`);
      return [...corpus.current().files.keys()].filter((path) => inFolder(path) && matches(path)).sort();
    },
    has: (path) => corpus.current().files.has(path),
    async read(written) {
      const path = requestedPath(written);
      const read = await readAdmitted(corpus, path);
      if (read === null || "excluded" in read) {
        return null;
      }
      const spans = await index.spansOf(path, read.text, signal);
      const symbols = "unread" in spans ? [] : spans.symbols;
      return {
        path,
        contentHash: read.contentHash,
        language: "unread" in spans ? null : spans.language,
        lines: splitLines(read.text),
        symbols: symbols.map(({ path: symbol, kind, startLine, endLine }) => ({
          name: symbol,
          kind,
          startLine,
          endLine,
        })),
      };
    },
    async search(query, pattern) {
      const input = {
        query,
        project: root,
        max_tokens: SEARCH_TOKENS,
        top_k: SEARCH_HITS,
        ...(pattern === "" ? {} : { paths: [pattern] }),
      };
      const { structured } = await searchCodebase.run(input, context);
      return placesOf(structured);
    },
  };
}

/** Null for a project without a commit, or in no repository. */
async function headOf(root: string, signal: AbortSignal): Promise<string | null> {
  try {
    return (await resolveCommit(root, "HEAD", signal)).id;
  } catch (error) {
    if (error instanceof Failure && error.code !== "CANCELLED") {
      return null;
    }
    throw error;
  }
}

/** Of the search's structured answer. */
function placesOf(structured: Readonly<Record<string, unknown>>): SearchHit[] {
  const hits = (structured["hits"] ?? []) as readonly {
    path: string;
    start_line: number;
    end_line: number;
    symbol?: string;
  }[];
  const further = (structured["locations"] as { rows?: readonly (readonly unknown[])[] } | undefined)?.rows ?? [];
  return [
    ...hits.map(({ path, start_line: startLine, end_line: endLine, symbol = null }) => {
      return { path, startLine, endLine, symbol };
    }),
    ...further.map(([path, line, symbol]) => ({
      path: String(path),
      startLine: Number(line),
      endLine: Number(line),
      symbol: typeof symbol === "string" ? symbol : null,
    })),
  ];
}
