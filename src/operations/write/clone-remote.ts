// A repository of another machine as a project: cloned into the cache, and removed when its report is written, unless it shall stay.
import { existsSync, renameSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { cloneRepository } from "../../system/clone-repository.ts";
import { makeFolder } from "../../system/make-folder.ts";
import { BUSY_FILES } from "../../system/platform/busy-files.ts";
import { sha256Of } from "../../system/sha256.ts";
import { renderBytes } from "../../vocabulary/shown-text.ts";
import type { OperationContext } from "../contract/operation.ts";

const BYTES_MAX = 1024 ** 3;
const TIME_MS_MAX = 300_000;

export interface Clone {
  readonly root: string;
  remove(): Promise<void>;
}

/** That of an earlier run, if it was left. Throws what `cloneRepository` throws. */
export async function cloneRemote(url: string, { services, signal, onProgress }: OperationContext): Promise<Clone> {
  const folder = join(services.settings.cacheFolder, "clones");
  const name = /([\w.-]+?)(?:\.git)?\/*$/.exec(url)?.[1] ?? "repository";
  const root = join(folder, `${name}-${sha256Of(url, 12)}`);
  if (!existsSync(root)) {
    makeFolder(folder);
    const part = `${root}.${process.pid}.part`;
    await rm(part, { recursive: true, force: true });
    await cloneRepository({
      url,
      folder: part,
      bytesMax: BYTES_MAX,
      timeMsMax: TIME_MS_MAX,
      signal,
      onProgress: (bytes) => onProgress({ message: `cloning, ${renderBytes(bytes)}`, done: 0, total: 0 }),
    });
    // A run that is killed before leaves no half clone under this name.
    BUSY_FILES.retriedNow(() => renameSync(part, root));
  }
  return { root, remove: () => rm(root, { recursive: true, force: true }) };
}
