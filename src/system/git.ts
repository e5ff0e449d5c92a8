// Runs git where the repository may be hostile: nothing its configuration names (hooks, file-system monitor, pager,
// external diff, filters, ssh, credential helpers, aliases) is executed, nothing is fetched. Callers choose among options
// listed here; the words that they bring, revisions, stand where git reads no options. Knows nothing of what the output is
// for.
import { execFile } from "node:child_process";
import { delimiter, dirname, isAbsolute } from "node:path";
import { cancelled } from "../vocabulary/failure.ts";

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
  | "config";
export type GitOption =
  | "-z"
  | "-r"
  | "--cached"
  | "--stage"
  | "--debug"
  | "--is-shallow-repository"
  | "--global"
  | "--type=path"
  | "--get"
  | "core.excludesFile"
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
  | `--max-count=${number}`
  | "--batch"
  | "--batch-check"
  | "--buffer";

export interface GitRequest {
  readonly command: GitCommand;
  readonly options: readonly GitOption[];
  /** Taken as revisions whatever they look like, never as options or files. */
  readonly revisions?: readonly string[];
  /** What is written to its standard input; where it is yet to be found out, git starts meanwhile. It may not reject. */
  readonly stdin?: string | Promise<string>;
  readonly signal?: AbortSignal;
  /** Default 10,000. */
  readonly timeoutMs?: number;
  /** Most output that is taken, in bytes; default 64 MiB. */
  readonly maxBytes?: number;
}

export type GitOutcome =
  | { readonly ok: true; readonly stdout: Buffer }
  /** `exitCode` is null when git did not run to its end: not installed, timed out, too much output. */
  | { readonly ok: false; readonly exitCode: number | null; readonly reason: string };

/** The reason of what was ended at its time limit. */
export const TOOK_TOO_LONG = "git took too long";

/** What a repository's own configuration could make git execute or contact, each overridden on the command line. */
const DISARMED: readonly string[] = [
  "core.hooksPath=/dev/null",
  "core.fsmonitor=false",
  "core.untrackedCache=false",
  "core.pager=cat",
  "core.editor=false",
  "core.askPass=",
  "core.sshCommand=false",
  "core.gitProxy=",
  "core.alternateRefsCommand=false",
  "core.attributesFile=/dev/null",
  "credential.helper=",
  "diff.external=",
  "gc.auto=0",
  "maintenance.auto=false",
  "protocol.allow=never",
  "safe.bareRepository=explicit",
  "submodule.recurse=false",
];

/** Commands that would take a revision for a file of the same name. */
const TAKES_FILES = new Set<GitCommand>(["rev-list", "diff-tree"]);

/** A user's own choice of configuration files is kept; everything else of git's environment could redirect it. */
const KEPT_VARIABLES = new Set(["GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_CONFIG_NOSYSTEM"]);

/** Runs one git command on the repository around `folder`. A failing git is an outcome; only cancelling throws. */
export function runGit(folder: string, request: GitRequest): Promise<GitOutcome> {
  const settings = DISARMED.flatMap((setting) => ["-c", setting]);
  const { command, revisions } = request;
  const named = revisions === undefined ? [] : ["--end-of-options", ...revisions];
  const ended = revisions !== undefined && TAKES_FILES.has(command) ? ["--"] : [];
  const args = ["--no-pager", "--literal-pathspecs", "-C", folder, ...settings, command];
  return new Promise((resolve, reject) => {
    const options = {
      // Not the repository: some systems look for executables in the working folder first.
      cwd: dirname(process.execPath),
      env: safeEnvironment(process.env),
      encoding: "buffer" as const,
      timeout: request.timeoutMs ?? 10_000,
      killSignal: "SIGKILL" as const,
      maxBuffer: request.maxBytes ?? 64 * 1024 * 1024,
      windowsHide: true,
      ...(request.signal === undefined ? {} : { signal: request.signal }),
    };
    const child = execFile(
      "git",
      [...args, ...request.options, ...named, ...ended],
      options,
      (error, stdout, stderr) => {
        if (error === null) resolve({ ok: true, stdout });
        else if (request.signal?.aborted === true) reject(cancelled(undefined, error));
        else resolve({ ok: false, ...explain(error, stderr) });
      },
    );
    // A git that ends before it has read all says why itself.
    child.stdin?.on("error", () => undefined);
    const { stdin } = request;
    if (typeof stdin === "object") {
      void stdin.then((text) => child.stdin?.end(text));
    } else {
      child.stdin?.end(stdin);
    }
  });
}

function explain(error: Error & { code?: number | string | null; killed?: boolean }, stderr: Buffer) {
  if (typeof error.code === "number") {
    const lines = stderr.toString("utf8").trim().split("\n");
    return { exitCode: error.code, reason: lines[0] || `git ended with code ${error.code}` };
  }
  if (error.code === "ENOENT") return { exitCode: null, reason: "git is not installed" };
  const reason = error.killed === true && error.code === null ? TOOK_TOO_LONG : error.message;
  return { exitCode: null, reason };
}

/** The environment without git's own variables (a hook's GIT_DIR would point elsewhere) or relative PATH entries. */
function safeEnvironment(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const safe: NodeJS.ProcessEnv = {};
  for (const [name, value] of Object.entries(environment)) {
    if (!name.toUpperCase().startsWith("GIT_") || KEPT_VARIABLES.has(name)) safe[name] = value;
  }
  const pathName = Object.keys(safe).find((name) => name.toUpperCase() === "PATH") ?? "PATH";
  safe[pathName] = (safe[pathName] ?? "").split(delimiter).filter(isAbsolute).join(delimiter);
  return { ...safe, GIT_TERMINAL_PROMPT: "0", GIT_OPTIONAL_LOCKS: "0", GIT_NO_LAZY_FETCH: "1", LC_ALL: "C" };
}
