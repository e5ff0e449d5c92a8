// Properties of watching: whatever happens to the project and to the watching itself, a refresh answers the corpus that a
// walk from nothing would. Real events of the real system; faults are put between it and the watcher.
import {
  appendFileSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import type { Corpus, CorpusSource, WatchStatus } from "../../src/project/corpus.ts";
import { type Disk, localDisk, type WatchListener } from "../../src/project/disk.ts";
import { openCorpus } from "../../src/project/open-corpus.ts";
import { WATCHING, type WatchSupport } from "../../src/system/platform/watching.ts";
import { DEFAULT_RULES } from "../support/default-rules.ts";
import { propertySeeds } from "../support/property-runs.ts";
import { seededRandom } from "../support/random.ts";
import { pick, writeText } from "./generated-tree.ts";
import { attempt, editsOf, FOLDERS, outside } from "./random-edits.ts";

let root: string;
let scratch: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "watched-")));
  scratch = mkdtempSync(join(tmpdir(), "scratch-"));
});
afterEach(() => {
  for (const folder of [root, outside(root), scratch]) rmSync(folder, { recursive: true, force: true });
});

const { edits, git } = editsOf(() => root);

/** No edit touches it: it is looked at only where everything is. */
const REMOTE = "remote/corner/file.txt";

interface Watched {
  readonly source: CorpusSource;
  /** Whether everything was looked at since this was last asked. */
  lookedAtAll(): boolean;
}

function openWatched(disk: Disk = localDisk, support: WatchSupport = WATCHING.support()): Watched {
  writeText(join(root, REMOTE), "one\n");
  let all = false;
  const observed: Disk = {
    ...disk,
    stamp: (path) => {
      if (path === join(root, REMOTE)) all = true;
      return disk.stamp(path);
    },
  };
  const source = openCorpus({ root, rules: DEFAULT_RULES, disk: observed, watch: { scratch, support } });
  onTestFinished(() => source.close());
  const lookedAtAll = () => {
    const was = all;
    all = false;
    return was;
  };
  return { source, lookedAtAll };
}

async function untilLive({ source, lookedAtAll }: Watched): Promise<void> {
  await source.refresh();
  await vi.waitFor(() => expect(source.watchStatus().state).toBe("live"), { timeout: 20_000 });
  lookedAtAll();
}

/** Refreshes, reads every admitted file, and refreshes again, so that content classes show. */
async function settle(source: CorpusSource): Promise<Corpus> {
  await Promise.all([...(await source.refresh()).files.keys()].map((path) => source.read(path)));
  return source.refresh();
}

const readable = ({ files, excluded, problems }: Corpus) => ({ files: [...files.values()], excluded, problems });

/**
 * The very next refresh is as a walk from nothing: without the files that only reading rules out, or with some of them.
 * Answers whether that took a look at everything.
 */
async function expectFresh({ source, lookedAtAll }: Watched, why: string): Promise<boolean> {
  lookedAtAll();
  const now = await source.refresh();
  const all = lookedAtAll();
  const walked = openCorpus({ root, rules: DEFAULT_RULES });
  const admitted = await walked.refresh();
  for (const file of now.files.values()) expect(admitted.files.get(file.path), why).toEqual(file);
  const searched = await settle(walked);
  for (const file of searched.files.values()) expect(now.files.get(file.path), why).toEqual(file);
  expect(readable(await settle(source)), why).toEqual(readable(searched));
  return all;
}

/** Real events on their way through a queue; what comes while it is full is dropped, as the kernel does. */
function queued(length: number, delayMs: number): Disk {
  const queue: (() => void)[] = [];
  const drain = () => {
    for (const deliver of queue.splice(0)) deliver();
  };
  return {
    ...localDisk,
    watch(path, listener) {
      let closed = false;
      const watching = localDisk.watch(path, {
        ...listener,
        event: (name) => {
          if (queue.length === 0) delayMs === 0 ? setImmediate(drain) : setTimeout(drain, delayMs);
          if (queue.length < length) queue.push(() => closed || listener.event(name));
        },
      });
      return {
        close() {
          closed = true;
          watching.close();
        },
      };
    },
  };
}

/** Watching that breaks down at the so-manieth event. */
function breakingAt(count: number, breakDown: (listener: WatchListener) => void): Disk {
  let seen = 0;
  return {
    ...localDisk,
    watch: (path, listener) =>
      localDisk.watch(path, {
        ...listener,
        event: (name) => {
          seen += 1;
          if (seen === count) breakDown(listener);
          if (seen < count) listener.event(name);
        },
      }),
  };
}

