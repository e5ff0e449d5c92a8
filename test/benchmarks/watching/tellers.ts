// The ways to have changes told, behind one function: one watch a folder, and the two libraries that offer whole trees.
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { localDisk } from "../../../src/project/disk.ts";
import { openCorpus } from "../../../src/project/open-corpus.ts";
import { DEFAULT_RULES } from "../../support/default-rules.ts";

export const TELLERS = ["folders", "parcel", "chokidar"] as const;
export type TellerName = (typeof TELLERS)[number];

export interface Teller {
  /** What it said of trouble; null where it said nothing. */
  error(): string | null;
  close(): Promise<void> | void;
}

interface Parcel {
  subscribe(
    root: string,
    told: (error: Error | null, events: readonly { path: string }[]) => void,
    options: object,
  ): Promise<{ unsubscribe(): Promise<void> }>;
}
interface Chokidar {
  watch(
    root: string,
    options: object,
  ): { on(event: string, listener: (...told: never[]) => void): void; close(): Promise<void> };
}

const IGNORED = /\/(?:node_modules|\.git)(?:\/|$)/;

/** Watches the project; `tell` gets absolute paths. `modules`: the folder whose node_modules hold the libraries. */
export async function openTeller(
  name: TellerName,
  root: string,
  modules: string,
  tell: (path: string) => void,
): Promise<Teller> {
  let error: string | null = null;
  const fail = (cause: Error | null) => {
    error = cause?.message ?? error;
  };
  if (name === "folders") {
    const watches = (await foldersOf(root)).map((folder) =>
      localDisk.watch(folder, { event: (entry) => tell(join(folder, entry ?? "")), failed: fail }),
    );
    const close = () => {
      for (const watching of watches) watching.close();
    };
    return { error: () => error, close };
  }
  const load = async (library: string) =>
    (await import(pathToFileURL(createRequire(join(modules, "package.json")).resolve(library)).href)) as unknown;
  if (name === "parcel") {
    const { default: parcel } = (await load("@parcel/watcher")) as { default: Parcel };
    const options = { ignore: ["**/.git/**", "**/node_modules/**"] };
    const told = (cause: Error | null, events: readonly { path: string }[]) => {
      if (cause !== null) fail(cause);
      else for (const { path } of events) tell(path);
    };
    const subscription = await parcel.subscribe(root, told, options);
    return { error: () => error, close: () => subscription.unsubscribe() };
  }
  const { watch } = (await load("chokidar")) as Chokidar;
  const watcher = watch(root, { ignored: (path: string) => IGNORED.test(path), ignoreInitial: true });
  watcher.on("all", (_event: never, path: never) => tell(path));
  watcher.on("error", (cause: never) => fail(cause));
  await new Promise<void>((ready) => watcher.on("ready", ready));
  return { error: () => error, close: () => watcher.close() };
}

/** The folders that hold admitted files, and those above them. */
async function foldersOf(root: string): Promise<readonly string[]> {
  const { files } = await openCorpus({ root, rules: DEFAULT_RULES }).refresh();
  const folders = new Set([""]);
  for (const path of files.keys()) {
    for (let at = path.lastIndexOf("/"); at > 0; at = path.lastIndexOf("/", at - 1)) folders.add(path.slice(0, at));
  }
  return [...folders].map((folder) => join(root, folder));
}
