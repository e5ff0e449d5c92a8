// Runs git where the repository may be hostile: nothing its configuration names (hooks, file-system monitor, pager,
// external diff, filters, ssh, credential helpers, aliases) is executed, nothing is fetched. Callers choose among the
// options listed here; revisions, the only words of their own, are passed where git reads no options. A git that prints nothing for two
// seconds is ended and not waited for again for a while (git-hangs.ts).
import { type ChildProcess, execFile } from "node:child_process";
import { delimiter, dirname, isAbsolute } from "node:path";
import { cancelled } from "../vocabulary/failure.ts";
import { GitHangs } from "./git-hangs.ts";
import { SIGNALS } from "./platform/signals.ts";

/**
 * The commands and options that may run. None of them may look at a file of the working tree, or show content as anything but
 * what git stores: a filter driver or text conversion has a name of the repository's choosing, so that no override can switch
 * it off (`ls-files --modified` would run one). `log` and `show` are not among them: they may run a signature's program.
 */
export type GitCommand =
  | "ls-files"
  | "ls-tree"
  | "rev-parse"
  | "rev-list"
  | "diff-tree"
  | "merge-base"
  | "cat-file"
  | "worktree"
  | "config"
  /** Prints a variable of git's, such as the user's name. */
  | "var"
  /** These two alone write, and run no filter and no hook: the first objects and a branch, the second the entries of the index that it is given. */
  | "fast-import"
  | "update-index";
export type GitOption =
  | "-z"
  | "-r"
  | "--cached"
  | "--stage"
  | "--unmerged"
  | "--debug"
  | "--is-shallow-repository"
  | "--global"
  | "--type=path"
  | "--get"
  | "--get-all"
  | "core.excludesFile"
  | "core.hooksPath"
  | "--stdin"
  | "--root"
  | "--relative"
  | "--raw"
  | "--name-status"
  | "--no-abbrev"
  | "--no-renames"
  | "--no-ext-diff"
  | "--no-textconv"
  | "--no-merges"
  | "--encoding=UTF-8"
  | "--format=%ct %an"
  | "--format=%B"
  | `--max-count=${number}`
  | "list"
  | "--porcelain"
  | "--batch"
  | "--batch-check"
  | "--buffer"
  | "--quiet"
  | "--done"
  | "--index-info"
  | "GIT_AUTHOR_IDENT"
  | "GIT_COMMITTER_IDENT";

export interface GitRequest {
  readonly command: GitCommand;
  readonly options: readonly GitOption[];
  /** Always read as revisions, never as options or files. */
  readonly revisions?: readonly string[];
  /** Written to git's standard input. With a promise, git starts while it is being computed. It must not reject. */
  readonly stdin?: string | Buffer | Promise<string>;
  readonly signal?: AbortSignal | undefined;
  /** Limit on the whole run, for a git that keeps printing; default 10,000. A silent git has `SILENT_MS_MAX`. */
  readonly timeoutMs?: number;
  /** Absolute path of the index to read instead of the repository's: that of a commit in progress. */
  readonly indexFile?: string | undefined;
  /** Limit on the output, in bytes; default 64 MiB. */
  readonly maxBytes?: number;
}

export type GitOutcome =
  | { readonly ok: true; readonly stdout: Buffer }
  /** `exitCode` is null when git did not run to its end: not installed, timed out, too much output. */
  | { readonly ok: false; readonly exitCode: number | null; readonly reason: string };

/** The reason of a command that was ended at its time limit. */
export const TOOK_TOO_LONG = "git took too long";

/** What a repository's own configuration could make git execute or contact, each overridden on the command line. */
export const DISARMED: readonly string[] = [
  "core.hooksPath=/dev/null",
  "core.fsmonitor=false",
  "core.untrackedCache=false",
  "core.pager=cat",
  "core.editor=false",
  "core.askPass=",
  "core.sshCommand=false",
  "core.gitProxy=",
  "core.alternateRefsCommand=false",
  // fast-import would take `Name.ts` for `name.ts`, and write into the wrong one of two.
  "core.ignorecase=false",
  "core.attributesFile=/dev/null",
  "credential.helper=",
  "diff.external=",
  "gc.auto=0",
  "maintenance.auto=false",
  "protocol.allow=never",
  "safe.bareRepository=explicit",
  "submodule.recurse=false",
];

