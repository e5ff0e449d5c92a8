// Files that change, grow, shrink, vanish or become something else between being opened and being read: what is indexed is
// a state that the file had, or it is said that it was changing; and once it is quiet, the index is as a fresh one.
import { appendFileSync, mkdirSync, renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, expect, it } from "vitest";
import { type Disk, localDisk } from "../../../src/project/disk.ts";
import { openCorpus } from "../../../src/project/open-corpus.ts";
import { DEFAULT_RULES } from "../../support/default-rules.ts";
import { WAIT } from "../../support/test-index.ts";
import { type FaultyProject, found, openFaultyProject } from "./faulty-project.ts";

const FILES = {
  "a.ts": "export function orchid() {\n  return 1;\n}\n",
  "b.ts": "export const banana = 2;\n",
  "src/c.py": `def cherry():\n    return 3\n${"# padding\n".repeat(2_000)}`,
};

let project: FaultyProject;
afterEach(() => project.dispose());

/** Calls `disturb` when the file has been opened and before it is read: that is when its place is checked. */
function disturbed(name: string, disturb: (path: string) => void): Disk & { readonly times: () => number } {
  let times = 0;
  return {
    ...localDisk,
    realPath(path) {
      if (path.endsWith(name)) {
        times += 1;
        disturb(path);
      }
      return localDisk.realPath(path);
    },
    times: () => times,
  };
}

const DISTURBANCES: Readonly<Record<string, (file: string) => void>> = {
  grows: (file) => appendFileSync(file, "\n# plum\n"),
  shrinks: (file) => truncateSync(file, 20),
  "becomes empty": (file) => truncateSync(file, 0),
  vanishes: (file) => rmSync(file, { force: true }),
  "is replaced": (file) => {
    writeFileSync(`${file}.new`, "def plum():\n    return 4\n");
    renameSync(`${file}.new`, file);
  },
  "becomes a link to the outside": (file) => {
    rmSync(file, { force: true });
    symlinkSync("/etc/hostname", file);
  },
  "becomes a folder": (file) => {
    rmSync(file, { recursive: true, force: true });
    mkdirSync(file);
  },
};

it.each(Object.entries(DISTURBANCES))("a file that %s while it is read", async (_name, disturb) => {
  project = openFaultyProject(FILES);
  const file = join(project.files, "src/c.py");
  let quiet = false;
  const disk = disturbed("src", () => {
    if (!quiet) {
      disturb(file);
    }
  });
  const index = await project.openBehind(disk);
  await index.freshen(WAIT);
  expect(disk.times()).toBeGreaterThan(0);
  quiet = true;
  const { lagging, problems } = await index.freshen(WAIT);
  expect({ lagging, changing: problems.filter(({ code }) => code === "FILE_CHANGED_WHILE_READ") }).toEqual({
    lagging: 0,
    changing: [],
  });
  expect(project.contents()).toEqual(await project.freshContents());
  expect(found(index, "orchid")).toEqual(["a.ts#0×1"]);
});

it("a text is a state that the file had, whole, or said to be mixed", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(...Object.keys(DISTURBANCES)), { minLength: 1, maxLength: 4 }),
      async (kinds) => {
        project = openFaultyProject({ "src/c.py": FILES["src/c.py"] });
        const file = join(project.files, "src/c.py");
        const states = new Set<string>([FILES["src/c.py"]]);
        const left = [...kinds];
        const disk = disturbed("src", () => {
          DISTURBANCES[left.shift() ?? ""]?.(file);
          const stamp = localDisk.stamp(file);
          if (stamp?.kind === "file") {
            states.add(localDisk.readHead(file, 1 << 20).toString("utf8"));
          }
        });
        const source = openCorpus({ root: project.files, rules: DEFAULT_RULES, disk });
        await source.refresh();
        const outcome = await source.read("src/c.py");
        if ("text" in outcome) {
          const mixed = outcome.problems.some(({ code }) => code === "FILE_CHANGED_WHILE_READ");
          expect(mixed || states.has(outcome.text), outcome.text.slice(0, 100)).toBe(true);
        } else {
          // Grown by `truncate` it holds NULs, which is what a binary file is told by.
          expect(["unreadable", "binary"]).toContain(outcome.excluded);
        }
        await project.dispose();
      },
    ),
    { numRuns: 40 },
  );
});
