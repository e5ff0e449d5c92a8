// A saved result in the form of the founding Context Broker, which has no schema_version: whole files, and fewer statistics. Read as a
// document of version 1, so that what a person or team saved before is still found.
import { createHash } from "node:crypto";
import { z } from "zod";
import { countLineEnds } from "../vocabulary/text.ts";
import { isInsidePath, type SavedResult, STORAGE_MODES } from "./saved-result.ts";

const count = z.int().min(0).catch(0);

const foundingSchema = z.object({
  // A document that has these without a version is a damaged one of ours.
  schema_version: z.undefined().optional(),
  hits: z.undefined().optional(),
  project: z.string().min(1).optional(),
  project_root: z.string().min(1),
  query: z.string(),
  storage_mode: z.enum(STORAGE_MODES).catch("global"),
  top_k: z.int().min(1).catch(1),
  timestamp: z.string().refine((text) => timeOf(text) !== null, "is no time"),
  statistics: z.looseObject({
    total_tokens: count,
    context_tokens: count,
    saved_tokens: count,
    saved_percent: z.number().min(0).max(100).catch(0),
  }),
  files: z.array(z.object({ path: z.string().min(1), content: z.string() })),
});

/** Null for a value in any other form. */
export function readFoundingDocument(value: unknown): SavedResult | null {
  const { data } = foundingSchema.safeParse(value);
  if (data === undefined) {
    return null;
  }
  const root = withSlashes(data.project_root).replace(/\/+$/, "");
  const files = data.files.map(({ path, content }) => ({ path, content, inside: insideOf(root, withSlashes(path)) }));
  const inside = files.flatMap(({ inside: path, content }) => (path === null ? [] : [{ path, content }]));
  const { total_tokens, context_tokens, saved_tokens, saved_percent } = data.statistics;
  return {
    schema_version: 1,
    project: data.project ?? root.slice(root.lastIndexOf("/") + 1),
    project_root: data.project_root,
    query: data.query,
    storage_mode: data.storage_mode,
    top_k: data.top_k,
    timestamp: timeOf(data.timestamp) ?? "",
    file_count: files.length,
    statistics: {
      ...{ total_tokens, context_tokens, saved_tokens, saved_percent },
      total_tokens_exact: false,
      hit_files_tokens: context_tokens,
      encoding: "unknown",
    },
    files: files.map(({ path, content }) => ({ path, content })),
    detail: "files",
    hits: inside.map(({ path, content }) => ({
      path,
      start_line: 1,
      end_line: Math.max(1, countLineEnds(content.trimEnd()) + 1),
      symbol: null,
      kind: "block",
      language: null,
      score: 0,
    })),
    content_hashes: Object.fromEntries(
      inside.map(({ path, content }) => [path, createHash("sha256").update(content).digest("hex")]),
    ),
  };
}

const withSlashes = (path: string): string => path.replaceAll("\\", "/");

/** Relative to the root; null for a path that is not inside. */
function insideOf(root: string, path: string): string | null {
  const inside = path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path;
  return isInsidePath(inside) && !/^[A-Za-z]:/.test(inside) ? inside : null;
}

/** In ISO form; null for no time. It wrote times without a zone, taken for UTC, in which nearly all are right to the day. */
function timeOf(text: string): string | null {
  const inUtc = /(?:Z|[+-]\d\d:?\d\d)$/i.test(text) ? text : `${text.replace(" ", "T")}Z`;
  const time = [inUtc, text].map((one) => new Date(one)).find((one) => !Number.isNaN(one.getTime()));
  return time?.toISOString() ?? null;
}
