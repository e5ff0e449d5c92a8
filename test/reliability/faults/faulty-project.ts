// A project on the real disk behind a disk that a test can disturb, its index, and the index that the same files have when
// nothing disturbs: every fault must end there.
import { join } from "node:path";
import type { ProjectIndex } from "../../../src/index/project-index.ts";
import { type Disk, localDisk } from "../../../src/project/disk.ts";
import { openCorpus } from "../../../src/project/open-corpus.ts";
import { DEFAULT_RULES } from "../../support/default-rules.ts";
import { type IndexContents, readIndexContents } from "../../support/index-contents.ts";
import { ask, openTestProject, type TestProject, WAIT, whereIs } from "../../support/test-index.ts";

export interface FaultyProject extends TestProject {
  /** Opens the project's index behind this disk, with the rules of a real project. */
  openBehind(disk: Disk): Promise<ProjectIndex>;
  /** What the index holds now. */
  contents(): IndexContents;
  /** What an index of the files as they are now holds, made from nothing. */
  freshContents(): Promise<IndexContents>;
}

export function openFaultyProject(files: Readonly<Record<string, string>>): FaultyProject {
  const project = openTestProject(files);
  const corpusBehind = (disk: Disk) => openCorpus({ root: project.files, rules: DEFAULT_RULES, disk });
  let fresh = 0;
  return {
    ...project,
    openBehind: (disk) => project.open({ corpus: corpusBehind(disk) }),
    contents: () => readIndexContents(join(project.folder, "index")),
    async freshContents() {
      fresh += 1;
      const folder = join(project.folder, `fresh-${fresh}`);
      const index = await project.open({ folder, corpus: corpusBehind(localDisk) });
      const { lagging } = await index.freshen(WAIT);
      if (lagging > 0) {
        throw new Error(`the undisturbed index lags by ${lagging} files`);
      }
      return readIndexContents(folder);
    },
  };
}

/** Documents that hold a term, `path#chunk×times`. */
export const found = (index: ProjectIndex, term: string): string[] => ask(index, (snapshot) => whereIs(snapshot, term));
