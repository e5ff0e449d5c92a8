// What is found while a first index is made: files written at random moments of it, each asked for at once by the one name that it
// alone defines. ripgrep says which file holds the name.
import { execFileSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { packagePath } from "../../../../src/system/package-root.ts";
import { type Random, seededRandom } from "../../../support/random.ts";
import { environmentIn, type SearchAnswer, startServer } from "../../figures/program.ts";
import type { Cause, Checkout, Finding, Judge, Scene } from "../judge.ts";

const FILES = 12;
/** Between two files, in milliseconds. */
const PAUSE_MS_MAX = 2_500;

interface Judged extends Checkout {
  readonly ending: string;
  readonly text: (name: string) => string;
}

const CHECKOUTS: readonly Judged[] = [
  {
    name: "terraform",
    source: "hashicorp/terraform",
    ending: ".go",
    text: (name) => `package fresh\n\nfunc ${name}(value int) int {\n\treturn value\n}\n`,
  },
  {
    name: "spring-framework",
    source: "spring-projects/spring-framework",
    ending: ".java",
    text: (name) => `class Fresh {\n  int ${name}(int value) {\n    return value;\n  }\n}\n`,
  },
  {
    name: "rust-analyzer",
    source: "rust-lang/rust-analyzer",
    ending: ".rs",
    text: (name) => `pub fn ${name}(value: u32) -> u32 {\n    value\n}\n`,
    heldOut: true,
  },
];

export const firstIndex: Judge = {
  name: "first-index",
  tools: ["search_codebase"],
  authority: "ripgrep",
  checkouts: CHECKOUTS,
  versions: () => [execFileSync("rg", ["--version"], { encoding: "utf8" }).split("\n", 1)[0] ?? ""],
  run: judge,
};

/** How a person asks for a name. */
const QUESTIONS: readonly ((name: string) => string)[] = [
  (name) => name,
  (name) => `where is ${name} defined`,
  (name) => `what does ${name} return`,
];

async function judge(scene: Scene): Promise<readonly Finding[]> {
  const checkout = CHECKOUTS.find(({ name }) => name === scene.checkout.name);
  if (checkout === undefined) {
    return [];
  }
  const folder = join(scene.home, "copy");
  const home = join(scene.home, "never-indexed");
  for (const old of [folder, home]) {
    rmSync(old, { recursive: true, force: true });
  }
  execFileSync("cp", ["-r", scene.root, folder]);
  const random = seededRandom(scene.seed);
  const server = await startServer({ main: packagePath("dist/main.js") }, folder, environmentIn(home), [
    "--vectors",
    "off",
  ]);
  const causes: Cause[] = [];
  let building = 0;
  try {
    await server.ask("how does it start");
    for (let at = 0; at < FILES; at += 1) {
      await delay(random() * PAUSE_MS_MAX);
      const { name, path } = writeFresh(checkout, folder, at, random);
      const answer = await server.ask((QUESTIONS[at % QUESTIONS.length] ?? String)(name));
      const [holder = ""] = execFileSync("rg", ["-l", "--fixed-strings", name, folder], { encoding: "utf8" }).split(
        "\n",
      );
      building += answer.details.index.lagging_files > 0 ? 1 : 0;
      if (join(folder, answer.hits[0]?.path ?? "") !== holder) {
        causes.push({ cause: "the first hit is another file", count: 1, example: `${path} ${name}: ${told(answer)}` });
      }
    }
  } finally {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
  return [
    {
      tool: "search_codebase",
      part: `files written while a first index is made (${building} of ${FILES} before it was whole)`,
      sites: FILES,
      figures: [{ name: "first hit", right: FILES - causes.length, of: FILES, wanted: { least: 1 } }],
      causes,
      leftOut: [],
    },
  ];
}

const told = ({ hits }: SearchAnswer): string => hits[0]?.path ?? "no hit";

/** A new file beside one of the project's, with a name that stands nowhere else. */
function writeFresh(checkout: Judged, folder: string, at: number, random: Random) {
  const listed = execFileSync("git", ["-C", folder, "ls-files", `*${checkout.ending}`], {
    encoding: "utf8",
    maxBuffer: 1e8,
  });
  const paths = listed.split("\n").filter((path) => path !== "");
  const path = join(dirname(paths[Math.floor(random() * paths.length)] ?? ""), `fresh_${at}${checkout.ending}`);
  const name = `zq${Math.floor(random() * 1e9).toString(36)}${at % 2 === 0 ? "Applier" : "_handler"}`;
  writeFileSync(join(folder, path), checkout.text(name));
  return { name, path };
}
