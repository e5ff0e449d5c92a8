// `npm run test:container -- --image node:22-bookworm-slim`: packs this package and does what a newcomer does (newcomer.mjs) in a
// container that was made a moment ago, without a network, as a user without rights: no git, no compiler, no other package.
// With `--dockerfile` it also builds the Dockerfile and asks its image, as a user that the image does not know, about a repository of
// another one. Needs docker and an image with Node. Exit code 1 where one check failed, 2 where they could not be made.
import { execFile, execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { parseArgs, promisify } from "node:util";
import { openChecks, pack, timed } from "./checks.mjs";
import { ANSWER, checkNewcomer, makeProject, QUESTION } from "./newcomer.mjs";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../../", import.meta.url));
const { values } = parseArgs({
  options: {
    image: { type: "string", default: "node:22-bookworm-slim" },
    dockerfile: { type: "boolean", default: false },
  },
});
/** A user that the image does not know, as of `docker run --user`. */
const USER = "1000:1000";
const HOME = "/home/newcomer";
const PROJECT = `${HOME}/code/app`;

const docker = (...args) => execFileSync("docker", args, { encoding: "utf8" }).trim();

const { check, counts } = openChecks();

/** Copies a file or folder into the container, for the newcomer. */
function bring(container, from, to) {
  docker("exec", "--user", "0", container, "mkdir", "-p", to.slice(0, to.lastIndexOf("/")));
  docker("cp", "-q", from, `${container}:${to}`);
}

function placeIn(container) {
  return {
    name: `in a container of ${values.image} without a network`,
    start: (words, further = {}) => {
      const variables = Object.entries({ HOME, ...further }).flatMap(([name, value]) => ["--env", `${name}=${value}`]);
      const args = ["exec", "--interactive", "--workdir", PROJECT, ...variables, container, ...words];
      return { command: "docker", args, cwd: root, env: process.env };
    },
    read: (path) => docker("exec", container, "cat", `${HOME}/${path}`),
  };
}

/** What the container must not have for the checks to mean anything. */
function checkBare(container) {
  const found = ["git", "gcc", "python3"].filter((name) => {
    try {
      docker("exec", container, "sh", "-c", `command -v ${name}`);
      return true;
    } catch {
      return false;
    }
  });
  check("the container has neither git, a compiler nor Python", found.length === 0, found.join());
}

/** The image of the Dockerfile, asked as `docker run --rm -v "$PWD:/project" IMAGE …` does. */
async function checkDockerfile(project) {
  const tag = "context-broker-test";
  const built = await timed(() =>
    run("docker", ["build", "--network", "host", "--tag", tag, root], { maxBuffer: 2 ** 26 }),
  );
  const size = Number(docker("image", "inspect", "--format", "{{.Size}}", tag));
  check("the Dockerfile builds", true, `${built.seconds.toFixed(0)} s, ${(size / 1e6).toFixed(0)} MB`);
  const ask = (...words) =>
    docker("run", "--rm", "--network", "none", "--user", "1234", "--volume", `${project}:/project`, tag, ...words);
  const found = JSON.parse(ask("search", QUESTION, "--json"));
  check("its image finds it", found.hits?.[0]?.path === ANSWER, found.hits?.[0]?.path);
  const reviewed = JSON.parse(ask("review", "--base", "HEAD", "--json"));
  check("its image reviews a repository of another user", reviewed.status === "approved", reviewed.status);
}

const folder = mkdtempSync(join(tmpdir(), "context-broker container "));
let container = "";
try {
  container = docker("run", "--detach", "--network", "none", "--user", USER, values.image, "sleep", "1800");
  check("Node", true, docker("exec", container, "node", "--version"));
  checkBare(container);
  const { filename } = await pack(root, folder);
  const tarball = `/tmp/${basename(filename)}`;
  bring(container, join(folder, filename), tarball);
  const project = join(folder, "app");
  makeProject(root, project, process.env);
  bring(container, project, PROJECT);
  docker("exec", "--user", "0", container, "chown", "--recursive", USER, HOME);
  await checkNewcomer({ place: placeIn(container), tarball, check, timed });
  if (values.dockerfile) {
    await checkDockerfile(project);
  }
  process.exitCode = counts.failed > 0 ? 1 : 0;
} catch (error) {
  process.stderr.write(
    `${error.message}\nhint: start docker, and name an image that it has: --image node:22-bookworm-slim\n`,
  );
  process.exitCode = 2;
} finally {
  if (container !== "") {
    docker("rm", "--force", container);
  }
  rmSync(folder, { recursive: true, force: true });
}
