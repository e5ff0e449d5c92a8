// Candidates to ranked hits. Each file is weighed by what speaks for it as a whole, each of its chunks by what speaks
// for that chunk; a file's second chunk pays for the first. Every hit explains its score. Knows no files' text.
import type { ChunkRecord, DocumentRecord, Snapshot } from "../index/snapshot.ts";
import type { Hit, SignalShare } from "../vocabulary/search.ts";
import type { Query } from "./parse-query.ts";
import type { Candidates, FileCandidate } from "./retrieve.ts";
import * as signals from "./signals.ts";
import { type SignalName, WEIGHTS } from "./signals.ts";

type Share = (signal: SignalName, value: number) => void;

/** Collects shares other than 0, in the order given. */
function explain(query: Query, collect: (share: Share) => void): SignalShare[] {
  const shares: SignalShare[] = [];
  collect((signal, value) => {
    const share = value * (query.shape === "symbol" ? WEIGHTS[signal].symbol : WEIGHTS[signal].words);
    if (share !== 0) {
      shares.push({ signal, share });
    }
  });
  return shares;
}

const total = (shares: readonly SignalShare[]): number => shares.reduce((sum, { share }) => sum + share, 0);

function explainFile(
  query: Query,
  file: FileCandidate,
  document: DocumentRecord,
  { maxima }: Candidates,
): SignalShare[] {
  const { path } = document;
  const { lexical } = file;
  return explain(query, (share) => {
    if (lexical !== null) {
      share("spread", signals.spreadOf(lexical) / maxima.spread);
      share("fileWords", lexical.body / maxima.body);
      share("pathWords", lexical.path / maxima.path);
      share("definedNames", lexical.names / maxima.names);
    }
    share("queryInName", signals.queryInName(query, path));
    share("nameInQuery", signals.nameInQuery(query, path));
    share("namedAsSymbol", signals.namedAsSymbol(query, path));
    share("namedPath", file.asked?.share ?? 0);
    share("beside", signals.beside(query, path));
    share("hub", signals.hub(path));
  });
}

function explainChunk(query: Query, file: FileCandidate, chunk: ChunkRecord, candidates: Candidates): SignalShare[] {
  const words = file.lexical?.chunks.find((one) => one.chunk === chunk.id)?.score ?? 0;
  return explain(query, (share) => {
    share("chunkWords", words / candidates.maxima.chunk);
    share("definition", signals.definition(query, chunk, file.definitions));
    share("namedLine", file.asked === null ? 0 : file.asked.share * signals.namedLine(chunk, file.asked.lines));
    share("meaning", candidates.meaning.get(chunk.id) ?? 0);
  });
}

type Unranked = Omit<Hit, "rank">;

/** The file's best chunks, best first, each with the file's shares beside its own. */
function hitsOfFile(snapshot: Snapshot, query: Query, file: FileCandidate, candidates: Candidates): Unranked[] {
  const document = snapshot.document(file.document);
  const ofFile = explainFile(query, file, document, candidates);
  return snapshot
    .chunks(file.chunks)
    .map((chunk) => ({ chunk, ofChunk: explainChunk(query, file, chunk, candidates) }))
    .sort((a, b) => total(b.ofChunk) - total(a.ofChunk) || a.chunk.startLine - b.chunk.startLine)
    .slice(0, candidates.chunksPerFile)
    .map(({ chunk, ofChunk }, before) => {
      const explanation = [...ofChunk, ...ofFile, ...explain(query, (share) => share("repeat", before))];
      return {
        chunk: chunk.id,
        path: document.path,
        startLine: chunk.startLine,
        endLine: chunk.endLine,
        symbol: chunk.symbol,
        kind: chunk.kind,
        language: document.language,
        score: total(explanation),
        explanation,
      };
    });
}

const byScore = (a: Unranked, b: Unranked): number =>
  b.score - a.score || (a.path < b.path ? -1 : a.path > b.path ? 1 : a.startLine - b.startLine);

/** All hits, best first; ties by path (code units), then line. */
export function rank(snapshot: Snapshot, query: Query, candidates: Candidates): Hit[] {
  return candidates.files
    .flatMap((file) => hitsOfFile(snapshot, query, file, candidates))
    .sort(byScore)
    .map((hit, at) => ({ rank: at + 1, ...hit }));
}
