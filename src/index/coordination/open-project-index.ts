// Assembles one project's index: its parts, the work on them, and what requests wait for.
import type { ProjectIndex } from "../project-index.ts";
import { isRawId } from "../raw-text/raw-ids.ts";
import { openBackgroundWork } from "./background-work.ts";
import { complete } from "./complete.ts";
import { freshen } from "./freshen.ts";
import { FreshnessReport } from "./freshness-report.ts";
import { openIndexParts } from "./index-parts.ts";
import type { ProjectIndexOptions } from "./project-index-options.ts";
import { UpdateRequests } from "./request-update.ts";
import { exportVectorsOf, importVectorsInto, publishVectorsOf } from "./transfer.ts";

/** Opens or creates the index. INDEX_UNAVAILABLE where its folder can be neither written nor read. */
export async function openProjectIndex(options: ProjectIndexOptions): Promise<ProjectIndex> {
  const parts = await openIndexParts(options);
  const { analyzer, session, source, first, progress } = parts;
  const work = openBackgroundWork(parts);
  const requests = new UpdateRequests(parts, work);
  const report = new FreshnessReport(parts, work.update, options.embedderFailure ?? null);
  const services = { parts, work, requests, report };
  return {
    root: source.root,
    folder: options.folder,
    freshen: (wanted) => freshen(services, wanted),
    recount: () => report.again(),
    complete: (wanted) => complete(services, wanted),
    exportVectors: (wanted) => exportVectorsOf(services, wanted),
    importVectors: (wanted) => importVectorsInto(services, wanted),
    publishVectors: (team, wanted) => publishVectorsOf(services, team, wanted),
    prepare: (signal) => requests.prepare(signal),
    snapshot(texts) {
      const indexed = session.snapshot();
      return texts?.get(source.root)?.over(indexed) ?? indexed;
    },
    async embedFirst(wanted) {
      // The answer that is waiting has all cores: files are analysed after it.
      const resume = first.pause();
      try {
        const chunks = wanted.chunks.filter((chunk) => !isRawId(chunk));
        await session.embeddings()?.embedFirst({ ...wanted, chunks });
      } finally {
        resume();
      }
    },
    vectorStatus: () => report.vectorStatus(),
    outlook: () => session.embeddings()?.outlook() ?? null,
    working: work.running,
    progress: () => (work.running() ? progress.current() : null),
    checkSyntax: analyzer.checkSyntax,
    fingerprint: analyzer.fingerprint,
    spansOf: analyzer.spansOf,
    factsOf: analyzer.factsOf,
    inspect: analyzer.inspect,
    occurrencesOf: analyzer.occurrencesOf,
    layoutOf: analyzer.layoutOf,
    readPattern: analyzer.readPattern,
    matchPattern: analyzer.matchPattern,
    close: work.close,
  };
}
