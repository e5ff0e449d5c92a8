// The projects that the user has indexed from the command line: `projects.jsonl` in the data folder. Being listed there
// is what lets a client's model name a project that the client itself did not offer. One line a project, only ever
// appended, so that processes that add at the same moment lose nothing.

import { open, readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { makeFolder } from "../../system/make-folder.ts";
import { messageOf } from "../../vocabulary/errors.ts";
import { Failure } from "../../vocabulary/failure.ts";

const FILE_NAME = "projects.jsonl";

const entrySchema = z.object({ root: z.string().min(1), indexed_at: z.string() });

/** Real paths, in the order they were first indexed. Invalid lines are skipped. Throws STORAGE_UNAVAILABLE. */
export async function knownProjects(dataFolder: string): Promise<readonly string[]> {
  const text = await readFile(join(dataFolder, FILE_NAME), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") {
      return "";
    }
    throw unavailable(`the list of indexed projects ${join(dataFolder, FILE_NAME)} cannot be read`, error);
  });
  return [...new Set(text.split("\n").flatMap(rootOfLine))];
}

/** Adds a project, given by its real path, unless it is listed. Throws STORAGE_UNAVAILABLE. */
export async function rememberProject(dataFolder: string, root: string): Promise<void> {
  if ((await knownProjects(dataFolder)).includes(root)) {
    return;
  }
  const entry: z.output<typeof entrySchema> = { root, indexed_at: new Date().toISOString() };
  try {
    await append(dataFolder, `${JSON.stringify(entry)}\n`);
  } catch (cause) {
    throw unavailable(`the project cannot be added to the list of indexed ones, ${join(dataFolder, FILE_NAME)}`, cause);
  }
}

function unavailable(what: string, cause: unknown): Failure {
  const reason = messageOf(cause);
  const hint = "repair or free that location, or set another data_folder; then index again";
  return new Failure("STORAGE_UNAVAILABLE", `${what}: ${reason}`, { hint, cause });
}

async function append(dataFolder: string, line: string): Promise<void> {
  makeFolder(dataFolder, 0o700);
  const file = await open(join(dataFolder, FILE_NAME), "a", 0o600);
  try {
    // The leading line break separates the entry from a line that a crash cut short.
    await file.writeFile(`\n${line}`);
    await file.sync();
  } finally {
    await file.close();
  }
}

function rootOfLine(line: string): string[] {
  try {
    return [entrySchema.parse(JSON.parse(line)).root];
  } catch {
    return [];
  }
}
