// A judged project with the model's vectors.
import { expect } from "vitest";
import type { Embedder } from "../../../src/embedding/embedder.ts";
import { openEmbedder } from "../../../src/embedding/onnx-embedder.ts";
import { type MemoryProject, memoryProject } from "../../support/memory-project.ts";
import { type JudgedProject, RANKING_FOLDER } from "./judged-projects.ts";

export const openShippedEmbedder = (): Promise<Embedder> =>
  openEmbedder({ jobs: 0, model: null, allowDownloads: false, downloadFolder: RANKING_FOLDER });

/** The project with the model's vectors, made together: once to learn the texts, once more to hand out their vectors. */
export async function embeddedProject({ files }: JudgedProject, embedder: Embedder): Promise<MemoryProject> {
  const { dimensions } = embedder;
  const texts: string[] = [];
  const none = new Float32Array(dimensions);
  const collect = (text: string): Float32Array => {
    texts.push(text);
    return none;
  };
  await memoryProject(files, { dimensions, embed: collect });
  const vectors = new Map((await embedder.embed(texts)).map((vector, at) => [texts[at], vector]));
  expect(vectors.size).toBe(new Set(texts).size);
  return memoryProject(files, { dimensions, embed: (text) => vectors.get(text) ?? none });
}
