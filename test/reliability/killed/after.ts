// What must hold after a kill: the next start answers as a fresh index, what was acknowledged is there, nothing is torn or
// left behind.
import { existsSync, readdirSync, readFileSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { openSqlite } from "../../../src/system/sqlite.ts";
import { callTool, type RunningServer } from "../../support/mcp-server.ts";
import { differenceOf, isWhole, type WireAnswer } from "../soak/judge-answer.ts";
import { askWhole } from "../support.ts";
import { type Scene, startSceneServer, wordsOr } from "./scene.ts";

const TIMEOUT = { timeout: 600_000 };

async function answersOf(server: RunningServer, queries: readonly string[], meaning: boolean): Promise<WireAnswer[]> {
  const answers: WireAnswer[] = [];
  for (const query of queries) {
    answers.push(await askWhole(server, query, meaning));
  }
  return answers;
}

export interface Compared {
  /** How the next start's answers differ from a fresh index's. */
  readonly differences: readonly string[];
  /** Whether the next start's answers knew every file and every vector. */
  readonly whole: boolean;
  /** Names of saved results that are not what was acknowledged. */
  readonly wrong: readonly string[];
}

/** `meaning`: by words and meaning, else by words alone. */
export async function compareNextStart(scene: Scene, queries: readonly string[], meaning: boolean): Promise<Compared> {
  // These two are asked little: one worker of a kind is enough, and quicker there.
  const env = { ...wordsOr(meaning), CONTEXT_BROKER_JOBS: "1" };
  const servers = await Promise.all([startSceneServer(scene, "next", env), startSceneServer(scene, "fresh", env)]);
  try {
    const [next = [], fresh = []] = await Promise.all(servers.map((server) => answersOf(server, queries, meaning)));
    scene.ledger.answered += queries.length;
    const wrong = servers[0] === undefined ? [] : await wrongSaves(scene, servers[0]);
    return {
      differences: fresh.flatMap((wanted, at) => {
        const answer = next[at];
        return answer === undefined ? ["no answer"] : (differenceOf(answer, wanted) ?? []);
      }),
      whole: next.every((answer) => isWhole(answer, meaning)),
      wrong,
    };
  } finally {
    await Promise.all(servers.map((server) => server.close()));
  }
}

/** Saves that are neither the last acknowledged one nor one that was under way. */
async function wrongSaves({ ledger }: Scene, server: RunningServer): Promise<string[]> {
  const wrong: string[] = [];
  for (const [name, possible] of ledger.saved) {
    const { isError, structured, text } = await callTool(
      server,
      "get_saved_result",
      { name, max_tokens: 200_000 },
      TIMEOUT,
    );
    const document = structured["document"] as { readonly query?: string } | undefined;
    const error = structured["error"] as { readonly code?: string } | undefined;
    const found = isError ? (error?.code === "NOT_FOUND" ? null : text) : (document?.query ?? text);
    if (possible.includes(found)) {
      ledger.saved.set(name, [found]);
    } else {
      wrong.push(`${name}: ${found}, not one of ${possible.join(", ")}`);
    }
  }
  return wrong;
}

/** Paths below a home. */
export const filesBelow = (home: string): string[] => readdirSync(home, { recursive: true, encoding: "utf8" });

/** Databases that SQLite finds fault with. */
export function unsoundDatabases(home: string): string[] {
  return filesBelow(home)
    .filter((path) => path.endsWith(".sqlite"))
    .flatMap((path) => {
      const database = openSqlite(join(home, path), { readonly: true });
      try {
        const verdict = database.pragma("integrity_check", { simple: true });
        return verdict === "ok" ? [] : [`${path}: ${String(verdict)}`];
      } finally {
        database.close();
      }
    });
}

export interface JournalLines {
  readonly whole: number;
  readonly torn: number;
}

export function journalLines({ playground }: Scene): JournalLines {
  const folder = join(playground.home, ".context-broker/journal");
  const lines = existsSync(folder)
    ? readdirSync(folder).flatMap((file) => readFileSync(join(folder, file), "utf8").split("\n").filter(Boolean))
    : [];
  const torn = lines.filter((line) => {
    try {
      JSON.parse(line);
      return false;
    } catch {
      return true;
    }
  });
  return { whole: lines.length - torn.length, torn: torn.length };
}

/** Files that were being written when their process was killed. */
export const leftovers = (home: string): string[] => filesBelow(home).filter((path) => /\.tmp$|\.broken|~$/.test(path));

/** Gives what is left behind the age at which it is swept: until then it might be a write in progress. */
export function ageLeftovers(home: string): void {
  const past = Date.now() / 1000 - 24 * 3600;
  for (const path of leftovers(home)) {
    utimesSync(join(home, path), past, past);
  }
}