/** Commands that would read a revision as a file of the same name. */
const TAKES_FILES = new Set<GitCommand>(["rev-list", "diff-tree"]);

/** The user's choice of configuration files is kept; the other variables of git could redirect it. */
const KEPT_VARIABLES = new Set(["GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_CONFIG_NOSYSTEM"]);

/** A git that hangs, because of a pipe or a dead network folder in its repository, never prints anything. Milliseconds. */
const SILENT_MS_MAX = 2_000;
/**
 * These compute before they print the first byte, for seconds in a repository of a million commits. They are only run after
 * another command has answered in the same repository, and never for a first answer.
 */
const COMPUTES_FIRST: ReadonlySet<GitCommand> = new Set(["merge-base", "diff-tree", "fast-import"]);
const COMPUTING_MS_MAX = 8_000;
/** Silence is counted in ticks: while this process is busy, output waits unread, and a clock would blame git for it. */
const TICK_MS = 100;

/** What is known about hanging gits, shared by all projects of the process, since all use the same git. */
const hangs = new GitHangs();

/**
 * Runs one git command on the repository that contains `folder`. A failing git is an outcome; only cancelling throws. A command that
 * hung in this folder is refused at once, with the outcome that it had, and tried again in the background.
 */
export async function runGit(folder: string, request: GitRequest): Promise<GitOutcome> {
  const { command } = request;
  const decision = hangs.decide(command, folder);
  if (decision === "run") {
    const { outcome, hung } = await execute(folder, request).catch(outcomeOf);
    hangs.note(command, folder, hung);
    return outcome;
  }
  if (decision === "retry") {
    const { signal: _, ...retried } = request;
    void execute(folder, retried, true).then(
      ({ hung }) => hangs.note(command, folder, hung),
      // It could not be started; it is tried again after the usual time.
      () => undefined,
    );
  }
  return { ok: false, exitCode: null, reason: TOOK_TOO_LONG };
}

/** Node throws most reasons why a program cannot be started: a policy of Windows or a virus scanner forbids it (EPERM, UNKNOWN), E2BIG. */
function outcomeOf(error: Error & { syscall?: string }): Executed {
  if (error.syscall === undefined || !error.syscall.startsWith("spawn")) {
    throw error;
  }
  return { outcome: { ok: false, exitCode: null, reason: `git cannot be started: ${error.message}` }, hung: false };
}

interface Executed {
  readonly outcome: GitOutcome;
  /** Ended because it printed nothing for too long. */
  readonly hung: boolean;
}

/** `background`: this process may end before git does. */
function execute(folder: string, request: GitRequest, background = false): Promise<Executed> {
  const settings = DISARMED.flatMap((setting) => ["-c", setting]);
  const { command, revisions, stdin } = request;
  const named = revisions === undefined ? [] : ["--end-of-options", ...revisions];
  const ended = revisions !== undefined && TAKES_FILES.has(command) ? ["--"] : [];
  const args = ["--no-pager", "--literal-pathspecs", "-C", folder, ...settings, command];
  return new Promise((resolve, reject) => {
    const options = {
      // Not the repository: some systems search the working folder for executables first.
      cwd: dirname(process.execPath),
      env: {
        ...safeEnvironment(process.env),
        ...(request.indexFile === undefined ? {} : { GIT_INDEX_FILE: request.indexFile }),
      },
      encoding: "buffer" as const,
      killSignal: SIGNALS.atOnce,
      maxBuffer: request.maxBytes ?? 64 * 1024 * 1024,
      windowsHide: true,
      ...(request.signal === undefined ? {} : { signal: request.signal }),
    };
    const child = execFile(
      "git",
      [...args, ...request.options, ...named, ...ended],
      options,
      (error, stdout, stderr) => {
        watch.end();
        if (error === null) resolve({ outcome: { ok: true, stdout }, hung: false });
        else if (request.signal?.aborted === true) reject(cancelled(undefined, error));
        else resolve({ outcome: { ok: false, ...explain(error, stderr) }, hung: false });
      },
    );
    const watch = watchSilence(child, request, (hung) => {
      child.kill(SIGNALS.atOnce);
      // Programs that git started, and processes that no signal reaches, keep their ends of the pipes open: they are not waited
      // for.
      for (const stream of child.stdio) stream?.destroy();
      resolve({ outcome: { ok: false, exitCode: null, reason: TOOK_TOO_LONG }, hung });
    });
    if (background) child.unref();
    // A git that ends before it has read everything reports the reason itself.
    child.stdin?.on("error", () => undefined);
    if (stdin instanceof Promise) {
      void stdin.then((text) => {
        watch.begin();
        child.stdin?.end(text);
      });
    } else {
      watch.begin();
      child.stdin?.end(stdin);
    }
  });
}

