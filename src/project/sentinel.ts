// Proof that events arrive: a byte is written to a nameless file of our own, and its event waited for. The kernel keeps the
// order of events among all that one process watches, so once this one is here, all earlier ones are. Knows no project.

import { randomUUID } from "node:crypto";
import { closeSync, openSync, unlinkSync, writeSync } from "node:fs";
import { join } from "node:path";
import { makeFolder } from "../system/make-folder.ts";
import type { Disk } from "./disk.ts";

export interface Sentinel {
  /**
   * Whether a write made now was seen in time. One call at a time. Throws what the system says where the file cannot be
   * made or watched.
   */
  seen(): Promise<boolean>;
  close(): void;
}

/** Longest wait, in milliseconds; an idle process sees its own write within 0.1. */
const SEEN_WITHIN_MS = 20;
const BYTE = Buffer.from(".");

interface Post {
  readonly descriptor: number;
  readonly watching: { close(): void };
  told: () => void;
}

export function openSentinel(folder: string, disk: Disk): Sentinel {
  let post: Post | null = null;

  /** Late events of a file that was given up on reach nobody, so none is taken for a later write's. */
  function dismiss(): void {
    post?.watching.close();
    if (post !== null) closeSync(post.descriptor);
    post = null;
  }

  return {
    async seen() {
      post ??= makePost(folder, disk);
      const inTime = await writeAndWait(post);
      if (!inTime) dismiss();
      return inTime;
    },
    close: dismiss,
  };
}

/** The file has no name, so that nothing is left of it however the process ends. */
function makePost(folder: string, disk: Disk): Post {
  makeFolder(folder, 0o700);
  const path = join(folder, `.watching-${randomUUID()}`);
  const descriptor = openSync(path, "wx", 0o600);
  try {
    unlinkSync(path);
    const hearing = { event: () => post.told(), failed: () => undefined };
    const watching = disk.watch(`/proc/self/fd/${descriptor}`, hearing);
    const post: Post = { descriptor, watching, told: () => undefined };
    return post;
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
}

function writeAndWait(post: Post): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (inTime: boolean) => {
      clearTimeout(timer);
      post.told = () => undefined;
      resolve(inTime);
    };
    // Timers come before events in a turn: after one that came late, what has arrived meanwhile is still taken.
    const timer = setTimeout(() => setImmediate(() => end(false)), SEEN_WITHIN_MS);
    post.told = () => end(true);
    try {
      writeSync(post.descriptor, BYTE, 0, 1, 0);
    } catch {
      // A full disk, or one that failed: nothing is proved, and the caller looks for itself.
      end(false);
    }
  });
}
