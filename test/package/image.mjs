// The steps of the Dockerfile, run one after another without a container engine: each stage is a folder, and absolute paths lie
// below it. What `npm ci`, `npm run build` and `npm pack` make is taken from this clone, since the test has made it already; what asks Debian's servers
// is named as not run.
import { execFile } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import dockerignore from "@balena/dockerignore";

const run = promisify(execFile);
const KNOWN = ["FROM", "WORKDIR", "COPY", "RUN", "ENV", "ENTRYPOINT", "CMD"];
/** `nobody`, where this process may become another user. */
const USER = 65_534;

/** `[keyword, arguments]` of each instruction; every one has to be one line that this file knows how to follow. */
function readDockerfile(text) {
  return text
    .split("\n")
    .filter((line) => line.trim() !== "" && !line.startsWith("#"))
    .map((line) => {
      const [, keyword, rest] = /^([A-Z]+) (.*[^\\])$/.exec(line) ?? [];
      if (!KNOWN.includes(keyword) || rest.includes("<<")) {
        throw new Error(`the Dockerfile has a line that is not exercised: ${line}`);
      }
      return [keyword, rest];
    });
}

/** The files that the clone sends to the engine. */
async function contextOf(root) {
  const { stdout } = await run("git", ["ls-files", "-z"], { cwd: root, maxBuffer: 2 ** 26 });
  const filter = dockerignore().add(readFileSync(join(root, ".dockerignore"), "utf8"));
  return stdout.split("\0").filter((path) => path !== "" && existsSync(join(root, path)) && !filter.ignores(path));
}

