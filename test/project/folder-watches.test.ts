// Watches on folders that the system refuses: which refusal ends the watching of the project, and what its reason says.
import { it as always, expect, vi } from "vitest";
import { type Disk, localDisk, type Stamp, type WatchListener } from "../../src/project/disk.ts";
import { FolderWatches } from "../../src/project/folder-watches.ts";
import { WATCHING } from "../../src/system/platform/watching.ts";

// Elsewhere no folder is watched.
const it = always.runIf(WATCHING.support().ok);

const STAMP: Stamp = { kind: "folder", size: 0, mtimeMs: 0, ctimeMs: 0, inode: 1, device: 1, links: 1 };
const error = (code: string): Error => Object.assign(new Error(`${code}: injected`), { code });

/** Watches on a disk that does what `watch` does, of a local file system unless another type is named. */
function watches(watch: Disk["watch"], { foldersMax = 10, type = 0xef53 } = {}) {
  const marked: string[] = [];
  const reasons: string[] = [];
  const disk: Disk = { ...localDisk, watch, fileSystemType: () => type };
  const folders = new FolderWatches({
    disk,
    absolute: (path) => `/project/${path}`,
    foldersMax,
    mark: (path) => void marked.push(path),
    giveUp: (reason) => void reasons.push(reason),
  });
  return { folders, marked, reasons };
}

const refuse = (code: string) => (): never => {
  throw error(code);
};

it.each([
  ["ENOSPC", "raise fs.inotify.max_user_watches"],
  ["EMFILE", "raise fs.inotify.max_user_instances"],
  ["EIO", "EIO"],
])("%s: the project is not watched, and the reason says why", (code, reason) => {
  const { folders, marked, reasons } = watches(refuse(code));
  expect(folders.follow("src", STAMP)).toBe(false);
  expect(reasons).toEqual([expect.stringContaining(reason)]);
  expect([marked, folders.count]).toEqual([[], 0]);
});

it.each(["ENOENT", "EACCES", "EPERM", "ELOOP"])("%s: the folder itself is looked at again", (code) => {
  const { folders, marked, reasons } = watches(refuse(code));
  expect(folders.follow("src", STAMP)).toBe(false);
  expect([marked, reasons]).toEqual([["src"], []]);
});

it("a limit that is reached in the middle leaves nothing watched once the project gives up", () => {
  const close = vi.fn();
  const { folders, reasons } = watches(() => ({ close }), { foldersMax: 2 });
  for (const inode of [1, 2, 3]) folders.follow(`folder${inode}`, { ...STAMP, inode });
  expect(reasons).toEqual([expect.stringContaining("more than 2 folders")]);
  folders.close();
  expect(close).toHaveBeenCalledTimes(2);
});

it("a watch that fails after its start ends the watching", () => {
  let listener: WatchListener | undefined;
  const { folders, reasons } = watches((_, given) => {
    listener = given;
    return { close: () => undefined };
  });
  expect(folders.follow("src", STAMP)).toBe(true);
  listener?.failed(error("EPERM"));
  expect(reasons).toHaveLength(1);
});

it("a file system that other machines change is not watched", () => {
  const { folders, reasons } = watches(() => ({ close: () => undefined }), { type: 0x6969 });
  expect(folders.follow("src", STAMP)).toBe(false);
  expect(reasons).toEqual([expect.stringContaining("0x6969")]);
});
