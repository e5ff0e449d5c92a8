// search_files and the project's listing against git and picomatch: the files that git does not ignore, and those that globs
// name.
import { dirname } from "node:path";
import picomatch from "picomatch";
import { type Random, seededRandom } from "../../../support/random.ts";
import { readTable } from "../../../support/read-table.ts";
import type { Finding, Judge, Scene } from "../judge.ts";
import { admittedFiles } from "./admitted.ts";
import { runTool } from "./run-tool.ts";
import { openTally } from "./tally.ts";

const GLOBS = 200;
/** The most files that one answer shows. */
const FILES_MAX = 500;
const TOKENS_MAX = 200_000;

const pick = <Item>(items: readonly Item[], random: Random): Item | undefined =>
  items[Math.floor(random() * items.length)];

/** A glob that someone who knows this path might write. */
export function globFrom(path: string, other: string, random: Random): string {
  const [folder, name] = [dirname(path), path.split("/").at(-1) ?? path];
  const ending = name.includes(".") ? name.slice(name.lastIndexOf(".")) : "";
  const top = path.split("/")[0] ?? path;
  const otherEnding = other.includes(".") ? other.slice(other.lastIndexOf(".") + 1) : "md";
  const forms = [
    `**/*${ending}`,
    `${folder}/*`,
    `${top}/**`,
    `**/${name}`,
    `**/${name.slice(0, 2)}*`,
    `${folder}/${name.slice(0, -1)}?`,
    `**/*.{${ending.slice(1) || "md"},${otherEnding}}`,
    `${top}/**/*${ending}`,
    `**/[${name.slice(0, 1)}]*${ending}`,
    `**/${folder.split("/").at(-1) ?? ""}/**/*${ending}`,
  ].filter((glob) => !glob.includes("./*") || glob.startsWith("**"));
  return (pick(forms, random) ?? `**/*${ending}`).replace(/^\.\//, "");
}

/**
 * What picomatch says. As with `.gitignore`, a glob without `/` is meant for the file's name in any folder, picomatch's
 * `basename`. picomatch takes `a/**` for the file `a` as well; a shell and git do not.
 */
export function matcherOf(glob: string): (path: string) => boolean {
  const matches = picomatch(glob, { dot: true, basename: !glob.includes("/") });
  const own = glob.replace(/\/\*\*$/, "");
  return (path) => matches(path) && path !== own;
}

/** Files that git tracks or would track, without links and submodules. */
async function filesOfGit(root: string): Promise<string[]> {
  const staged = await runTool("git", ["-C", root, "ls-files", "-z", "--stage"]);
  const tracked = staged.split("\0").flatMap((line) => (line.startsWith("100") ? (line.split("\t")[1] ?? []) : []));
  const others = await runTool("git", ["-C", root, "ls-files", "-z", "--others", "--exclude-standard"]);
  return [...tracked, ...others.split("\0")].filter((path) => path !== "").sort();
}

interface Answer {
  /** A table with the column `path`. */
  readonly files: unknown;
  readonly envelope?: { readonly found?: number };
}

async function judgeListing(root: string): Promise<Finding> {
  const tally = openTally();
  const { files, excluded } = await admittedFiles(root);
  const git = new Set(await filesOfGit(root));
  const admitted = new Set(files);
  for (const path of files) {
    if (git.has(path)) {
      tally.right();
    } else {
      tally.wrong("listed, and ignored by git", path);
    }
  }
  const missing = [...git].filter((path) => !admitted.has(path));
  const told = Object.entries(excluded)
    .filter(([why]) => why !== "ignored")
    .reduce((sum, [, count]) => sum + count, 0);
  missing.forEach((path, at) => {
    if (at < told) {
      tally.leaveOut("left out by the program and counted by reason (binary, secret, lock, generated …)");
    } else {
      tally.wrong("not listed, and counted nowhere", path);
    }
  });
  return tally.finding("search_files", "the project's files", { least: 1 });
}

async function run({ root, seed, startServer }: Scene): Promise<readonly Finding[]> {
  const listing = await judgeListing(root);
  const { files } = await admittedFiles(root);
  const random = seededRandom(seed);
  const tally = openTally();
  const server = await startServer(root);
  try {
    for (let at = 0; at < GLOBS; at++) {
      const glob = globFrom(pick(files, random) ?? "", pick(files, random) ?? "", random);
      const wanted = files.filter(matcherOf(glob));
      const answer = (await server.call("search_files", {
        query: glob,
        limit: FILES_MAX,
        max_tokens: TOKENS_MAX,
      })) as Answer;
      const shown = readTable(answer.files)
        .map(({ path }) => String(path))
        .sort();
      const isSame =
        wanted.length > FILES_MAX ? answer.envelope?.found === wanted.length : shown.join() === wanted.join();
      if (isSame) {
        tally.right();
      } else {
        const odd = wanted.find((path) => !shown.includes(path)) ?? shown.find((path) => !wanted.includes(path)) ?? "";
        tally.wrong(
          shown.length > wanted.length ? "more files than picomatch" : "fewer files than picomatch",
          `${glob}: ${odd}`,
        );
      }
    }
  } finally {
    await server.close();
  }
  return [listing, tally.finding("search_files", "globs", { least: 1 })];
}

export const projectFiles: Judge = {
  name: "project-files",
  tools: ["search_files"],
  authority: "git ls-files, picomatch",
  checkouts: [
    { name: "chi", source: "go-chi/chi" },
    { name: "express", source: "expressjs/express" },
    { name: "sinatra", source: "sinatra/sinatra" },
    { name: "flask", source: "pallets/flask", heldOut: true },
  ],
  versions: async () => [(await runTool("git", ["--version"])).trim(), "picomatch as in package-lock.json"],
  run,
};
