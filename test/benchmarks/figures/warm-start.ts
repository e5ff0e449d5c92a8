// A server that starts on a project it has indexed and embedded before: from the process's start to its first answer, to a
// question without a cached answer, meaning included.
import { type Bench, type Measured, roundsFor } from "./part.ts";
import { environmentIn, startServer } from "./program.ts";

export async function measureWarmStart({ program, project, home, questions }: Bench): Promise<readonly Measured[]> {
  const values: number[] = [];
  let [incomplete, unchecked] = [0, 0];
  for (let round = 0; round < roundsFor(project); round++) {
    const started = performance.now();
    // Not made new by a word of its own: one that occurs nowhere has all files compared first.
    const server = await startServer(program, project.root, environmentIn(home, { CONTEXT_BROKER_QUERY_CACHE: "off" }));
    const answer = await server.ask(questions[round] ?? "");
    values.push(performance.now() - started);
    const { completeness, index } = answer.details;
    const { files, files_by_words, chunks, chunks_by_meaning } = completeness;
    unchecked += index.unchecked === true ? 1 : 0;
    incomplete += files_by_words < files || chunks_by_meaning < chunks ? 1 : 0;
    await server.close();
  }
  const notes = [
    ...(incomplete > 0 ? [`${incomplete} of ${values.length} answers were not from all words and vectors`] : []),
    ...(unchecked > 0 ? [`${unchecked} of ${values.length} said that files were not checked for changes yet`] : []),
  ];
  const note = notes.join("; ");
  return [{ name: "warm start to the first answer", values, ...(note === "" ? {} : { note }) }];
}
