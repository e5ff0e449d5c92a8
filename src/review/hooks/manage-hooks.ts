// Installs, removes and shows the hooks. A hook that was there before is kept, byte for byte, and comes back when this one is removed.

import { existsSync, readFileSync } from "node:fs";
import { rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { makeFolder } from "../../system/make-folder.ts";
import { writeNamedFile } from "../../system/named-file.ts";
import { BUSY_FILES } from "../../system/platform/busy-files.ts";
import { PERMISSIONS } from "../../system/platform/permissions.ts";
import { codeOf, Failure, systemReason } from "../../vocabulary/failure.ts";
import { earlierName, type HookName, hookBlock, hookFile, isOwn, type Launch, withoutBlock } from "./hook-script.ts";
import type { HooksFolder } from "./hooks-folder.ts";

export interface HookState {
  readonly hook: HookName;
  /** Absolute. */
  readonly file: string;
  readonly state: "installed" | "not installed";
  /** A hook of another origin that runs there, too, or instead. */
  readonly other: string | null;
}

const EXECUTABLE = 0o755;
const textOf = (file: string): string | null => (existsSync(file) ? readFileSync(file, "utf8") : null);

export function stateOf({ folder, form }: HooksFolder, hook: HookName): HookState {
  const file = join(folder, hook);
  const text = textOf(file);
  const earlier = join(folder, earlierName(hook));
  const isInstalled = text !== null && isOwn(text);
  const isOther = form === "block" ? text !== null && withoutBlock(text).trim() !== "" : text !== null && !isInstalled;
  const other = isOther ? file : isInstalled && existsSync(earlier) ? earlier : null;
  return { hook, file, state: isInstalled ? "installed" : "not installed", other };
}

/**
 * Installs the hook, or brings an installed one up to date. `here`: how this machine starts the program; a hook that is committed with
 * the project takes it from the PATH. Throws ALREADY_EXISTS where an earlier hook cannot be kept, STORAGE_UNAVAILABLE where the system
 * refuses; then the hooks are as they were.
 */
export const installHook = (
  place: HooksFolder,
  hook: HookName,
  here: Launch,
  write: WriteHook = writeHook,
): Promise<HookState> => inWords(place, () => install(place, hook, here, write));

type WriteHook = (file: string, text: string, mode: number) => Promise<void>;

async function install(place: HooksFolder, hook: HookName, here: Launch, write: WriteHook): Promise<HookState> {
  const { folder, form, isShared } = place;
  const launch = isShared ? "path" : here;
  const file = join(folder, hook);
  const text = textOf(file);
  makeFolder(folder);
  if (form === "block") {
    const others = text === null ? "" : withoutBlock(text);
    const gap = others === "" || others.endsWith("\n") ? "" : "\n";
    await write(file, `${others}${gap}${hookBlock(hook, launch)}`, await modeOf(file));
    return stateOf(place, hook);
  }
  if (text !== null && !isOwn(text)) {
    const earlier = join(folder, earlierName(hook));
    if (existsSync(earlier)) {
      throw new Failure(
        "ALREADY_EXISTS",
        `${earlier} is kept from an earlier installation, and ${hook} was replaced since`,
        {
          hint: "join the two files into one, remove the other, and install again",
        },
      );
    }
    await BUSY_FILES.retried(() => rename(file, earlier));
    await write(file, hookFile(hook, launch), EXECUTABLE).catch(async (error: unknown) => {
      await BUSY_FILES.retried(() => rename(earlier, file));
      throw error;
    });
    return stateOf(place, hook);
  }
  await write(file, hookFile(hook, launch), EXECUTABLE);
  return stateOf(place, hook);
}

/**
 * Removes what was installed; a hook that was there before takes its place again. False if nothing was installed. Throws STORAGE_UNAVAILABLE
 * where the system refuses.
 */
export const uninstallHook = (place: HooksFolder, hook: HookName): Promise<boolean> =>
  inWords(place, () => uninstall(place, hook));

async function uninstall({ folder, form }: HooksFolder, hook: HookName): Promise<boolean> {
  const file = join(folder, hook);
  const text = textOf(file);
  if (text === null || !isOwn(text)) {
    return false;
  }
  if (form === "block") {
    const others = withoutBlock(text);
    await (others.trim() === "" ? rm(file) : writeHook(file, others, await modeOf(file)));
    return true;
  }
  const earlier = join(folder, earlierName(hook));
  await BUSY_FILES.retried(() => (existsSync(earlier) ? rename(earlier, file) : rm(file)));
  return true;
}

const modeOf = async (file: string): Promise<number> =>
  existsSync(file) ? (await stat(file)).mode & 0o777 : EXECUTABLE;

async function inWords<Result>({ folder }: HooksFolder, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof Failure || codeOf(error) === ""
      ? error
      : new Failure("STORAGE_UNAVAILABLE", `the hooks in ${folder} cannot be changed: ${systemReason(error)}`, {
          hint: "make the folder and its files writable for this user, or free some disk space; then run the command again",
          cause: error,
        });
  }
}

async function writeHook(file: string, text: string, mode: number): Promise<void> {
  await writeNamedFile(file, text, { mode });
  // The process's mask may have taken bits away.
  await PERMISSIONS.set(file, mode);
}
