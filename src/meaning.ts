// Opens what search by meaning needs: the model, the machine's vector store and, if the settings name one, a team's index.
import { join } from "node:path";
import type { Settings } from "./config/settings.ts";
import type { Embedder } from "./embedding/embedder.ts";
import { findModel, type ModelChoice } from "./embedding/find-model.ts";
import { verifyModel } from "./embedding/model-lock.ts";
import { defaultJobs, openEmbedder } from "./embedding/onnx-embedder.ts";
import { SqliteVectorStore } from "./embedding/sqlite-vector-store.ts";
import type { TeamPublisher } from "./embedding/team-index.ts";
import type { VectorStore } from "./embedding/vector-store.ts";
import { EMBEDDING_TEXT_VERSION } from "./index/embeddings/embedding-text.ts";
import { log } from "./system/log.ts";
import { makeFolder } from "./system/make-folder.ts";
import { planMemory } from "./system/memory-plan.ts";
import { PRIVATE_MODES } from "./system/platform/permissions.ts";
import { askTeam as ask, findTeam } from "./team/find-team.ts";
import type { ModelId } from "./vocabulary/chunk.ts";
import { Failure } from "./vocabulary/failure.ts";

export interface Meaning {
  readonly embedder: Embedder;
  readonly store: VectorStore;
}

/** Both are set, or both are null: because search by meaning is off, or because of `failure`. */
export interface ProjectMeaning {
  readonly embedder: Embedder | null;
  readonly store: VectorStore | null;
  readonly failure: Failure | null;
}

export const MEANING_OFF: ProjectMeaning = { embedder: null, store: null, failure: null };

/** Checks the model's files against their hashes; returns the model's id. Throws MODEL_MISSING, MODEL_MISMATCH. */
export async function checkModel(settings: Settings): Promise<string> {
  const model = await findModel(modelChoice(settings));
  await verifyModel(model);
  return model.id;
}

/** See `askTeam` in team/find-team.ts. Also throws MODEL_MISSING. */
export async function askTeam(settings: Settings, folder: string): Promise<Awaited<ReturnType<typeof ask>>> {
  const { id: model, dimensions } = await findModel(modelChoice(settings));
  return ask(folder, settings, publishedForm({ model, dimensions }));
}

/** The project's team index; null if all its vectors are on this machine. */
export const teamOf = async (
  root: string,
  settings: Settings,
  embedder: Embedder | null,
): Promise<TeamPublisher | null> => (embedder === null ? null : findTeam(root, settings, publishedForm(embedder)));

/** Lets a search go on by words alone if the model or its store failed. Rethrows a wrong setting, which the user has to correct. */
export function withoutMeaning(error: unknown): ProjectMeaning {
  if (!(error instanceof Failure) || error.code === "INVALID_SETTING" || error.code === "CANCELLED") {
    throw error;
  }
  log("warn", "meaning.unavailable", { code: error.code, reason: error.message });
  return { ...MEANING_OFF, failure: error };
}

/** Workers at once: the setting `jobs`, or by the number of cores; no more than the memory limit allows. */
export const jobsOf = ({ jobs, memoryLimitMb }: Settings): number =>
  Math.min(jobs > 0 ? jobs : defaultJobs(), planMemory(memoryLimitMb).workersMax);

export async function openMeaning(settings: Settings, background: boolean): Promise<Meaning> {
  // Each worker checks the files it loads; this check reports a problem before any vector is needed.
  await checkModel(settings);
  const embedder = await openEmbedder({
    ...modelChoice(settings),
    jobs: jobsOf(settings),
    languages: settings.multilingualModel ? "any" : "english",
    background,
  });
  const folder = join(settings.cacheFolder, "vectors");
  // Private, since vectors reveal something of the text they were made from.
  try {
    makeFolder(folder, PRIVATE_MODES.folder);
  } catch {
    // Opening the store fails too, with the reason.
  }
  const store = new SqliteVectorStore({
    folder,
    model: embedder.model,
    dimensions: embedder.dimensions,
    onProblem: ({ code, message }) => log("warn", message, { code }),
  });
  return { embedder, store };
}

/** Everything that a vector on the team's server depends on. */
const publishedForm = ({ model, dimensions }: { readonly model: ModelId; readonly dimensions: number }) => ({
  model,
  dimensions,
  textVersion: EMBEDDING_TEXT_VERSION,
});

const modelChoice = (settings: Settings): ModelChoice => ({
  model: settings.model,
  allowDownloads: settings.allowModelDownload,
  downloadFolder: join(settings.cacheFolder, "models"),
});
