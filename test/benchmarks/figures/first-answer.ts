// The first answer on a project never seen: an empty home, a process that starts, its first question. What the answer
// covers stands beside how long it took: a quick answer from few files is no achievement.
import { rmSync } from "node:fs";
import { timed } from "../support.ts";
import { type Bench, type Measured, roundsFor } from "./part.ts";
import { environmentIn, startServer } from "./program.ts";

export async function measureFirstAnswer({
  program,
  project,
  emptyHome,
  questions,
}: Bench): Promise<readonly Measured[]> {
  const fromStart: number[] = [];
  const fromCall: number[] = [];
  const searchable: number[] = [];
  for (let round = 0; round < roundsFor(project); round++) {
    const home = emptyHome();
    const question = questions[round] ?? "";
    const started = performance.now();
    const server = await startServer(program, project.root, environmentIn(home));
    const answer = await timed(() => server.ask(question));
    fromStart.push((performance.now() - started) / 1000);
    fromCall.push(answer.ms / 1000);
    const { files, files_by_words } = answer.value.completeness;
    searchable.push(files_by_words / files);
    await server.close();
    rmSync(home, { recursive: true, force: true });
  }
  return [
    { name: "first answer, from the process's start", values: fromStart },
    { name: "first answer, from the call", values: fromCall },
    { name: "files searchable in the first answer", values: searchable },
  ];
}
