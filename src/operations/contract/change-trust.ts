// Adds folders to those that clients may name, removes them, and lists them with the reason of each.
import { realpathSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { isInside } from "../../project/disk.ts";
import { detectRoot, homeFolders } from "../../project/root.ts";
import { Failure } from "../../vocabulary/failure.ts";
import { type Author, currentUser, type FolderTrust, readTrust, recordTrust, type TrustEntry } from "./folder-trust.ts";

/** What decides, besides the list itself. */
export interface TrustScene {
  readonly dataFolder: string;
  /** The setting `allowed_projects`, and where it is set. */
  readonly allowedProjects: readonly string[];
  readonly settingFrom: string;
  readonly cwd: string;
  /** The client from whose shell the command was run, if that is known. */
  readonly client: string | null;
}

/** A folder that a client may name, and why. */
export interface AllowedFolder {
  readonly folder: string;
  /** Whether folders below it may be named, too. */
  readonly below: boolean;
  readonly why: "setting" | "trusted" | "indexed";
  /** When it was added; null of a setting. */
  readonly at: string | null;
  readonly by: Author | null;
  /** Where the setting is; null otherwise. */
  readonly from: string | null;
  /** Folders below it that were removed. */
  readonly except: readonly string[];
}

export interface Removal {
  readonly folder: string;
  /** False where nothing but a setting allowed it. */
  readonly isRemoved: boolean;
  /** The entries that ended, also of folders below. */
  readonly ended: readonly { readonly folder: string; readonly why: "trusted" | "indexed" }[];
  /** Folders of the setting that still let clients name this one, or one below it. */
  readonly stillAllowed: readonly { readonly folder: string; readonly from: string }[];
}

/** Answers the folder's real path, and whether that changed anything. Throws PROJECT_NOT_FOUND, PROJECT_TOO_BROAD, STORAGE_UNAVAILABLE. */
export async function addTrust(named: string, scene: TrustScene): Promise<{ folder: string; isNew: boolean }> {
  const folder = detectRoot({ argument: named, cwd: scene.cwd, homes: homeFolders(), fileNames: [] });
  const { entries } = await readTrust(scene.dataFolder);
  const isThere = entries.some(({ kind, root }) => kind === "trusted" && root === folder);
  const isNew = !isThere || entries.some(({ kind, root }) => kind === "removed" && isInside(folder, root));
  if (isNew) {
    await recordTrust(scene.dataFolder, entryNow(folder, "trusted", scene.client));
  }
  return { folder, isNew };
}

/** The folder need not be there any more. Throws NOT_FOUND where nothing lets clients name it, and STORAGE_UNAVAILABLE. */
export async function removeTrust(named: string, scene: TrustScene): Promise<Removal> {
  const trust = await readTrust(scene.dataFolder);
  const folder = listedPath(resolve(scene.cwd, named), trust);
  const ended = trust.entries.flatMap(({ kind, root }) =>
    kind !== "removed" && isInside(folder, root) ? [{ folder: root, why: kind }] : [],
  );
  const isRemoved = ended.length > 0 || trust.allows(folder);
  const stillAllowed = scene.allowedProjects.filter((one) => areRelated(settledPath(one), folder));
  if (!isRemoved && stillAllowed.length === 0) {
    throw new Failure("NOT_FOUND", `clients may name neither ${folder} nor a folder below it`, {
      hint: "`context-broker trust list` shows what they may name; a client always reaches the folders that it works in",
    });
  }
  if (isRemoved) {
    await recordTrust(scene.dataFolder, entryNow(folder, "removed", scene.client));
  }
  return {
    folder,
    isRemoved,
    ended,
    stillAllowed: stillAllowed.map((one) => ({ folder: one, from: scene.settingFrom })),
  };
}

/** All that clients may name besides the folders that they work in. Throws STORAGE_UNAVAILABLE. */
export async function allowedFolders({
  dataFolder,
  allowedProjects,
  settingFrom,
}: TrustScene): Promise<AllowedFolder[]> {
  const { entries } = await readTrust(dataFolder);
  const bySetting = allowedProjects.map(
    (folder): AllowedFolder => ({
      folder,
      below: true,
      why: "setting",
      at: null,
      by: null,
      from: settingFrom,
      except: [],
    }),
  );
  const removed = entries.filter(({ kind }) => kind === "removed").map(({ root }) => root);
  const byCommand = entries.flatMap(({ root, kind, at, by }): AllowedFolder[] => {
    if (kind === "removed") {
      return [];
    }
    const below = kind === "trusted";
    const except = below ? removed.filter((one) => isInside(root, one)) : [];
    return [{ folder: root, below, why: kind, at, by, from: null, except }];
  });
  return [...bySetting, ...byCommand];
}

function entryNow(root: string, kind: "trusted" | "removed", client: string | null): TrustEntry {
  const command = kind === "trusted" ? "trust add" : "trust remove";
  return { root, kind, at: new Date().toISOString(), by: { user: currentUser(), command, client } };
}

const areRelated = (one: string, other: string): boolean => isInside(one, other) || isInside(other, one);

/** As the list has the folder: as it was given where that is listed, else by its real path. */
function listedPath(path: string, { entries }: FolderTrust): string {
  return entries.some(({ kind, root }) => kind !== "removed" && root === path) ? path : settledPath(path);
}

/** The real path; of what is gone, the real path of the nearest folder above that is there, and the rest as it is. */
function settledPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return dirname(path) === path ? path : join(settledPath(dirname(path)), basename(path));
  }
}
