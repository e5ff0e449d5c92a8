// Export, import and publication of an index's vectors: fails if there are none, and indexes the words that import needs first.
import type { TeamPublisher } from "../../embedding/team-index.ts";
import { Failure } from "../../vocabulary/failure.ts";
import { throwIfReplaced } from "../database/replacement.ts";
import type { VectorAccess } from "../embeddings/vector-access.ts";
import type { RequestBaseline } from "../ingest/update-planner.ts";
import type {
  ExportOptions,
  ExportReport,
  ImportOptions,
  ImportReport,
  PublishOptions,
  PublishReport,
} from "../project-index.ts";
import type { RequestServices } from "./freshen.ts";

export async function exportVectorsOf(services: RequestServices, options: ExportOptions): Promise<ExportReport> {
  const access = accessOf(services);
  const { exportVectors } = await import("../transfer/export-vectors.ts");
  return exportVectors(access, options);
}

export async function publishVectorsOf(
  services: RequestServices,
  team: TeamPublisher,
  options: PublishOptions,
): Promise<PublishReport> {
  const access = accessOf(services);
  const { publishVectors } = await import("../transfer/publish-vectors.ts");
  return publishVectors(access, team, options);
}

export async function importVectorsInto(services: RequestServices, options: ImportOptions): Promise<ImportReport> {
  const { parts, requests, report } = services;
  const { progress, jobs, session } = parts;
  const { signal, onProgress } = options;
  const { embedder } = accessOf(services);
  const { importVectors } = await import("../transfer/import-vectors.ts");
  let baseline: RequestBaseline | null = null;
  // The background work that usually follows an update is stopped: it would make the vectors that are about to be imported.
  const indexWords = () =>
    progress.listen(onProgress, async () => {
      signal.addEventListener("abort", jobs.stop, { once: true });
      try {
        baseline = await requests.update({ deadline: Number.POSITIVE_INFINITY, unchecked: false, first: null }, signal);
        throwIfReplaced(session.handles().database);
        return accessOf(services);
      } finally {
        signal.removeEventListener("abort", jobs.stop);
      }
    });
  const imported = await importVectors(embedder, options, indexWords);
  const { coverage, problems } = baseline === null ? report.again() : report.of(baseline);
  // The vectors are in the store, and the next request reads them.
  const chunksEmbedded = imported.chunks - imported.missing;
  return { ...imported, coverage: { ...coverage, chunksEmbedded }, problems };
}

/** Throws INVALID_SETTING if search by meaning is off, EMBEDDING_UNAVAILABLE if its model or store cannot be used. */
function accessOf({ parts: { session }, report }: RequestServices): VectorAccess {
  const embeddings = session.embeddings();
  if (embeddings !== null) {
    return embeddings.access();
  }
  const { state, reason } = report.vectorStatus();
  if (state === "disabled") {
    throw new Failure("INVALID_SETTING", "vectors: search by meaning is turned off, so there are no vectors to share", {
      hint: "run it with --vectors auto",
    });
  }
  throw new Failure("EMBEDDING_UNAVAILABLE", `vectors cannot be shared: ${reason}`, {
    hint: "run `context-broker doctor`",
  });
}
