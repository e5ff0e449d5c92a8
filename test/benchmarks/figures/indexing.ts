// What indexing costs: all words, chunks and symbols from nothing, by the command line, in processor time of all its
// processes. The last run's index stays in the project's home.
import { rmSync } from "node:fs";
import { type Bench, type Measured, megabytes } from "./part.ts";
import { type Ended, environmentIn, runCommand } from "./program.ts";

export interface Coverage {
  readonly files: number;
  readonly chunks: number;
  readonly chunks_embedded: number;
}

export const coverageOf = ({ stdout }: Ended): Coverage =>
  (JSON.parse(stdout) as { readonly coverage: Coverage }).coverage;

/** Small projects are indexed in seconds, and noise is a larger share of that. */
const roundsOf = (files: number): number => (files <= 1_000 ? 3 : 1);

export async function measureIndexing({ program, project, home }: Bench): Promise<readonly Measured[]> {
  const runs: Ended[] = [];
  for (let round = 0; round < roundsOf(project.files); round++) {
    rmSync(home, { recursive: true, force: true });
    const args = ["index", "--project", project.root, "--vectors", "off", "--json"];
    runs.push(await runCommand(program, args, environmentIn(home)));
  }
  const coverages = runs.map(coverageOf);
  return [
    { name: "files", values: coverages.slice(0, 1).map(({ files }) => files) },
    { name: "chunks", values: coverages.slice(0, 1).map(({ chunks }) => chunks) },
    {
      name: "all words, chunks, symbols and facts indexed: processor",
      values: runs.map(({ processorMs }) => processorMs / 1000),
    },
    {
      name: "all words, chunks, symbols and facts indexed: elapsed",
      values: runs.map(({ elapsedMs }) => elapsedMs / 1000),
    },
    { name: "peak memory while indexing words", values: runs.map(({ peak }) => megabytes(peak.proportionalBytes)) },
  ];
}