/** The system allows so many watches. */
function allowing(count: number, code: string): Disk {
  let left = count;
  return {
    ...localDisk,
    watch(path, listener) {
      left -= 1;
      if (left < 0) throw Object.assign(new Error(`${code}: no more, watch`), { code });
      return localDisk.watch(path, listener);
    },
  };
}

const roomy: WatchSupport = { ok: true, foldersMax: 10_000, queueLength: 16_384 };
const SHORT_QUEUE = 150;

const WEATHERS: readonly { name: string; disk: () => Disk; support: WatchSupport; proves: boolean }[] = [
  { name: "nothing fails", disk: () => localDisk, support: roomy, proves: true },
  {
    name: "a short queue overflows now and then",
    disk: () => queued(SHORT_QUEUE, 0),
    support: { ...roomy, queueLength: SHORT_QUEUE },
    proves: true,
  },
  { name: "events come too late", disk: () => queued(10_000, 40), support: roomy, proves: false },
  { name: "events end without a word", disk: () => breakingAt(100, () => undefined), support: roomy, proves: true },
  {
    name: "watching fails midway",
    disk: () => breakingAt(100, ({ failed }) => failed(new Error("EIO: broken"))),
    support: roomy,
    proves: true,
  },
  { name: "the watches run out", disk: () => allowing(12, "ENOSPC"), support: roomy, proves: true },
];
const SEEDS = propertySeeds(2);
const STEPS = 15;

describe.each(WEATHERS)("random edits while $name", ({ disk, support, proves }) => {
  test.each(SEEDS)("the next refresh = a walk from nothing, seed %i", async (seed) => {
    const random = seededRandom(seed);
    git("init", "-q");
    const watched = openWatched(disk(), support);
    if (proves) await untilLive(watched);
    let proved = 0;
    for (let step = 0; step < STEPS; step++) {
      const chosen = Array.from({ length: 1 + Math.floor(random() * 3) }, () => pick(random, edits));
      for (const edit of chosen) attempt(() => edit(random));
      if (random() < 0.1)
        for (let file = 0; file < SHORT_QUEUE; file++) writeText(join(root, "lib", `${file}.ts`), "x\n");
      const why = `step ${step}: ${chosen.map(({ name }) => name).join(", ")}`;
      if (!(await expectFresh(watched, why))) proved += 1;
    }
    if (proves) expect(proved).toBeGreaterThan(0);
    else expect(proved).toBe(0);
  });
});

