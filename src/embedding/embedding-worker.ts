// The process that embeds: loads one model, then answers small lists of texts. Ends with its parent.
import { serveTasks } from "../system/worker-host.ts";
import type { LockedModel } from "./model-lock.ts";
import { openOnnxSession } from "./onnx-session.ts";

serveTasks(async (model: LockedModel) => {
  const session = await openOnnxSession(model);
  /** The texts' vectors, one after the other. */
  return async (texts: readonly string[]): Promise<Float32Array> => {
    const vectors = new Float32Array(texts.length * model.dimensions);
    for (const [index, text] of texts.entries()) {
      vectors.set(await session.embed(text), index * model.dimensions);
    }
    return vectors;
  };
});