/** Follows the instructions; answers the last stage. `onStep` is told each step that was run, `onLeft` each that was not. */
async function followDockerfile({ root, tarball, folder, environment, onStep, onLeft }) {
  const stages = new Map();
  let stage = null;
  /** The paths of an image, in this stage's folder. */
  const placed = (text, of = stage) =>
    text.replace(/(^|[\s=:"'])\/(?=[a-z])/g, (_, before) => `${before}${of.folder}/`);
  const follow = {
    FROM: (rest) => {
      const [image, , name] = rest.split(" ");
      stage = { image, folder: join(folder, `stage${stages.size}`), env: { ...environment }, workdir: "/" };
      // git's settings of the machine, as far as the image has made any.
      stage.env.GIT_CONFIG_SYSTEM = join(stage.folder, "etc/gitconfig");
      mkdirSync(join(stage.folder, "etc"), { recursive: true });
      mkdirSync(join(stage.folder, "tmp"));
      stages.set(name ?? String(stages.size), stage);
    },
    WORKDIR: (rest) => {
      stage.workdir = rest;
      mkdirSync(placed(rest), { recursive: true });
    },
    COPY: async (rest) => {
      const [, from, source, to] = /^(?:--from=(\S+) )?(\S+) (\S+)$/.exec(rest);
      const target = to.startsWith("/") ? placed(to) : resolve(placed(stage.workdir), to);
      if (from !== undefined) {
        cpSync(placed(source, stages.get(from)), target, { recursive: true, verbatimSymlinks: true });
        return;
      }
      const wanted = source === "." ? () => true : (path) => path === source || path.startsWith(`${source}/`);
      const files = (await contextOf(root)).filter(wanted);
      if (files.length === 0) {
        throw new Error(`COPY ${rest}: nothing of it is in the clone, or .dockerignore leaves it out`);
      }
      for (const path of files) {
        mkdirSync(join(target, dirname(path)), { recursive: true });
        cpSync(join(root, path), join(target, path), { verbatimSymlinks: true });
      }
    },
    RUN: async (rest) => {
      const cwd = placed(stage.workdir);
      if (/^apt-get /.test(rest)) {
        return "asks Debian's servers as root";
      }
      if (/^npm ci\b/.test(rest)) {
        symlinkSync(join(root, "node_modules"), join(cwd, "node_modules"));
        return null;
      }
      if (rest === "npm run build") {
        cpSync(join(root, "dist"), join(cwd, "dist"), { recursive: true });
        return null;
      }
      const [, packed] = /^npm pack --ignore-scripts --pack-destination (\S+)$/.exec(rest) ?? [];
      if (packed !== undefined) {
        cpSync(tarball, join(placed(packed), basename(tarball)));
        return null;
      }
      await run("sh", ["-ec", placed(rest)], { cwd, env: stage.env, maxBuffer: 2 ** 26 });
      return null;
    },
    ENV: (rest) => {
      const [, name, value] = /^(\w+)=(\S+)$/.exec(rest);
      stage.env[name] = placed(value).replace(/\$(\w+)/g, (_, other) => stage.env[other] ?? "");
    },
    ENTRYPOINT: (rest) => {
      stage.entrypoint = JSON.parse(rest);
    },
    CMD: (rest) => {
      stage.command = JSON.parse(rest);
    },
  };
  for (const [keyword, rest] of readDockerfile(readFileSync(join(root, "Dockerfile"), "utf8"))) {
    const left = await follow[keyword](rest);
    (left == null ? onStep : onLeft)(`${keyword} ${rest}`, left);
  }
  return stage;
}

/** How a process is started without network and without being root: null where this machine forbids it. */
async function confinement() {
  const wrapped =
    process.getuid() === 0
      ? ["unshare", "--net", "setpriv", `--reuid=${USER}`, `--regid=${USER}`, "--clear-groups"]
      : ["unshare", "--user", "--net"];
  const works = await run(wrapped[0], [...wrapped.slice(1), "true"]).then(
    () => true,
    () => false,
  );
  return works ? wrapped : null;
}

/** `docker run --user … IMAGE args` in that stage: answers exit code and output. */
async function runImage({ env, entrypoint, command }, wrapper, args, cwd) {
  const [program, ...rest] = [...wrapper, ...entrypoint, ...(args ?? command)];
  // A user without an entry in /etc/passwd gets this home from Docker.
  const options = { cwd, env: { ...env, HOME: "/" }, maxBuffer: 2 ** 26 };
  try {
    return { code: 0, ...(await run(program, rest, options)) };
  } catch (error) {
    return error;
  }
}

/** A branch that takes away what the others of its files use, in a repository of another user. */
async function brokenBranch(root, folder) {
  const git = (...args) =>
    run("git", ["-c", "user.name=Ada", "-c", "user.email=ada@example.org", ...args], { cwd: folder });
  cpSync(join(root, "fixtures/code/depot"), folder, { recursive: true });
  await git("init", "-q", "-b", "main");
  await git("add", "-A");
  await git("commit", "-qm", "depot");
  await git("checkout", "-qb", "topic");
  await git("rm", "-q", "src/parse.ts");
  await git("commit", "-qm", "Remove the parser");
}

/**
 * Runs the Dockerfile's steps and then the image's command. `root`: the clone, built; `tarball`: what `npm pack` made of it;
 * `check(what, good, seen)` takes each result.
 */
export async function checkImage({ root, tarball, environment, check }) {
  // Without white space: the Dockerfile's own commands do not quote the image's paths.
  const folder = mkdtempSync(join(tmpdir(), "context-broker-image-"));
  try {
    chmodSync(folder, 0o755);
    const done = [];
    const image = await followDockerfile({
      root,
      tarball,
      folder,
      environment,
      onStep: (step) => done.push(step),
      onLeft: (step, why) => process.stdout.write(`     image: not run, since it ${why}: ${step}\n`),
    });
    check("image: the steps of the Dockerfile run", done.length > 0, `${done.length} steps`);
    const wrapper = await confinement();
    if (wrapper === null) {
      process.stdout.write("     image: not run without network and as another user: this machine forbids it\n");
    }
    const help = await runImage(image, wrapper ?? [], null, folder);
    check("image: without arguments it shows the help", help.code === 0 && /^Usage: /.test(help.stdout), help.stderr);
    const project = join(image.folder, "project");
    await brokenBranch(root, project);
    const review = await runImage(image, wrapper ?? [], ["review", "--base", "main", "--output", "json"], project);
    const found = review.code === 1 ? JSON.parse(review.stdout).findings : [];
    check(
      "image: reviews another user's repository, offline and not as root",
      found.some(({ rule, path }) => rule === "removed-export" && path === "src/parse.ts"),
      found.length > 0 ? found.map(({ rule }) => rule).join() : review.stderr,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
