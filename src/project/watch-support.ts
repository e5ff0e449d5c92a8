// Why a folder cannot be watched here, for people to read.
import { WATCHING } from "../system/platform/watching.ts";
import { codeOf } from "../vocabulary/failure.ts";
import type { Disk } from "./disk.ts";
import { reasonOf } from "./problems.ts";

/** Why a folder's file system cannot be watched; null if it can. */
export function remoteReason(path: string, disk: Disk): string | null {
  const type = disk.fileSystemType(path);
  if (WATCHING.isLocal(type)) return null;
  return `the file system (type 0x${(type >>> 0).toString(16)}) of ${path} may be changed from other machines`;
}

/** Why the system refused a watch, and which limit to raise if that is the cause. */
export function limitReason(error: unknown): string {
  const limit = WATCHING.limitReached(codeOf(error));
  return limit === null ? reasonOf(error) : `the system's limit of watches is reached: raise ${limit}`;
}
