// A project of real files with a store beside it, for one test.
import { createHash } from "node:crypto";
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import type { ChangeSet, FileChange, TextEdit } from "../../../src/edits/change-set.ts";
import {
  EDITS_FOLDER,
  type EditStore,
  type EditStoreOptions,
  openEditStore,
} from "../../../src/edits/store/edit-store.ts";
import { decodeText } from "../../../src/project/decode.ts";
import { withSlashes } from "../../../src/system/platform/below.ts";
import { isPosix } from "../../support/this-system.ts";

export interface StoreScene {
  readonly base: string;
  readonly root: string;
  /** The store's folder. */
  readonly folder: string;
  readonly store: EditStore;
  path(path: string): string;
  write(path: string, content: string | Buffer, mode?: number): void;
  read(path: string): Buffer;
  reopen(options?: Partial<EditStoreOptions>): Promise<EditStore>;
  /** Content, permissions and links of everything in the project, folders included. */
  tree(): Record<string, string>;
  /** An edit that replaces the first occurrence of a text. */
  replace(path: string, old: string, by: string): FileChange;
}

export async function openScene(files: Readonly<Record<string, string | Buffer>> = {}): Promise<StoreScene> {
  const base = realpathSync.native(mkdtempSync(join(tmpdir(), "edit-store-")));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  const root = join(base, "project");
  const folder = join(base, "home", "project", EDITS_FOLDER);
  mkdirSync(root);
  const path = (one: string): string => join(root, one);
  const write = (one: string, content: string | Buffer, mode = 0o644): void => {
    mkdirSync(dirname(path(one)), { recursive: true });
    writeFileSync(path(one), content);
    chmodSync(path(one), mode);
  };
  for (const [one, content] of Object.entries(files)) write(one, content);
  const reopen = (options: Partial<EditStoreOptions> = {}) => openEditStore({ folder, root, ...options });
  return {
    base,
    root,
    folder,
    store: await reopen(),
    path,
    write,
    read: (one) => readFileSync(path(one)),
    reopen,
    tree: () => treeOf(root),
    replace(one, old, by) {
      const bytes = readFileSync(path(one));
      const start = decodeText(bytes).text.indexOf(old);
      if (start < 0) throw new Error(`${one} does not contain ${old}`);
      return {
        kind: "edit",
        path: one,
        contentHash: hashOf(bytes),
        edits: [{ start, end: start + old.length, text: by }],
      };
    },
  };
}

export const hashOf = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("hex");

export function changeSet(changes: readonly FileChange[], intent = "an edit"): ChangeSet {
  return { intent, changes, left: [], symbols: [] };
}

/** An entry of `tree`: Windows has no permission bits. */
export const entryOf = (mode: string, content: string): string => `${isPosix ? mode : "-"} ${content}`;

export function treeOf(root: string): Record<string, string> {
  const entries = readdirSync(root, { recursive: true, encoding: "utf8" }).sort();
  return Object.fromEntries(
    entries.map((path) => {
      const stats = lstatSync(join(root, path));
      const content = stats.isFile()
        ? readFileSync(join(root, path)).toString("base64")
        : stats.isDirectory()
          ? "folder"
          : "link";
      return [withSlashes(path), entryOf((stats.mode & 0o7777).toString(8), content)];
    }),
  );
}

/** The text with edits made, as a string operation. */
export function splice(text: string, edits: readonly TextEdit[]): string {
  return [...edits]
    .reverse()
    .reduce((now, { start, end, text: by }) => now.slice(0, start) + by + now.slice(end), text);
}

/** Stages the change in a session of its own; answers the session's id. */
export async function stageNew(store: EditStore, change: ChangeSet): Promise<string> {
  const outcome = await store.stage(null, change);
  if (outcome.kind === "refused") throw new Error(`refused: ${JSON.stringify(outcome.refusals)}`);
  return outcome.session.id;
}
