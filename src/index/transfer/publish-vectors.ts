// Publishes the vectors of a project's chunks in the team's index: first the missing vectors, then the publication that describes them. If it
// is stopped, the next run finds what was written by its keys.
import type { PublishedChunk, TeamPublisher } from "../../embedding/team-index.ts";
import type { EmbeddingKey } from "../../embedding/vector-store.ts";
import type { ChunkId } from "../../vocabulary/chunk.ts";
import { throwIfCancelled } from "../../vocabulary/failure.ts";
import { runsOf } from "../database/document-table.ts";
import type { KeyedChunk } from "../embeddings/stored-vectors.ts";
import { byDocument, textsToEmbed } from "../embeddings/texts-to-embed.ts";
import type { VectorAccess } from "../embeddings/vector-access.ts";
import { termsOf } from "../lexical/terms.ts";
import type { PublishOptions, PublishReport } from "../project-index.ts";
import { type ChunkKeys, chunkKeysOf } from "./chunk-keys.ts";
import { PublishedSample } from "./published-sample.ts";

/** Chunks that are looked up and written at once: 3 MB. */
const SLICE = 1_000;

interface Publishing {
  readonly access: VectorAccess;
  readonly team: TeamPublisher;
  readonly sample: PublishedSample;
  /** Whether the sample also needs the vectors that are already published (`all`). */
  readonly isSampled: "all" | "new";
  readonly options: PublishOptions;
}

/** Call `prepare` of the team's index before. Throws TEAM_INDEX_UNAVAILABLE, CANCELLED. */
export async function publishVectors(
  access: VectorAccess,
  team: TeamPublisher,
  options: PublishOptions,
): Promise<PublishReport> {
  const { signal } = options;
  const keys = await chunkKeysOf(access.stored, access.handles.table.view, signal);
  const before = await team.publication(signal);
  let sample = new PublishedSample();
  if (before !== null) {
    await sample.begin(before, team, (key) => keys.has(key), signal);
  }
  let report = await putMissing({ access, team, sample, isSampled: before === null ? "all" : "new", options });
  if (!sample.isEnough(keys.size)) {
    sample = new PublishedSample();
    const again = await putMissing({ access, team, sample, isSampled: "all", options });
    report = { ...report, lacking: again.lacking };
  }
  const removed = options.prune ? await removeOthers(team, keys, signal) : 0;
  const publication = {
    commit: options.commit,
    publishedAt: new Date().toISOString(),
    chunks: keys.size,
    sample: sample.take(),
  };
  await team.publish(publication, signal);
  return { ...report, keys: keys.size, removed };
}

/** Writes what is not there; a chunk whose file has just changed is left out, since its text is gone. */
async function putMissing(publishing: Publishing): Promise<Pick<PublishReport, "there" | "written" | "lacking">> {
  const { access, options } = publishing;
  const total = access.handles.table.view.chunkCount;
  const report = { there: 0, written: 0, lacking: 0 };
  let done = 0;
  for (const slice of slicesOf(access)) {
    throwIfCancelled(options.signal);
    const { there, chunks, lacking } = await look(publishing, slice);
    await publishing.team.put(chunks, options.signal);
    report.there += there;
    report.written += chunks.length;
    report.lacking += lacking;
    done += slice.length;
    options.onProgress({ phase: "publishing", done, total });
  }
  return report;
}

/** What a slice's keys need: how many are there already, the chunks to write, and how many have no vector here. */
async function look({ access, team, sample, isSampled, options }: Publishing, slice: readonly KeyedChunk[]) {
  const keys = slice.map(({ key }) => key);
  const there = await team.contains(keys, options.signal);
  const missing = slice.filter(({ key }) => !there.has(key));
  const vectors = access.store.read(missing.map(({ key }) => key));
  const chunks: PublishedChunk[] = [];
  for (const { key, path, text } of await textsOf(access, missing)) {
    const vector = vectors.get(key);
    if (vector !== undefined) {
      chunks.push({ key, path, words: termsOf(text), vector });
      sample.add(key, path, vector);
    }
  }
  if (isSampled === "all") {
    const { documents, chunks: table } = access.handles.table.view;
    const known = await team.vectors([...there], options.signal);
    for (const { id, key } of slice) {
      const vector = known.get(key);
      const path = documents[table.documents[id] ?? -1]?.path;
      if (vector !== undefined && path !== undefined) {
        sample.add(key, path, vector);
      }
    }
  }
  const lacking = new Set(missing.map(({ key }) => key)).size - chunks.length;
  return { there: there.size, chunks, lacking };
}

/** Each distinct text once. */
async function textsOf(access: VectorAccess, missing: readonly KeyedChunk[]) {
  const texts = new Map<EmbeddingKey, { readonly key: EmbeddingKey; readonly path: string; readonly text: string }>();
  const ids = missing.map(({ id }) => id);
  for (const group of byDocument(access.handles.table.view, ids)) {
    for (const one of await textsToEmbed(access, group)) {
      texts.set(one.key, one);
    }
  }
  return texts.values();
}

/** All chunks, whole runs of them together, in order of their ids. */
function* slicesOf({ stored, handles }: VectorAccess): Iterable<KeyedChunk[]> {
  let slice: KeyedChunk[] = [];
  for (const { first, count } of runsOf(handles.table.view)) {
    for (let from = 0; from < count; from += SLICE) {
      slice.push(...stored.keyed({ first: (first + from) as ChunkId, count: Math.min(SLICE, count - from) }));
      if (slice.length >= SLICE) {
        yield slice;
        slice = [];
      }
    }
  }
  if (slice.length > 0) {
    yield slice;
  }
}

async function removeOthers(team: TeamPublisher, keys: ChunkKeys, signal: AbortSignal): Promise<number> {
  const others: EmbeddingKey[] = [];
  for await (const key of team.keys(signal)) {
    if (!keys.has(key)) {
      others.push(key);
    }
  }
  await team.remove(others, signal);
  return others.length;
}
