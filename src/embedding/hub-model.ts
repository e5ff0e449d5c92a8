// Downloads a model from a hub, only with the caller's permission: the one place where the program may use the network for a
// model. A download becomes an ordinary model folder, complete or absent.

import { createWriteStream } from "node:fs";
import { access, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { makeFolder } from "../system/make-folder.ts";
import { BUSY_FILES } from "../system/platform/busy-files.ts";
import { codeOf, Failure, messageOf, throwIfCancelled } from "../vocabulary/failure.ts";
import { OPTIONAL, REQUIRED } from "./custom-model.ts";

export interface HubId {
  readonly repository: string;
  readonly revision: string;
  folderIn(downloads: string): string;
}

const FILES = [...REQUIRED, "onnx/model_quantized.onnx"];
const FILE_BYTES_MAX = 2_000_000_000;

/** `owner/name` or `owner/name@revision`; undefined for anything else. */
export function parseHubId(text: string): HubId | undefined {
  const match = /^([\w-][\w.-]{0,95}\/[\w-][\w.-]{0,95})(?:@([\w-][\w.-]{0,95}))?$/.exec(text);
  const repository = match?.[1];
  if (repository === undefined) {
    return undefined;
  }
  const revision = match?.[2] ?? "main";
  return {
    repository,
    revision,
    folderIn: (downloads) => join(downloads, `${repository.replace("/", "--")}@${revision}`),
  };
}

/**
 * Downloads into a folder beside the target, which is moved into place when it is complete. `hub` is the hub's address. Later
 * starts read the folder and use no network.
 */
export async function fetchHubModel(
  id: HubId,
  folder: string,
  { hub = "https://huggingface.co", signal }: { readonly hub?: string; readonly signal?: AbortSignal } = {},
): Promise<void> {
  throwIfCancelled(signal);
  const partial = `${folder}.${process.pid}.partial`;
  try {
    await rm(partial, { recursive: true, force: true });
    for (const file of [...FILES, ...OPTIONAL]) {
      const url = `${hub}/${id.repository}/resolve/${encodeURIComponent(id.revision)}/${file}`;
      await fetchFile(url, join(partial, ...file.split("/")), OPTIONAL.includes(file), signal);
    }
    await putInPlace(partial, folder);
  } catch (cause) {
    await rm(partial, { recursive: true, force: true });
    throwIfCancelled(signal);
    const reason = messageOf(cause);
    throw new Failure("MODEL_MISSING", `model ${id.repository}@${id.revision} could not be downloaded: ${reason}`, {
      hint: "check the id and the network, or download the files yourself and set `model` to their folder",
      cause,
    });
  }
}

/** If another process was faster, its copy stays. */
async function putInPlace(partial: string, folder: string): Promise<void> {
  try {
    await BUSY_FILES.retried(() => rename(partial, folder));
  } catch (error) {
    if (!["ENOTEMPTY", "EEXIST", "EPERM"].includes(codeOf(error))) {
      throw error;
    }
    await access(join(folder, "config.json"));
    await rm(partial, { recursive: true, force: true });
  }
}

async function fetchFile(url: string, file: string, optional: boolean, signal: AbortSignal | undefined): Promise<void> {
  const response = await fetch(url, signal === undefined ? {} : { signal });
  if (optional && response.status === 404) {
    return;
  }
  if (!response.ok || response.body === null) {
    throw new Error(`${url} answered ${response.status}`);
  }
  makeFolder(dirname(file));
  let bytes = 0;
  await pipeline(
    Readable.fromWeb(response.body),
    async function* (chunks: AsyncIterable<Uint8Array>) {
      for await (const chunk of chunks) {
        bytes += chunk.length;
        if (bytes > FILE_BYTES_MAX) {
          throw new Error(`${url} is larger than ${FILE_BYTES_MAX} bytes`);
        }
        yield chunk;
      }
    },
    createWriteStream(file, { flags: "wx" }),
  );
}
