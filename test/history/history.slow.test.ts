// What a history says of the files there are, in real repositories: counted within its limits, and said where it was not.
import { chmodSync, cpSync, existsSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { History } from "../../src/history/history.ts";
import { readCommits } from "../../src/history/read-commits.ts";
import { openCorpus } from "../../src/project/open-corpus.ts";
import { useScratch } from "../project/scratch.ts";
import { useScratchGit } from "../project/scratch-git.ts";
import { DEFAULT_RULES } from "../support/default-rules.ts";
import { isPosix } from "../support/this-system.ts";

const scratch = useScratch();
const git = useScratchGit(scratch);
const opened: History[] = [];
afterEach(() => {
  vi.useRealTimers();
  for (const history of opened.splice(0)) {
    history.close();
  }
});

const LONG_MS = 60_000;
const DAY = 86_400;

/** Commits these files of `p` as that person, so many days after the first day. */
function commit(day: number, author: string, files: Readonly<Record<string, string>>): void {
  scratch.write(Object.fromEntries(Object.entries(files).map(([path, text]) => [`p/${path}`, text])));
  vi.stubEnv("GIT_COMMITTER_DATE", `${1_700_000_000 + day * DAY} +0000`);
  git("p", "add", "-A");
  git("p", "commit", "-q", "--allow-empty", "-m", "c", `--author=${author} <secret@example.org>`);
}

async function historyOf(folder: string, { enabled = true, stays = true, read = readCommits } = {}): Promise<History> {
  const corpus = openCorpus({ root: join(scratch.root, folder), rules: DEFAULT_RULES });
  await corpus.refresh();
  const history = new History({ corpus, enabled, stays, read });
  opened.push(history);
  return history;
}

const standingOf = async (folder: string) => (await historyOf(folder)).ask(LONG_MS);

describe("the history of a project", () => {
  /** Holds the repository that each test gets a copy of; undefined before it is made. */
  let made: string | undefined;
  beforeEach(() => {
    if (made === undefined) {
      makeRepository();
      made = mkdtempSync(join(tmpdir(), "history-"));
      cpSync(join(scratch.root, "p"), join(made, "p"), { recursive: true, preserveTimestamps: true });
    } else {
      cpSync(join(made, "p"), join(scratch.root, "p"), { recursive: true, preserveTimestamps: true });
    }
  });
  afterAll(() => {
    if (made !== undefined) rmSync(made, { recursive: true, force: true });
  });

  function makeRepository(): void {
    scratch.write({ "p/.keep": "" });
    git("p", "init", "-q", "-b", "main");
    commit(0, "Ada", { "a.ts": "1", "b.ts": "1", "gone.ts": "1" });
    commit(90, "Ada", { "a.ts": "2", "b.ts": "2" });
    commit(180, "Bob", { "a.ts": "3", "b.ts": "3", "src/ü.ts": "1" });
    rmSync(join(scratch.root, "p/gone.ts"));
    commit(180, "Ada", {});
  }

  it("tells of each file how often, how lately, by whom, with what and how hot", async () => {
    const { state, reason, signals } = await standingOf("p");
    expect({ state, reason }).toEqual({ state: "applied", reason: "all 4 commits" });
    expect(signals?.of("a.ts")).toEqual({
      commits: 3,
      lastCommitMs: (1_700_000_000 + 180 * DAY) * 1_000,
      frecency: 1 + 1 / 2 + 1 / 4,
      authors: [
        { name: "Ada", share: 2 / 3 },
        { name: "Bob", share: 1 / 3 },
      ],
      authorCount: 2,
      commitsTogether: 3,
      coChanged: [{ path: "b.ts", together: 3 }],
      hotspotRank: 1,
    });
    expect(signals?.of("b.ts")?.hotspotRank).toBe(1);
    expect(signals?.of("src/ü.ts")).toMatchObject({ commits: 1, coChanged: [], hotspotRank: null });
    expect([signals?.of("gone.ts"), signals?.of("never.ts")]).toEqual([null, null]);
    expect(signals?.hotspots(9)).toEqual([
      { path: "a.ts", commits: 3 },
      { path: "b.ts", commits: 3 },
    ]);
  });

  it("is that of a project below the repository's top, by its own paths", async () => {
    const { signals } = await standingOf("p/src");
    expect(signals?.of("ü.ts")?.commits).toBe(1);
  });

  it("follows HEAD, and says that it is stale while it does not yet", async () => {
    const history = await historyOf("p");
    await history.ask(LONG_MS);
    commit(200, "Bob", { "a.ts": "4" });
    await vi.waitFor(async () => {
      const stale = await history.ask(0);
      expect(stale).toMatchObject({ state: "stale", reason: "all 4 commits" });
    });
    await vi.waitFor(async () => {
      const { state, signals } = await history.ask(LONG_MS);
      expect({ state, commits: signals?.of("a.ts")?.commits }).toEqual({ state: "applied", commits: 4 });
    });
  });

  it("tells what was known before some of the commits", async () => {
    const { signals } = await standingOf("p");
    const head = git("p", "rev-list", "--max-count=2", "HEAD").trim().split("\n");
    expect(signals?.without(new Set(head)).of("a.ts")).toMatchObject({ commits: 2, authorCount: 1 });
    expect(signals?.without(new Set(head)).of("src/ü.ts")).toBe(null);
    expect(signals?.without(new Set())).toBe(signals);
  });

  it("does not keep a question waiting", async () => {
    const history = await historyOf("p");
    expect(await history.ask(0)).toMatchObject({
      state: "unavailable",
      reason: "the history is still being read; ask again",
    });
    await expect(history.ask(0, AbortSignal.abort())).rejects.toMatchObject({ code: "CANCELLED" });
  });

  it("is waited for by a question that is the process's last", async () => {
    const history = await historyOf("p", { stays: false });
    expect(await history.ask(0)).toMatchObject({ state: "applied", reason: "all 4 commits" });
  });

  it("is counted once more, with more time, for a question that needs all of it", async () => {
    const limits: number[] = [];
    const read: typeof readCommits = async (root, head, timeMsMax, signal) => {
      limits.push(timeMsMax);
      // Longer than its limit, as on a crowded machine.
      await vi.advanceTimersByTimeAsync(timeMsMax === 2_000 ? 2_100 : 0);
      const whole = await readCommits(root, head, LONG_MS, signal);
      return "failure" in whole || limits.length > 1 ? whole : { commits: [], looked: 0, end: "time" };
    };
    const history = await historyOf("p", { stays: false, read });
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    expect(await history.askPatiently()).toMatchObject({ state: "applied", reason: "all 4 commits" });
    expect(limits).toEqual([2_000, 20_000]);
  });

  it("of a shallow clone is from what is there, and no file seems to be made by its last commit", async () => {
    for (let day = 200; day < 212; day += 1) {
      commit(day, "Cy", { "c.ts": `${day}` });
    }
    git("", "clone", "-q", "--depth", "12", "--no-local", join(scratch.root, "p"), "shallow");
    const { state, reason, signals } = await standingOf("shallow");
    expect({ state, reason }).toEqual({ state: "fallback", reason: "the 12 commits of a shallow clone" });
    expect(signals?.of("a.ts")).toBeNull();
  });

  it("is not told of a clone that is so shallow that its commits say nothing", async () => {
    git("", "clone", "-q", "--depth", "2", "--no-local", join(scratch.root, "p"), "shallow");
    expect(await standingOf("shallow")).toEqual({
      state: "unavailable",
      reason: "the 2 commits of a shallow clone, and fewer than 10 are too few",
      signals: null,
    });
  });

  it("leaves merges to the commits that they merged, and says nothing of what was changed in bulk", async () => {
    git("p", "checkout", "-q", "-b", "side", "HEAD~2");
    commit(190, "Cy", { "c.ts": "1" });
    git("p", "checkout", "-q", "main");
    git("p", "merge", "-q", "--no-edit", "side");
    for (const round of [1, 2, 3]) {
      const many = Array.from({ length: 31 }, (_, at) => [`many/${at}.ts`, `${round}`] as const);
      commit(200 + round, "Cy", Object.fromEntries(many));
    }
    const { signals } = await standingOf("p");
    expect(signals?.of("c.ts")?.commits).toBe(1);
    expect(signals?.of("many/1.ts")).toMatchObject({ commits: 3, commitsTogether: 0, coChanged: [] });
  });

  it("is not told where the clone lacks what commits hold", async () => {
    const tree = git("p", "rev-parse", "HEAD~2^{tree}");
    rmSync(join(scratch.root, "p/.git/objects", tree.slice(0, 2), tree.slice(2)));
    expect(await standingOf("p")).toEqual({
      state: "unavailable",
      reason: "a partial clone: file lists of commits are missing",
      signals: null,
    });
  });

  it("tells paths from what git prints beside them", async () => {
    const odd = ["A", "M", "4b825dc642cb6eb9a060e54bf8d69288fbee4904", "HEAD", "-z"];
    if (isPosix) odd.push("line\nend", 'q"\\');
    commit(200, "Cy\u2028", Object.fromEntries(odd.map((path) => [path, "text\n"])));
    const { signals } = await standingOf("p");
    expect(odd.map((path) => signals?.of(path)?.commits)).toEqual(odd.map(() => 1));
  });

  it("of a hostile repository runs none of its programs", async () => {
    const traces = join(scratch.root, "traces");
    scratch.write({
      "traces/.keep": "",
      "trap.sh": `#!/bin/sh\ntouch '${traces}/sprung'\ncat\n`,
      "p/.gitattributes": "* filter=evil diff=evil\n",
    });
    const trap = join(scratch.root, "trap.sh");
    chmodSync(trap, 0o755);
    commit(200, "Eve", { "a.ts": "5" });
    const settings = ["core.fsmonitor", "diff.external", "diff.evil.textconv", "diff.evil.command", "gpg.program"];
    for (const name of [...settings, "filter.evil.clean", "pager.rev-list", "pager.diff-tree", "core.sshCommand"]) {
      git("p", "config", name, trap);
    }
    git("p", "config", "alias.rev-list", `!${trap}`);
    git("p", "config", "log.showSignature", "true");
    git("p", "config", "diff.renames", "copies");
    expect((await standingOf("p")).signals?.of("a.ts")?.commits).toBe(4);
    expect(readdirSync(traces)).toEqual([".keep"]);
  });
});

describe("where there is no history", () => {
  const unavailable = async (folder: string) => {
    const { state, reason, signals } = await standingOf(folder);
    expect(signals).toBeNull();
    return `${state}: ${reason}`;
  };

  it("that is said with its reason", async () => {
    scratch.write({ "p/a.ts": "1" });
    expect(await unavailable("p")).toBe("unavailable: the project is not in a git repository");
    git("p", "init", "-q");
    expect(await unavailable("p")).toBe("unavailable: the repository has no commit yet");
    commit(0, "Ada", { "a.ts": "1" });
    renameSync(join(scratch.root, "p/.git/objects"), join(scratch.root, "p/.git/gone"));
    expect(await unavailable("p")).toMatch(/^unavailable: fatal: /);
    vi.stubEnv("PATH", "/nowhere");
    expect(await unavailable("p")).toMatch(/^unavailable: /);
  });

  it("or where it is switched off, git is not asked", async () => {
    scratch.write({ "p/a.ts": "1" });
    git("p", "init", "-q");
    const programs = join(scratch.root, "programs");
    scratch.write({ "programs/git": `#!/bin/sh\ntouch '${join(scratch.root, "asked")}'\n` });
    chmodSync(join(programs, "git"), 0o755);
    const history = await historyOf("p", { enabled: false });
    vi.stubEnv("PATH", programs);
    expect(await history.ask(LONG_MS)).toEqual({ state: "disabled", reason: "git_signals is off", signals: null });
    expect(existsSync(join(scratch.root, "asked"))).toBe(false);
  });

  it("because git hangs, nobody waits for it", async () => {
    scratch.write({ "p/a.ts": "1" });
    git("p", "init", "-q");
    const history = await historyOf("p");
    scratch.write({ "programs/git": "#!/bin/sh\nexec /bin/sleep 60\n" });
    chmodSync(join(scratch.root, "programs/git"), 0o755);
    vi.stubEnv("PATH", join(scratch.root, "programs"));
    writeFileSync(join(scratch.root, "p/b.ts"), "");
    expect(await history.ask(50)).toMatchObject({ state: "unavailable" });
  });
});
