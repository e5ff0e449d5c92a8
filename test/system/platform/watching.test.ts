// Whether folders can be watched, by the limits of a kernel as they are, absent or strange; and the systems that are not watched.
import { expect, it } from "vitest";
import { linuxWatching, unorderedWatching } from "../../../src/system/platform/watching.ts";

const limits = (files: Readonly<Record<string, string>>) =>
  linuxWatching((path) => {
    const text = files[path.replace("/proc/sys/fs/inotify/", "")];
    if (text === undefined) throw Object.assign(new Error("ENOENT"), { code: "ENOENT" });
    return text;
  });

it("Linux: a fifth of the user's watches, and the whole queue", () => {
  const { support } = limits({ max_user_watches: "1000\n", max_queued_events: "16384\n" });
  expect(support()).toEqual({ ok: true, foldersMax: 200, queueLength: 16_384 });
});

it.each([
  ["hidden", {}],
  ["half there", { max_user_watches: "1000" }],
  ["no numbers", { max_user_watches: "many", max_queued_events: "16384" }],
  ["zero", { max_user_watches: "0", max_queued_events: "16384" }],
])("Linux: nothing is watched where the limits are %s", (_, files) => {
  expect(limits(files).support()).toMatchObject({ ok: false, reason: expect.stringContaining("limits on watching") });
});

it("Linux: names the limit to raise, and only where one was reached", () => {
  const { limitReached, isLocal } = limits({});
  expect(limitReached("ENOSPC")).toBe("fs.inotify.max_user_watches");
  expect(limitReached("EMFILE")).toBe("fs.inotify.max_user_instances");
  expect(limitReached("EACCES")).toBeNull();
  // ext4, then NFS; a type may come as a negative number.
  expect([isLocal(0xef53), isLocal(0x6969), isLocal(0xf2f52010 | 0)]).toEqual([true, false, true]);
});

it.each(["darwin", "win32", "freebsd"])("%s: no order of events, so nothing is proved by them", (system) => {
  const { support, limitReached, isLocal } = unorderedWatching(system);
  expect(support()).toMatchObject({ ok: false, reason: expect.stringContaining(`on ${system} the order`) });
  expect([limitReached("ENOSPC"), isLocal(0xef53)]).toEqual([null, false]);
});
