// One file touched under a warm server: how soon the next answer comes, asked at once, and what it all costs, the work
// behind the answer included. The file is new to the project and removed again; the answer has to find what was written.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { hashOf } from "../scale/hash.ts";
import { processorMs, timed } from "../support.ts";
import { type Bench, type Measured, roundsFor } from "./part.ts";
import { environmentIn, type SearchAnswer, type Server, startServer } from "./program.ts";
import { settle, WARM_UP } from "./queries.ts";
import { CHANGED_CHUNKS } from "./targets.ts";

const FOLDER = "bench-edited";
const FILE = `${FOLDER}/ledger.ts`;
/** Each is a chunk of its own: 16 lines, some 800 characters, which is more than the model reads. */
const FUNCTIONS = 60;
const LINES = 14;
const NOUNS = ["ledger", "invoice", "harbour", "cargo", "voyage", "anchor", "captain", "cabin", "lantern", "compass"];
const VERBS = ["balance", "settle", "charge", "refund", "audit", "reconcile", "forward", "archive", "restore", "sign"];

const pick = (words: readonly string[], key: string): string => words[hashOf(key) % words.length] ?? "";
const title = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** `edition` makes its text another; `marker` is a name that stands nowhere else. */
function functionText(at: number, edition: string, marker: string): string {
  const lines = Array.from({ length: LINES }, (_, line) => {
    const key = `${at}:${edition}:${line}`;
    const [noun, verb, other] = [pick(NOUNS, key), pick(VERBS, `${key}:verb`), pick(NOUNS, `${key}:other`)];
    return `  const ${noun}${line} = ${verb}${title(other)}(ledger, "${verb} the ${other} of ${noun}", ${hashOf(key) % 1000});`;
  });
  return `export function ${marker}(ledger: Ledger): void {\n${lines.join("\n")}\n}\n`;
}

/** The first `changed` functions are of the edition given, the others of the first. */
function fileText(changed: number, edition: string): string {
  return Array.from({ length: FUNCTIONS }, (_, at) =>
    at < changed ? functionText(at, edition, `quokka${edition}x${at}`) : functionText(at, "first", `quokkafirstx${at}`),
  ).join("\n");
}

function expectFound(answer: SearchAnswer, marker: string): void {
  const { chunks, chunks_by_meaning } = answer.details.completeness;
  if (answer.hits[0]?.path !== FILE || answer.details.index.lagging_files > 0 || chunks_by_meaning < chunks) {
    const top = answer.hits[0]?.path ?? "nothing";
    throw new Error(`${marker} was asked for and ${top} found, ${chunks_by_meaning} of ${chunks} chunks by meaning`);
  }
}

interface Edited {
  readonly answer: number[];
  readonly processor: number[];
}

async function editOnce(server: Server, root: string, changed: number, edition: string, into: Edited): Promise<void> {
  await settle(server);
  const before = processorMs(server.pid);
  writeFileSync(join(root, FILE), fileText(changed, edition));
  const marker = `quokka${edition}x0`;
  const { ms, value } = await timed(() => server.ask(marker));
  expectFound(value, marker);
  await settle(server);
  into.answer.push(ms);
  into.processor.push(processorMs(server.pid) - before);
}

export async function measureEdits({ program, project, home, questions }: Bench): Promise<readonly Measured[]> {
  const folder = join(project.root, FOLDER);
  // What a run that was killed has left.
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const server = await startServer(program, project.root, environmentIn(home));
  try {
    const chunksBefore = (await server.ask(questions[0] ?? "")).details.completeness.chunks;
    writeFileSync(join(project.root, FILE), fileText(0, "first"));
    for (const question of questions.slice(0, WARM_UP)) {
      await server.ask(`${question} again`);
    }
    const chunks = (await server.ask(questions[1] ?? "")).details.completeness.chunks - chunksBefore;
    if (chunks !== FUNCTIONS) {
      throw new Error(`the edited file has ${chunks} chunks, not ${FUNCTIONS}: the figures would be of other edits`);
    }
    const measured = new Map<number, Edited>(CHANGED_CHUNKS.map((count) => [count, { answer: [], processor: [] }]));
    for (let round = 0; round < roundsFor(project); round++) {
      for (const [count, into] of measured) {
        // The time makes texts that no earlier run has left a vector of.
        await editOnce(server, project.root, count, `${Date.now().toString(36)}`, into);
      }
    }
    return [...measured].flatMap(([count, { answer, processor }]): Measured[] => [
      { name: `one file touched, ${count} chunks: answer`, values: answer },
      { name: `one file touched, ${count} chunks: processor`, values: processor },
    ]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
    // The index forgets the file again, so that the next part finds it as it was.
    await server.ask(questions[2] ?? "").finally(() => server.close());
  }
}
