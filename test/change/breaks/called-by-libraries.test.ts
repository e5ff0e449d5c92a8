// Which methods a library may call although nothing of the project does, so that what a change of them breaks is not known.
import { expect, test } from "vitest";
import { mayBeCalledByLibrary } from "../../../src/change/breaks/called-by-libraries.ts";
import { lookupOf, openEdges } from "../../../src/intelligence/edges/edge-scene.ts";
import { resolveTarget } from "../../../src/intelligence/edges/target.ts";
import { type Files, memoryProject } from "../../support/memory-project.ts";

async function asked(files: Files, symbol: string): Promise<boolean> {
  const { snapshot } = await memoryProject(files, { withVectors: false });
  const lookup = lookupOf(snapshot);
  const targeted = resolveTarget(snapshot, lookup, symbol);
  if (targeted.kind !== "found") {
    throw new Error(`${symbol} is ${targeted.kind}`);
  }
  return mayBeCalledByLibrary(openEdges(snapshot, lookup, new AbortController().signal), targeted.symbol);
}

const go = (use: string, path = "main.go"): Files => ({
  "go.mod": "module example.com/shop\n\ngo 1.22\n\nrequire example.org/lib v1.0.0\n",
  "job.go":
    "package main\n\ntype Job struct{}\n\nfunc (j *Job) Run() {}\n\nfunc (j *Job) hide() {}\n\nfunc Keep(j *Job) {}\n",
  [path]: `package main\n\nimport (\n\t"fmt"\n\t"example.org/lib"\n)\n\n${use}\n`,
});

test.each<[what: string, is: boolean, files: Files, symbol: string]>([
  ["of a Go type given to another module", true, go("func main() { lib.Start(&Job{}) }"), "job.go#Job.Run"],
  ["put into another module's struct", true, go("func main() { _ = lib.Plan{Job: &Job{}} }"), "job.go#Job.Run"],
  ["not exported", false, go("func main() { lib.Start(&Job{}) }"), "job.go#Job.hide"],
  ["given to the standard library alone", false, go("func main() { fmt.Println(&Job{}) }"), "job.go#Job.Run"],
  ["given to the project alone", false, go("func main() { Keep(&Job{}); lib.Start(1) }"), "job.go#Job.Run"],
  ["given away by a test", false, go("func f() { lib.Start(&Job{}) }", "main_test.go"), "job.go#Job.Run"],
  [
    "of a TypeScript class that extends a library's",
    true,
    { "a.ts": 'import { Base } from "lib";\nclass Mid extends Base {}\nexport class A extends Mid {\n  run() {}\n}\n' },
    "a.ts#A.run",
  ],
  [
    "of a TypeScript class that extends the project's",
    false,
    { "a.ts": "class Base {}\nexport class A extends Base {\n  run() {}\n}\n" },
    "a.ts#A.run",
  ],
  [
    "private",
    false,
    { "a.ts": 'import { Base } from "lib";\nexport class A extends Base {\n  private run() {}\n}\n' },
    "a.ts#A.run",
  ],
  [
    "of a Python class that extends a library's",
    true,
    { "a.py": "from lib import Base\n\nclass A(Base):\n    def run(self):\n        pass\n" },
    "a.py#A.run",
  ],
  [
    "of a Python class that extends the language's own",
    false,
    { "a.py": "class A(Exception):\n    def run(self):\n        pass\n" },
    "a.py#A.run",
  ],
  [
    "marked as overriding in Java",
    true,
    { "A.java": "package a;\nclass A implements Runnable {\n  @Override public void run() {}\n}\n" },
    "A.java#A.run",
  ],
  [
    "not marked in Java",
    false,
    { "A.java": "package a;\nclass A implements Runnable {\n  public void stop() {}\n}\n" },
    "A.java#A.stop",
  ],
])("a method %s: %s", async (_, is, files, symbol) => {
  expect(await asked(files, symbol)).toBe(is);
});
