// Lists the projects that this caller may search, and how fresh the index of each is. It does not index a project that has no index.
import { basename } from "node:path";
import { z } from "zod";
import { knownIndexes } from "../../index/upkeep/known-indexes.ts";
import { Failure, throwIfCancelled } from "../../vocabulary/failure.ts";
import { escapeName, escapeRoot, formatNumber, renderCount } from "../../vocabulary/shown-text.ts";
import { enclosingRoot } from "../contract/join-sessions.ts";
import { defineOperation, type Operation, type OperationContext } from "../contract/operation.ts";
import { PERMISSIONS, type Permission, permittedProjects } from "../contract/permitted-projects.ts";
import { STATUS_WAIT_MS } from "./project-status.ts";

/** After this time, in milliseconds, further projects are listed without checking them. */
const TIME_MAX_MS = 5_000;

/** Why a caller may search a project. */
const REASONS: Readonly<Record<Permission, string>> = {
  serve: "served",
  client: "a folder of the client",
  terminal: "the working folder",
  indexed: "indexed from the command line",
  trusted: "below a trusted folder",
  allowed_projects: "in allowed_projects",
};

const projectField = z.object({
  name: z.string(),
  root: z.string(),
  inside: z.string().optional().meta({
    doc: "root of the innermost listed project around this one; asked together, each file is answered once, as one of this project",
  }),
  state: z.enum(["fresh", "changed", "not indexed", "unchecked", "unavailable"]).meta({
    doc: "changed: see `lagging_files`; not indexed: the first question does it; unchecked: there was no time to look; unavailable: see `failure`",
  }),
  files: z.number().optional(),
  chunks: z.number().optional(),
  chunks_by_meaning: z.number().optional(),
  lagging_files: z.number().optional().meta({ doc: "not indexed as they are now" }),
  updated_at: z.string().optional().meta({ doc: "of an unchecked one: when its index was last written or opened" }),
  allowed_by: z.enum(PERMISSIONS).meta({
    doc: Object.entries(REASONS)
      .map(([permission, reason]) => `${permission}: ${reason}`)
      .join("; "),
  }),
  failure: z.object({ code: z.string(), message: z.string() }).optional(),
});
type Row = z.output<typeof projectField>;

const output = z.object({
  outcome: z.enum(["found", "empty"]),
  projects: z.array(projectField),
});

export const listProjects: Operation = defineOperation({
  name: "list_projects",
  title: "List projects",
  summary: "List the projects that may be searched, and how fresh each index is",
  description: "Lists the projects you may name in `project` and `projects`, and how fresh each is.",
  input: z.strictObject({}),
  output,
  annotations: { readOnly: true, destructive: false, idempotent: true },
  command: {
    command: "list-projects",
    positionals: [],
    examples: ["context-broker list-projects", "context-broker list-projects --json"],
  },
  toolset: "search",
  several: true,
  run: async (_, context) => {
    const permitted = await permittedProjects(context);
    const indexed = knownIndexes(context.services.settings.cacheFolder);
    const deadlineMs = performance.now() + TIME_MAX_MS;
    const rows: Row[] = [];
    const roots = permitted.map(({ root }) => root);
    // In reverse order: a server keeps only a few projects open, and its own ones, which are first in the list, should stay open.
    for (const { root, permission, failure } of [...permitted].reverse()) {
      const updatedMs = indexed.get(root);
      const inside = enclosingRoot(root, roots);
      const head = { name: basename(root), root, ...(inside === undefined ? {} : { inside }) };
      const state =
        failure !== undefined
          ? unavailable(failure)
          : updatedMs === undefined
            ? { state: "not indexed" as const }
            : performance.now() <= deadlineMs
              ? await stateOf(root, context)
              : { state: "unchecked" as const, updated_at: new Date(updatedMs).toISOString() };
      rows.unshift({ ...head, ...state, allowed_by: permission });
    }
    const outcome: "found" | "empty" = rows.length === 0 ? "empty" : "found";
    return {
      structured: { outcome, projects: rows },
      text: [`${outcome}: ${renderCount(rows.length, "project")}`, ...rows.map(renderRow)].join("\n"),
    };
  },
});

type State = Omit<Row, "name" | "root" | "inside" | "allowed_by">;

/** Brings the index up to date, as any question does, but waits only shortly. */
async function stateOf(root: string, { services, signal }: OperationContext): Promise<State> {
  try {
    return await services.withProject(root, async (session) => {
      const index = await session.index();
      const { lagging, coverage } = await index.freshen({ waitMs: STATUS_WAIT_MS, embedUpTo: 0, signal });
      throwIfCancelled(signal);
      return {
        state: lagging === 0 ? ("fresh" as const) : ("changed" as const),
        files: coverage.files,
        chunks: coverage.chunks,
        chunks_by_meaning: coverage.chunksEmbedded,
        ...(lagging === 0 ? {} : { lagging_files: lagging }),
      };
    });
  } catch (error) {
    if (!(error instanceof Failure) || error.code === "CANCELLED") {
      throw error;
    }
    return unavailable(error);
  }
}

const unavailable = ({ code, message }: Failure): State => ({ state: "unavailable", failure: { code, message } });

function renderRow({ name, root, inside, state, files, chunks, chunks_by_meaning: embedded, ...row }: Row): string {
  const counts =
    files === undefined || chunks === undefined
      ? []
      : [renderCount(files, "file"), renderCount(chunks, "chunk"), `${formatNumber(embedded ?? 0)} by meaning`];
  const parts = [
    row.lagging_files === undefined ? state : `${renderCount(row.lagging_files, "file")} changed`,
    ...counts,
    ...(row.updated_at === undefined ? [] : [`index of ${row.updated_at}`]),
    ...(inside === undefined ? [] : [`inside ${escapeRoot(inside)}`]),
    REASONS[row.allowed_by],
    ...(row.failure === undefined ? [] : [`${row.failure.code}: ${escapeName(row.failure.message)}`]),
  ];
  return `${escapeName(name)} = ${escapeRoot(root)}: ${parts.join(", ")}`;
}
