// Proof that events arrive: writes a byte to a nameless file of its own and waits for the event. The kernel keeps the order
// of all events that one process watches, so once this event is here, all earlier ones are.

import { randomUUID } from "node:crypto";
import { closeSync, openSync, unlinkSync, writeSync } from "node:fs";
import { join } from "node:path";
import { makeFolder } from "../system/make-folder.ts";
import { descriptorPath } from "../system/platform/open-folder.ts";
import { PRIVATE_MODES } from "../system/platform/permissions.ts";
import type { Disk } from "./disk.ts";

export interface Sentinel {
  /**
   * Whether the event of a write made now arrived in time. One call at a time. Throws the system's error if the file cannot be
   * made or watched.
   */
  seen(): Promise<boolean>;
  close(): void;
}

/** Longest wait, in milliseconds; an idle process receives the event of its own write within 0.1. */
const SEEN_WITHIN_MS = 20;
const BYTE = Buffer.from(".");

interface Post {
  readonly descriptor: number;
  readonly watching: { close(): void };
  onEvent: () => void;
}

export function openSentinel(folder: string, disk: Disk): Sentinel {
  let post: Post | null = null;

  /** Late events of an abandoned file are dropped, so that none is taken for the event of a later write. */
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

/** The file has no name, so nothing is left of it however the process ends. */
function makePost(folder: string, disk: Disk): Post {
  makeFolder(folder, PRIVATE_MODES.folder);
  const path = join(folder, `.watching-${randomUUID()}`);
  const descriptor = openSync(path, "wx", PRIVATE_MODES.file);
  try {
    unlinkSync(path);
    const listener = { event: () => post.onEvent(), failed: () => undefined };
    const watching = disk.watch(descriptorPath(descriptor), listener);
    const post: Post = { descriptor, watching, onEvent: () => undefined };
    return post;
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
}

const writeAndWait = (post: Post): Promise<boolean> =>
  new Promise((resolve) => {
    const end = (inTime: boolean) => {
      clearTimeout(timer);
      post.onEvent = () => undefined;
      resolve(inTime);
    };
    // The event loop runs timers before events: after a timer that fired late, events that have arrived since still count.
    const timer = setTimeout(() => setImmediate(() => end(false)), SEEN_WITHIN_MS);
    post.onEvent = () => end(true);
    try {
      writeSync(post.descriptor, BYTE, 0, 1, 0);
    } catch {
      // The disk is full or failed: nothing is proved, and the caller looks itself.
      end(false);
    }
  });