/**
 * Calls `tooLong` once: with true if git has been silent for too long since `begin`, with false at the limit on the whole run.
 */
function watchSilence(child: ChildProcess, request: GitRequest, tooLong: (hung: boolean) => void) {
  const silentTicksMax = (COMPUTES_FIRST.has(request.command) ? COMPUTING_MS_MAX : SILENT_MS_MAX) / TICK_MS;
  let begun = false;
  let silentTicks = 0;
  const end = (): void => {
    clearInterval(ticks);
    clearTimeout(limit);
  };
  const stop = (hung: boolean): void => {
    end();
    tooLong(hung);
  };
  const ticks = setInterval(() => {
    silentTicks += begun ? 1 : 0;
    if (silentTicks >= silentTicksMax) {
      stop(true);
    }
  }, TICK_MS);
  const limitMs = request.timeoutMs ?? 10_000;
  let printed = false;
  const limit = setTimeout(() => stop(!printed && limitMs >= SILENT_MS_MAX), limitMs);
  child.stdout?.on("data", () => {
    printed = true;
    silentTicks = 0;
  });
  return {
    begin: () => {
      begun = true;
    },
    end,
  };
}

function explain(error: Error & { code?: number | string | null }, stderr: Buffer) {
  if (typeof error.code === "number") {
    const lines = stderr.toString("utf8").trim().split("\n");
    // Warnings may stand before the cause.
    const at = Math.max(
      0,
      lines.findIndex((line) => /^(?:fatal|error):/.test(line)),
    );
    // Some go on in indented lines below: "unknown repository extension found:", then its name.
    const more = lines.slice(at + 1).findIndex((line) => !/^\s/.test(line));
    const cause = lines
      .slice(at, more < 0 ? undefined : at + 1 + more)
      .map((line) => line.trim())
      .join(" ");
    return { exitCode: error.code, reason: cause || `git exited with code ${error.code}` };
  }
  if (error.code === "ENOENT") return { exitCode: null, reason: "git is not installed" };
  return { exitCode: null, reason: error.message };
}

/** The environment without git's own variables (a hook's GIT_DIR would point elsewhere) or relative PATH entries. */
export function safeEnvironment(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const safe: NodeJS.ProcessEnv = {};
  for (const [name, value] of Object.entries(environment)) {
    if (!name.toUpperCase().startsWith("GIT_") || KEPT_VARIABLES.has(name)) safe[name] = value;
  }
  const pathName = Object.keys(safe).find((name) => name.toUpperCase() === "PATH") ?? "PATH";
  safe[pathName] = (safe[pathName] ?? "").split(delimiter).filter(isAbsolute).join(delimiter);
  return { ...safe, GIT_TERMINAL_PROMPT: "0", GIT_OPTIONAL_LOCKS: "0", GIT_NO_LAZY_FETCH: "1", LC_ALL: "C" };
}
