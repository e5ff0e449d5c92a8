// The first answer about a project whose words are indexed and whose vectors are not: what a server that has just started
// says while it embeds. Each question finds the project so: the vectors that the one before has left are removed.
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Reply } from "./arm.ts";
import { placesOf, RANKING } from "./ask-program.ts";
import { openProgram } from "./program.ts";

/** Indexes the project's words in a cache folder of its own below `cache`, and answers how to ask about it. */
export async function openFirstAnswers(cache: string, root: string): Promise<(query: string) => Promise<Reply>> {
  const folder = join(cache, "first-answers");
  mkdirSync(folder, { recursive: true });
  const words = openProgram({ cache: folder, vectors: false });
  try {
    await words.index(root);
  } finally {
    await words.close();
  }
  return async (query) => {
    rmSync(join(folder, "vectors"), { recursive: true, force: true });
    const program = openProgram({ cache: folder, vectors: true });
    try {
      const started = performance.now();
      const result = await program.ask(root, query, RANKING);
      return { hits: placesOf(result), carried: new Map(), milliseconds: performance.now() - started };
    } finally {
      await program.close();
    }
  };
}