describe("what is told is looked at, and nothing else", () => {
  const write = (path: string, text = "two\n") => writeText(join(root, path), text);
  const commit = () => {
    git("add", "-A");
    git("commit", "-q", "-m", "all");
  };
  const CASES: readonly {
    name: string;
    before?: () => void;
    edit: () => void;
    shows: Readonly<Record<string, boolean>>;
    /** Rules of the whole project change. */
    all?: boolean;
  }[] = [
    { name: "nothing", edit: () => undefined, shows: {} },
    { name: "a new file", edit: () => write("src/new.ts"), shows: { "src/new.ts": true } },
    { name: "a deleted file", edit: () => rmSync(join(root, "src/a.ts")), shows: { "src/a.ts": false } },
    {
      name: "an atomic save",
      edit: () => {
        write("src/a.ts.tmp");
        renameSync(join(root, "src/a.ts.tmp"), join(root, "src/a.ts"));
      },
      shows: { "src/a.ts": true, "src/a.ts.tmp": false },
    },
    {
      name: "a folder that is moved in and then written to below",
      before: () => writeText(join(outside(root), "next/deep/er/b.ts"), "two\n"),
      edit: () => {
        renameSync(join(outside(root), "next"), join(root, "moved"));
        write("moved/deep/er/c.ts");
      },
      shows: { "moved/deep/er/b.ts": true, "moved/deep/er/c.ts": true },
    },
    {
      name: "a folder in whose place another one comes",
      before: () => writeText(join(outside(root), "next/deep/b.ts"), "two\n"),
      edit: () => {
        renameSync(join(root, "src"), join(root, "old"));
        renameSync(join(outside(root), "next"), join(root, "src"));
        write("src/deep/c.ts");
      },
      shows: { "src/deep/b.ts": true, "src/deep/c.ts": true, "src/a.ts": false, "old/a.ts": true },
    },
    { name: "an ignore file", edit: () => write(".gitignore", "a.ts\n"), shows: { "src/a.ts": false }, all: true },
    {
      name: "a repository's own excludes, which lie in no watched folder",
      edit: () => write(".git/info/exclude", "src/\n"),
      shows: { "src/a.ts": false },
      all: true,
    },
    {
      name: "git's index, which lies in no watched folder either",
      before: () => write(".git/info/exclude", "src/\n"),
      edit: () => git("add", "-f", "src/a.ts"),
      shows: { "src/a.ts": true },
      all: true,
    },
    {
      name: "a folder that is removed and made anew",
      edit: () => {
        rmSync(join(root, "src"), { recursive: true });
        write("src/b.ts");
      },
      shows: { "src/b.ts": true, "src/a.ts": false },
    },
    {
      name: "a folder in whose place another one with files comes",
      before: () => writeText(join(outside(root), "next/b.ts"), "two\n"),
      edit: () => {
        renameSync(join(root, "src"), join(outside(root), "old"));
        renameSync(join(outside(root), "next"), join(root, "src"));
      },
      shows: { "src/b.ts": true, "src/a.ts": false },
    },
    {
      name: "the excludes of a nested repository",
      before: () => {
        git("init", "-q", join(root, "lib"));
        write("lib/b.ts");
      },
      edit: () => write("lib/.git/info/exclude", "b.ts\n"),
      shows: { "lib/b.ts": false },
    },
    {
      name: "what a link leads to, in a folder that is not entered",
      before: () => {
        write("node_modules/x/b.js");
        write("other/c.ts");
        symlinkSync("../node_modules/x", join(root, "src/link"));
      },
      edit: () => {
        rmSync(join(root, "node_modules/x"), { recursive: true });
        symlinkSync("/etc", join(root, "node_modules/x"));
      },
      shows: { "other/c.ts": true },
    },
    {
      name: "a switch of branches",
      before: () => {
        commit();
        git("checkout", "-q", "-b", "other");
        write("src/only-here.ts");
        commit();
      },
      edit: () => git("checkout", "-q", "-"),
      shows: { "src/only-here.ts": false, "src/a.ts": true },
    },
  ];

  test.each(CASES)("$name", async ({ before, edit, shows, all = false }) => {
    git("init", "-q");
    write("src/a.ts", "one\n");
    before?.();
    const watched = openWatched();
    await untilLive(watched);
    const known = watched.source.current();
    edit();
    const { files } = await watched.source.refresh();
    for (const [path, shown] of Object.entries(shows)) expect(files.has(path), path).toBe(shown);
    expect(watched.lookedAtAll()).toBe(all);
    // What came in is watched as well.
    for (const [path, shown] of Object.entries(shows)) if (shown) appendFileSync(join(root, path), "three\n");
    const grown = await watched.source.refresh();
    for (const path of Object.keys(shows)) {
      if (shows[path] === true) expect(grown.files.get(path)?.size, path).toBeGreaterThan(files.get(path)?.size ?? 0);
    }
    if (Object.keys(shows).length === 0) expect(grown).toBe(known);
    expect(watched.lookedAtAll()).toBe(false);
    await expectFresh(watched, "in the end");
  });

  test("a folder that was moved, and in whose place another one comes that has its inode", async () => {
    write("before/a.ts", "one\n");
    // Whether a file system gives an inode away at once is its own affair: here one seems to.
    const watched = openWatched({
      ...localDisk,
      stamp: (path) => {
        const stamp = localDisk.stamp(path);
        return stamp !== null && /\/(?:before|after)$/.test(path) ? { ...stamp, inode: 7 } : stamp;
      },
    });
    await untilLive(watched);
    renameSync(join(root, "before"), join(root, "after"));
    expect((await watched.source.refresh()).files.has("after/a.ts")).toBe(true);
    rmSync(join(root, "after"), { recursive: true });
    write("after/b.ts");
    expect((await watched.source.refresh()).files.has("after/b.ts")).toBe(true);
    appendFileSync(join(root, "after/b.ts"), "three\n");
    expect((await watched.source.refresh()).files.get("after/b.ts")?.size).toBe(10);
    expect(watched.lookedAtAll()).toBe(false);
  });

  test("a file's second name, outside of all that is watched", async () => {
    write("src/a.ts", "one\n");
    const other = join(outside(root), "b.ts");
    mkdirSync(outside(root));
    linkSync(join(root, "src/a.ts"), other);
    const watched = openWatched();
    await untilLive(watched);
    appendFileSync(other, "two\n");
    expect((await watched.source.refresh()).files.get("src/a.ts")?.size).toBe(8);
    expect(watched.lookedAtAll()).toBe(false);
  });
});

