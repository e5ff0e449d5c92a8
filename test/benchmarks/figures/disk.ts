// Bytes on disk a chunk: of the project's database and the vectors of the machine's store, and of the HNSW graph where one
// serves. A project too small for a graph is made one, in a copy of its home, since both figures are asked for.
import { cpSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Bench, Measured } from "./part.ts";
import { cacheIn, environmentIn, type Server, startServer } from "./program.ts";

const GRAPH_WAIT_MS = 120_000;
const POLL_MS = 500;
/** Larger projects have a graph without being asked, or cannot have one within the memory limit. */
const FILES_WITHOUT_GRAPH = 1_000;
const ANSWERS = /^query-cache/;
const GRAPH = /^vectors\.hnsw/;

interface Status {
  readonly coverage: { readonly chunks: number };
  readonly vectors: { readonly state: string; readonly kind: string | null; readonly reason: string };
}

const statusOf = async (server: Server): Promise<Status> => (await server.call("index_status", {})) as Status;

async function untilGraph(server: Server): Promise<void> {
  const deadline = performance.now() + GRAPH_WAIT_MS;
  for (;;) {
    const { kind, reason } = (await statusOf(server)).vectors;
    if (kind === "hnsw") {
      return;
    }
    if (performance.now() > deadline) {
      throw new Error(`no graph serves: ${reason}`);
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

interface Sizes {
  readonly graph: number;
  readonly rest: number;
}

/** Bytes of the projects' and the vectors' folders, without the answers kept for the next same question. */
function sizesOf(home: string): Sizes {
  const files = ["projects", "vectors"].flatMap((folder) =>
    readdirSync(join(cacheIn(home), folder), { recursive: true, withFileTypes: true }).filter(
      (entry) => entry.isFile() && !ANSWERS.test(entry.name),
    ),
  );
  const sum = (isGraph: boolean) =>
    files
      .filter(({ name }) => GRAPH.test(name) === isGraph)
      .reduce((total, { parentPath, name }) => total + statSync(join(parentPath, name)).size, 0);
  return { graph: sum(true), rest: sum(false) };
}

export async function measureDisk({
  program,
  project,
  home,
  emptyHome,
  questions,
}: Bench): Promise<readonly Measured[]> {
  const isSmall = project.files <= FILES_WITHOUT_GRAPH;
  const measured = isSmall ? emptyHome() : home;
  if (isSmall) {
    cpSync(home, measured, { recursive: true });
  }
  const server = await startServer(
    program,
    project.root,
    environmentIn(measured, isSmall ? { CONTEXT_BROKER_VECTORS: "hnsw" } : {}),
  );
  await server.ask(questions[0] ?? "");
  if (isSmall) {
    await untilGraph(server);
  }
  const { coverage, vectors } = await statusOf(server);
  await server.close();
  const { graph, rest } = sizesOf(measured);
  if (isSmall) {
    rmSync(measured, { recursive: true, force: true });
  }
  const note = `vectors are searched by ${vectors.kind ?? "nothing"}${vectors.reason === "" ? "" : `: ${vectors.reason}`}`;
  return [
    { name: "disk a chunk", values: [rest / coverage.chunks], ...(isSmall ? {} : { note }) },
    ...(graph > 0
      ? [{ name: "disk a chunk, HNSW included" as const, values: [(rest + graph) / coverage.chunks] }]
      : []),
  ];
}
