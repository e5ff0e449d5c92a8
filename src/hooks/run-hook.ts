// `hook run CLIENT`: one call of a client's hook. After an edit, it starts another process that asks the shared server what the edit may have
// broken, which also indexes the files. An answer that comes too late is given at the session's next call. Before a search or a read, one hint.
import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, existsSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import process from "node:process";
import { text } from "node:stream/consumers";
import type { ClientHooks, HookEvent } from "../clients/contract/client-hooks.ts";
import { CACHE_FOLDER } from "../config/folders.ts";
import { isInside } from "../system/platform/inside.ts";
import { realPath } from "../system/real-path.ts";
import { hintFor } from "./hint.ts";
import { isWithCommit, noteOfDiff } from "./note-of-diff.ts";
import { openSessionNotes, type SessionNotes } from "./session-notes.ts";

/** How long to wait for the comparison, in milliseconds since the start of this process. The rest of the promised 150 is for its start and end. */
const WAITS_UNTIL_MS = 100;
/** How long to wait for the client's message, which comes at once, in milliseconds. */
const MESSAGE_MS_MAX = 1_000;
/** Files in one question: the last ones that were edited. */
const PATHS_MAX = 100;
/** Enough for the changes of a session; no model reads them. */
const ANSWER_TOKENS = "20000";

/** Resolves when the process should end. Prints nothing if anything fails. `main`: this program's executable. */
export async function runHook(hooks: ClientHooks, main: string): Promise<void> {
  try {
    const message = await Promise.race([text(process.stdin), after(MESSAGE_MS_MAX)]);
    await answer(hooks, hooks.read(JSON.parse(message)), main);
  } catch {
    // An error of a hook would stop its client's work. Called as a tool, `analyze_diff` names the reason.
  }
}

/** Resolves to "" after that time. */
const after = (ms: number): Promise<string> => new Promise((done) => setTimeout(() => done(""), ms));

async function answer(hooks: ClientHooks, event: HookEvent | null, main: string): Promise<void> {
  if (event === null) {
    return;
  }
  const session = openSessionNotes(join(CACHE_FOLDER, "hooks"), hooks.name, event.session);
  if (event.kind === "wrote") {
    session.remember(event.paths.map((path) => realOf(resolve(event.cwd, path))));
  }
  const child = ask(session, event.cwd, main);
  if (event.kind === "wrote" && child !== null) {
    await Promise.race([endOf(child), after(Math.max(0, WAITS_UNTIL_MS - performance.now()))]);
  }
  const notes = notesOf(session);
  const hint = event.kind === "wrote" ? null : hintFor(event);
  const said = [
    ...notes.filter((note) => session.claim(note)),
    ...(hint !== null && session.claim("hint") ? [hint] : []),
  ];
  const output = said.length === 0 ? null : hooks.answer(event.kind, said.join("\n"));
  if (output !== null) {
    await new Promise<void>((done) => process.stdout.write(`${JSON.stringify(output)}\n`, () => done()));
  }
}

function notesOf(session: SessionNotes): string[] {
  const found = session.takeAnswers(isWhole);
  const last = found.at(-1);
  // A comparison with a commit has all that earlier ones had; one with the index only what changed since the one before.
  const counted = last !== undefined && isWithCommit(last.text) ? [last] : found;
  const edited = [...session.edited()];
  return counted.flatMap(({ text, askedAtMs }) => {
    const since = edited.flatMap(([file, atMs]) => (atMs > askedAtMs ? [file] : []));
    return noteOfDiff(text, new Set(edited.map(([file]) => file)), new Set(since)) ?? [];
  });
}

/** Whether the process that writes the answer has written all of it. */
function isWhole(answered: string): boolean {
  try {
    JSON.parse(answered);
    return true;
  } catch {
    return false;
  }
}

/** Starts the process that asks; it goes on after this one has ended. Null if there is nothing to ask. */
function ask(session: SessionNotes, cwd: string, main: string): ChildProcess | null {
  const file = session.notAsked(isWhole);
  const question = file === null ? null : questionAbout(file, session, realOf(cwd));
  if (question === null) {
    return null;
  }
  const descriptor = session.openAnswer();
  const child = spawn(
    process.execPath,
    [main, question.command, "--json", "--max-tokens", ANSWER_TOKENS, ...question.words],
    {
      cwd: question.folder,
      detached: true,
      stdio: ["ignore", descriptor, "ignore"],
      windowsHide: true,
    },
  );
  closeSync(descriptor);
  child.unref();
  return child;
}

const endOf = (child: ChildProcess): Promise<void> =>
  new Promise((done) => child.once("exit", () => done()).once("error", () => done()));

/** The real path. For a deleted file, the real path of its folder and its name. */
function realOf(path: string): string {
  try {
    return realPath(path);
  } catch {
    return dirname(path) === path ? path : join(realOf(dirname(path)), basename(path));
  }
}

/**
 * The command to run: in a repository, a comparison with its last commit; elsewhere in the client's folder, a comparison of the edited files with
 * the index. Null for a file outside of both.
 */
function questionAbout(file: string, session: SessionNotes, cwd: string) {
  const repository = repositoryOf(dirname(file));
  if (repository !== null) {
    // No paths are given: an ignored one would make the whole question fail.
    return { folder: repository, command: "analyze-diff", words: [] };
  }
  // The top of a file system is never a project.
  if (dirname(cwd) === cwd || !isInside(cwd, file)) {
    return null;
  }
  const paths = [...session.edited().keys()].filter((one) => isInside(cwd, one)).slice(-PATHS_MAX);
  return { folder: cwd, command: "edited-symbols", words: paths.flatMap((one) => ["--paths", one]) };
}

/** The top of the repository. */
function repositoryOf(folder: string): string | null {
  if (existsSync(join(folder, ".git"))) {
    return folder;
  }
  return dirname(folder) === folder ? null : repositoryOf(dirname(folder));
}
