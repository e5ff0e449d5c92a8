// A project's text for the baselines: the files and chunks that the program itself admits and cuts, so that only the
// ranking differs. Knows no ranking.
import type { ProjectSession } from "../../../src/operations/contract/services.ts";
import type { Place } from "../../support/judged.ts";

export interface TextFile {
  /** Relative to the project. */
  readonly path: string;
  readonly lines: readonly string[];
}

export interface ProjectText {
  readonly files: readonly TextFile[];
  readonly chunks: readonly Place[];
}

const LINE_END = /\r\n|\r|\n/;

export async function readProjectText(session: ProjectSession): Promise<ProjectText> {
  const [corpus, index] = await Promise.all([session.corpus(), session.index()]);
  const files: TextFile[] = [];
  for (const path of [...corpus.current().files.keys()].sort()) {
    const read = await corpus.read(path);
    if ("text" in read) {
      files.push({ path, lines: read.text.split(LINE_END) });
    }
  }
  const snapshot = index.snapshot();
  try {
    const chunks = [...snapshot.documents()].flatMap(({ path, firstChunk, chunkCount }) => {
      const ids = Array.from({ length: chunkCount }, (_, at) => (firstChunk + at) as typeof firstChunk);
      return snapshot.chunks(ids).map(({ startLine, endLine }) => ({ path, startLine, endLine }));
    });
    return { files, chunks };
  } finally {
    snapshot.release();
  }
}
