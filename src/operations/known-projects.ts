// The projects that the user has indexed from the command line: `projects.jsonl` in the data folder. Being listed there
// is what lets a client's model name a project that the client itself did not offer. One line a project, only ever
// appended, so that processes that add at the same moment lose nothing.
import { mkdir, open, readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";

const FILE_NAME = "projects.jsonl";

const entrySchema = z.object({ root: z.string().min(1), indexed_at: z.string() });

/** Real paths, in the order they were first indexed. A line that cannot be understood lists nothing. */
export async function knownProjects(dataFolder: string): Promise<readonly string[]> {
  const text = await readFile(join(dataFolder, FILE_NAME), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") {
      return "";
    }
    throw error;
  });
  return [...new Set(text.split("\n").flatMap(rootOfLine))];
}

/** Lists a project, given by its real path, if it is not listed yet. */
export async function rememberProject(dataFolder: string, root: string): Promise<void> {
  if ((await knownProjects(dataFolder)).includes(root)) {
    return;
  }
  await mkdir(dataFolder, { recursive: true, mode: 0o700 });
  const entry: z.output<typeof entrySchema> = { root, indexed_at: new Date().toISOString() };
  const file = await open(join(dataFolder, FILE_NAME), "a", 0o600);
  try {
    // The line break in front keeps the entry apart from a line that a crash tore.
    await file.writeFile(`\n${JSON.stringify(entry)}\n`);
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
