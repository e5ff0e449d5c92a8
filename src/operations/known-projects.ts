// The projects that the user has indexed from the command line: `projects.json` in the data folder. Being listed there
// is what lets a client's model name a project that the client itself did not offer.
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { writeFileAtomically } from "../system/atomic-file.ts";
import { log } from "../system/log.ts";
import { Failure } from "../vocabulary/failure.ts";

const FILE_NAME = "projects.json";
/** Two processes that add at the same moment see each other within this many rounds. */
const ROUNDS_MAX = 5;

const schema = z.object({
  version: z.literal(1),
  projects: z.array(z.object({ root: z.string(), indexed_at: z.string() })),
});
type KnownProjects = z.output<typeof schema>;

/** Real paths. A file that cannot be understood lists none, and the log says so. */
export async function knownProjects(dataFolder: string): Promise<readonly string[]> {
  return (await read(dataFolder)).projects.map(({ root }) => root);
}

/** Lists a project, given by its real path. */
export async function rememberProject(dataFolder: string, root: string): Promise<void> {
  await mkdir(dataFolder, { recursive: true, mode: 0o700 });
  for (let round = 0; round <= ROUNDS_MAX; round += 1) {
    const known = await read(dataFolder);
    if (round > 0 && known.projects.some((project) => project.root === root)) {
      return;
    }
    const projects = known.projects.filter((project) => project.root !== root);
    projects.push({ root, indexed_at: new Date().toISOString() });
    projects.sort((a, b) => (a.root < b.root ? -1 : 1));
    const text = `${JSON.stringify({ version: 1, projects } satisfies KnownProjects, null, 2)}\n`;
    await writeFileAtomically(join(dataFolder, FILE_NAME), text, { mode: 0o600 });
  }
  throw new Failure("STORAGE_UNAVAILABLE", `${join(dataFolder, FILE_NAME)} does not keep what is written to it`, {
    hint: "look for another program that rewrites it",
  });
}

async function read(dataFolder: string): Promise<KnownProjects> {
  const path = join(dataFolder, FILE_NAME);
  try {
    return schema.parse(JSON.parse(await readFile(path, "utf8")));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") {
      log("warn", "the list of known projects cannot be read", { path, error: String(error) });
    }
    return { version: 1, projects: [] };
  }
}
