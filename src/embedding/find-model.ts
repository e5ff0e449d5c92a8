// From the model setting to a model on disk: one that ships with the package, a local folder, or a hub id where downloads
// are allowed.
import { readdirSync } from "node:fs";
import { isAbsolute } from "node:path";
import { Failure } from "../vocabulary/failure.ts";
import { readModelFolder } from "./custom-model.ts";
import { fetchHubModel, parseHubId } from "./hub-model.ts";
import type { LockedModel } from "./model-lock.ts";
import { readShippedModel } from "./read-lock.ts";

export interface ModelChoice {
  /** A shipped model's name, an absolute folder, or a hub id `owner/name` or `owner/name@revision`; null is the default. */
  readonly model: string | null;
  /** A hub id is refused without it: nothing here touches the network otherwise. */
  readonly allowDownloads: boolean;
  /** Absolute; downloaded models are kept in it. */
  readonly downloadFolder: string;
}

export async function findModel(choice: ModelChoice): Promise<LockedModel> {
  const { model, allowDownloads, downloadFolder } = choice;
  const shipped = readShippedModel(model);
  if (shipped !== undefined) {
    return shipped;
  }
  if (model !== null && isAbsolute(model)) {
    return readModelFolder(model);
  }
  const hubId = model === null ? undefined : parseHubId(model);
  if (hubId === undefined) {
    throw new Failure("INVALID_SETTING", `there is no model ${JSON.stringify(model)}`, {
      hint: "leave `model` unset for the built-in model, or set an absolute folder or a Hugging Face id (owner/name)",
    });
  }
  const folder = hubId.folderIn(downloadFolder);
  if (hasFiles(folder)) {
    return readModelFolder(folder);
  }
  if (!allowDownloads) {
    throw new Failure("MODEL_MISSING", `model ${model} is not on this machine, and downloads are off`, {
      hint: "set `allow_model_download` to true in your settings, or set `model` to the absolute path of a model folder",
    });
  }
  await fetchHubModel(hubId, folder);
  return readModelFolder(folder);
}

function hasFiles(folder: string): boolean {
  try {
    return readdirSync(folder).length > 0;
  } catch {
    return false;
  }
}
