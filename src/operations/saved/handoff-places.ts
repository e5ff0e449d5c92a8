// The places that a handoff rests on: from what a caller wrote (a path, lines of one, or a symbol) to lines of an admitted file, with
// their text and the file's hash.
import { withSnapshot } from "../../index/with-snapshot.ts";
import { requestedPath } from "../../intelligence/requested-path.ts";
import { type Addressed, AT_LINES, quoted, resolveAddress } from "../../intelligence/symbols/address.ts";
import type { CorpusText } from "../../project/corpus.ts";
import { readAdmitted } from "../../project/read-admitted.ts";
import { excerptOf, type HandoffPlace } from "../../storage/handoff.ts";
import { sha256Of } from "../../system/sha256.ts";
import { type LineRange, spanOf } from "../../vocabulary/chunk.ts";
import { Failure } from "../../vocabulary/failure.ts";
import { splitLines } from "../../vocabulary/text.ts";
import { freshen } from "../answer/answer-fresh.ts";
import type { OperationContext } from "../contract/operation.ts";
import type { ProjectSession } from "../contract/services.ts";

interface Located {
  readonly path: string;
  /** Null: the whole file. */
  readonly range: LineRange | null;
  readonly symbol?: string;
}

type SymbolLookup = (place: string) => Located;

const CANDIDATES_NAMED = 3;

/** NOT_FOUND or AMBIGUOUS names the place that is not one. */
export async function handoffPlaces(
  written: readonly string[],
  session: ProjectSession,
  context: OperationContext,
): Promise<HandoffPlace[]> {
  const corpus = await session.corpus();
  const { files } = await corpus.refresh(context.signal);
  const isFile = (path: string) => files.has(path);
  let symbols: SymbolLookup | undefined;
  const places: HandoffPlace[] = [];
  for (const place of written) {
    const file = locateFile(place, isFile);
    symbols ??= file === null ? await openSymbols(session, context) : undefined;
    const at = file ?? symbols?.(place);
    if (at === undefined) {
      throw notFound(place, "is no place of the project");
    }
    const read = await readAdmitted(corpus, at.path);
    if (read === null || "excluded" in read) {
      throw notFound(place, "cannot be read now, or is not searched");
    }
    places.push(placeIn(read, at, place));
  }
  return places;
}

/** Null for what is no file of the project. */
function locateFile(written: string, isFile: (path: string) => boolean): Located | null {
  const whole = requestedPath(written.trim());
  if (isFile(whole)) {
    return { path: whole, range: null };
  }
  const [, path = "", first = "", last = first] = AT_LINES.exec(written.trim()) ?? [];
  const asked = requestedPath(path);
  return isFile(asked) ? { path: asked, range: { startLine: Number(first), endLine: Number(last) } } : null;
}

/** Looks symbols up in the index as it is after it was brought up to date. */
async function openSymbols(session: ProjectSession, context: OperationContext): Promise<SymbolLookup> {
  const index = await session.index();
  await freshen(index, { waitMs: session.settings.searchWaitMs, embedUpTo: 0 }, context);
  return (place) => {
    const address = withSnapshot(index, (snapshot) => resolveAddress(snapshot, place));
    switch (address.kind) {
      case "found":
        return locateSymbol(address.found);
      case "ambiguous": {
        const names = namesOf(address.candidates);
        throw new Failure("AMBIGUOUS", `place ${quoted(place)} may be any of ${address.candidates.length}: ${names}`, {
          hint: "name the file, too: path#symbol",
        });
      }
      case "none":
        throw notFound(place, `is no place: ${address.why}`, namesOf(address.nearest));
    }
  };
}

function locateSymbol({ document, symbols }: Addressed): Located {
  const symbol = symbols[0]?.path;
  return { path: document.path, range: spanOf(...symbols), ...(symbol === undefined ? {} : { symbol }) };
}

const namesOf = (candidates: readonly Addressed[]): string =>
  candidates
    .slice(0, CANDIDATES_NAMED)
    .map(({ document, symbols }) => `${document.path}#${symbols[0]?.path}`)
    .join(", ");

function notFound(place: string, why: string, nearest = ""): Failure {
  const hint =
    nearest === "" ? "name a searched file as path, path:line or path:start-end, or a symbol" : `nearest: ${nearest}`;
  return new Failure("NOT_FOUND", `place ${quoted(place)} ${why}`, { hint });
}

function placeIn(read: CorpusText, { path, range, symbol }: Located, written: string): HandoffPlace {
  const all = splitLines(read.text);
  if (range !== null && (range.startLine < 1 || range.endLine < range.startLine || range.endLine > all.length)) {
    throw notFound(written, `is not in ${path}, which has ${all.length} lines`);
  }
  const lines = range === null ? [] : all.slice(range.startLine - 1, range.endLine);
  return {
    path,
    ...(range === null ? {} : { start_line: range.startLine, end_line: range.endLine }),
    ...(symbol === undefined ? {} : { symbol }),
    content_hash: read.contentHash,
    text: range === null ? "" : excerptOf(lines),
    text_hash: sha256Of(lines.join("\n")),
  };
}
