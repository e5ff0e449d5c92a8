// A process killed between any two writes leaves the old or the new: what is opened afterwards goes on, and ends as an
// index that was never disturbed.
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bundleChildProgram, type ChildProgram, ended, nextMessage } from "../../support/child-program.ts";
import type { IndexChildReport } from "../../support/index-child.ts";
import { type IndexContents, readIndexContents } from "../../support/index-contents.ts";
import { seededRandom } from "../../support/random.ts";
import { openTestProject, type TestProject, WAIT } from "../../support/test-index.ts";

const BEFORE = {
  "a.ts": "export function first() {\n  return 1;\n}\n",
  "b.ts": "export const second = 2;\n",
  "gone.md": "# Going\n\nsoon gone\n",
};
const AFTER: Readonly<Record<string, string>> = {
  "a.ts": "export function first() {\n  return other();\n}\nexport class Added {\n  method() {}\n}\n",
  "b.ts": "export const second = 2;\n",
  "c.py": "def third():\n    return 3\n",
};

const random = seededRandom(Number(process.env["PROPERTY_SEED"] ?? 13));

let program: ChildProgram;
let wanted: IndexContents;
beforeAll(async () => {
  program = await bundleChildProgram("test/support/index-child.ts");
  const project = openTestProject(AFTER);
  await (await project.open()).freshen(WAIT);
  wanted = readIndexContents(join(project.folder, "index"));
  await project.dispose();
});
afterAll(() => program.dispose());

/** An index of BEFORE whose files have become those of AFTER. */
async function behindProject(): Promise<TestProject> {
  const project = openTestProject(BEFORE);
  const index = await project.openWithVectors();
  await index.complete({});
  await index.close();
  for (const [path, text] of Object.entries(AFTER)) {
    project.write(path, text);
  }
  project.remove("gone.md");
  return project;
}

const argumentOf = (project: TestProject) => ({
  files: project.files,
  index: join(project.folder, "index"),
  store: join(project.folder, "store"),
});

async function expectRecovery(project: TestProject): Promise<void> {
  expect(readIndexContents(join(project.folder, "index")).strays).toEqual([]);
  const index = await project.openWithVectors();
  const report = await index.complete({});
  const chunks = Object.values(wanted.chunks).flat().length;
  expect(report.coverage).toEqual({ files: 3, filesSearchable: 3, chunks, chunksEmbedded: chunks });
  expect(readIndexContents(join(project.folder, "index"))).toEqual(wanted);
}

async function killAt(dieAtWrite: number): Promise<void> {
  const project = await behindProject();
  try {
    expect(await ended(program.start({ ...argumentOf(project), dieAtWrite }))).toBe("SIGKILL");
    await expectRecovery(project);
  } finally {
    await project.dispose();
  }
}

describe("a kill in the middle of an update", () => {
  it("between any two writes leaves an index that goes on to be whole", async () => {
    const probe = await behindProject();
    const child = program.start(argumentOf(probe));
    await nextMessage(child);
    const { writes } = await nextMessage<IndexChildReport>(child);
    await ended(child);
    await probe.dispose();
    expect(writes).toBeGreaterThan(30);
    // Spread over the whole run, the same in each unless PROPERTY_SEED is set; CRASH_STEPS=all takes every one.
    const step = process.env["CRASH_STEPS"] === "all" ? 1 : Math.ceil(writes / 12);
    const first = 1 + Math.floor(random() * step);
    for (let at = first; at <= writes - 5; at += step) {
      await killAt(at).catch((error: unknown) => {
        throw new Error(`killed before write ${at} of ${writes}`, { cause: error });
      });
    }
  }, 600_000);

  it("at any moment of a first indexing leaves an index that goes on to be whole", async () => {
    for (const afterMs of [5, 60, 200, 350, 600]) {
      const project = openTestProject(AFTER);
      try {
        const child = program.start(argumentOf(project));
        await nextMessage(child);
        setTimeout(() => child.kill("SIGKILL"), afterMs + random() * 50);
        await ended(child);
        await expectRecovery(project);
      } finally {
        await project.dispose();
      }
    }
  }, 240_000);
});