describe("where watching proves nothing, everything is looked at", () => {
  test.each([
    ["at once: the sentinel is dropped too", 0],
    ["once the queue was read: the sentinel is seen, behind too many events", 200],
  ])("the kernel's queue overflows, and what it drops is found all the same, asked %s", async (_when, pauseMs) => {
    const support = WATCHING.support();
    const length = support.ok ? support.queueLength : 0;
    const watched = openWatched();
    await untilLive(watched);
    const noisy = ["a.log", "b.log"].map((name) => join(root, name));
    // Two files in turn: the kernel joins events that are alike. This process reads none of them meanwhile.
    for (let event = 0; event < length; event++) appendFileSync(noisy[event % 2] ?? "", "x");
    writeText(join(root, "remote/dropped.ts"), "one\n");
    if (pauseMs > 0) await pause(pauseMs);
    expect((await watched.source.refresh()).files.has("remote/dropped.ts")).toBe(true);
    expect(watched.lookedAtAll()).toBe(true);
    appendFileSync(join(root, "remote/dropped.ts"), "two\n");
    expect((await watched.source.refresh()).files.get("remote/dropped.ts")?.size).toBe(8);
    await expectFresh(watched, "after the overflow");
  });

  test("a change that no event tells of is found by the look at everything that comes with time", async () => {
    const deaf: Disk = {
      ...localDisk,
      watch: (path, listener) =>
        localDisk.watch(path, path.startsWith("/proc/") ? listener : { ...listener, event: () => undefined }),
    };
    const watched = openWatched(deaf);
    await untilLive(watched);
    appendFileSync(join(root, REMOTE), "two\n");
    await watched.source.refresh();
    expect(watched.lookedAtAll()).toBe(false);
    const later = performance.now() + 61_000;
    vi.spyOn(performance, "now").mockImplementation(() => later);
    onTestFinished(() => void vi.restoreAllMocks());
    expect((await watched.source.refresh()).files.get(REMOTE)?.size).toBe(8);
  });

  test("a refresh that was broken off leaves its marks to the next one", async () => {
    for (let folder = 0; folder < 40; folder++) writeText(join(root, `folder${folder}`, "a.ts"), "one\n");
    const stop = new AbortController();
    let slow = false;
    const watched = openWatched({
      ...localDisk,
      list: (folder) => {
        const end = performance.now() + (slow ? 3 : 0);
        while (performance.now() < end);
        if (slow && folder.endsWith("folder7")) stop.abort();
        return localDisk.list(folder);
      },
    });
    await untilLive(watched);
    for (let folder = 0; folder < 40; folder++) writeText(join(root, `folder${folder}`, "deep/b.ts"), "two\n");
    slow = true;
    await expect(watched.source.refresh(stop.signal)).rejects.toMatchObject({ code: "CANCELLED" });
    slow = false;
    await expectFresh(watched, "after breaking off");
    expect((await watched.source.refresh()).files.size).toBe(81);
  });

  const REASONS: readonly { name: string; disk?: () => Disk; support?: WatchSupport; status: WatchStatus }[] = [
    {
      name: "another system",
      support: { ok: false, reason: "not here" },
      status: { state: "off", reason: "not here" },
    },
    {
      name: "a network's file system",
      disk: () => ({ ...localDisk, fileSystemType: () => 0x6969 }),
      status: { state: "off", reason: expect.stringMatching(/^the file system \(type 0x6969\) of .* other machines/) },
    },
    {
      name: "more folders than may be watched",
      support: { ...roomy, foldersMax: FOLDERS.length - 4 },
      status: { state: "off", reason: expect.stringMatching(/more than 4 folders/) },
    },
    {
      name: "no watches left",
      disk: () => allowing(3, "ENOSPC"),
      status: { state: "off", reason: expect.stringMatching(/raise fs.inotify.max_user_watches/) },
    },
    {
      name: "no instance left",
      disk: () => allowing(0, "EMFILE"),
      status: { state: "off", reason: expect.stringMatching(/raise fs.inotify.max_user_instances/) },
    },
  ];

  test.each(REASONS)("$name: said, with what can be done", async ({ disk, support, status }) => {
    for (const folder of FOLDERS) writeText(join(root, folder, "a.ts"), "one\n");
    const watched = openWatched(disk?.() ?? localDisk, support);
    await watched.source.refresh();
    await vi.waitFor(() => expect(watched.source.watchStatus()).toEqual(status), { timeout: 20_000 });
    writeFileSync(join(root, "src/b.ts"), "two\n");
    await expectFresh(watched, "without watching");
  });
});

test("closing ends every watch, and leaves no file", async () => {
  let open = 0;
  const counting: Disk = {
    ...localDisk,
    watch(path, listener) {
      const watching = localDisk.watch(path, listener);
      open += 1;
      return {
        close() {
          open -= 1;
          watching.close();
        },
      };
    },
  };
  const watched = openWatched(counting);
  await untilLive(watched);
  rmSync(join(root, "remote"), { recursive: true });
  await watched.source.refresh();
  expect(open).toBeGreaterThan(2);
  watched.source.close();
  expect(open).toBe(0);
  expect(readdirSync(scratch)).toEqual([]);
  expect((await watched.source.refresh()).files.size).toBe(0);
});
