// The first answer on a project never seen: an empty home, a process that starts, its first question, asked again while it
// finds nothing. What the answer covers stands beside how long it took: a quick answer from few files is no achievement.
import { rmSync } from "node:fs";
import { timed } from "../support.ts";
import { type Bench, type Measured, roundsFor } from "./part.ts";
import { environmentIn, type SearchAnswer, type Server, startServer } from "./program.ts";

/** A project of which no word of any of these is in any file has no answer to wait for. */
const ASKED_MAX = 50;

interface FirstAnswer {
  readonly answer: SearchAnswer;
  readonly asked: number;
}

async function askUntilFound(server: Server, question: string): Promise<FirstAnswer> {
  for (let asked = 1; asked <= ASKED_MAX; asked++) {
    const answer = await server.ask(question);
    if (answer.hits.length > 0) {
      return { answer, asked };
    }
  }
  throw new Error(`nothing is found for ${question}`);
}

export async function measureFirstAnswer({
  program,
  project,
  emptyHome,
  questions,
}: Bench): Promise<readonly Measured[]> {
  const fromStart: number[] = [];
  const fromCall: number[] = [];
  const searchable: number[] = [];
  let empty = 0;
  for (let round = 0; round < roundsFor(project); round++) {
    const home = emptyHome();
    const question = questions[round] ?? "";
    const started = performance.now();
    const server = await startServer(program, project.root, environmentIn(home));
    const { ms, value } = await timed(() => askUntilFound(server, question));
    fromStart.push((performance.now() - started) / 1000);
    fromCall.push(ms / 1000);
    empty += value.asked - 1;
    const { files, files_by_words } = value.answer.details.completeness;
    searchable.push(files_by_words / files);
    await server.close();
    rmSync(home, { recursive: true, force: true });
  }
  const note = `${empty} answers found nothing yet, and the question was asked again`;
  return [
    { name: "first answer, from the process's start", values: fromStart, ...(empty > 0 ? { note } : {}) },
    { name: "first answer, from the call", values: fromCall },
    { name: "files searchable in the first answer", values: searchable },
  ];
}
