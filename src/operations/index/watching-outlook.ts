// What `doctor` says of watching: whether the system can report changes to a server on this machine, and within which limits.
import { localDisk } from "../../project/disk.ts";
import { remoteReason } from "../../project/watch-support.ts";
import { WATCHING } from "../../system/platform/watching.ts";

export interface WatchingOutlook {
  readonly possible: boolean;
  readonly detail: string;
}

/** `folder`: an existing one, on the file system in question. Throws what the system says where it cannot be looked at. */
export function watchingOutlook(folder: string): WatchingOutlook {
  const support = WATCHING.support();
  const reason = support.ok ? remoteReason(folder, localDisk) : support.reason;
  if (!support.ok || reason !== null) return { possible: false, detail: reason ?? "" };
  const { foldersMax, queueLength } = support;
  const detail = `up to ${foldersMax} folders a project, ${queueLength} changes at once`;
  return { possible: true, detail };
}
