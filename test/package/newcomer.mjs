// What a newcomer does with a packed file, in a home and a project that are new: setup through npx, then a first question through
// the entry that stands in the client's file. No step may want an answer, the network or a second try, or print an error. The place
// is this machine (where the system lets it, each process runs without any network: `unshare --net`), or a container.
import { execFile, execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";

const run = promisify(execFile);
/** Of a person's attention: from the first command to the first answer. */
const SECONDS_MAX = 60;
const CLIENT = "kimi-code";
const CONFIGURATION = ".kimi-code/mcp.json";
/** With a name that one file has: on a busy machine the first answer is from a part of the files. */
export const QUESTION = "how does openWorkerPool start its processes";
export const ANSWER = "src/worker-pool.ts";

/** Words that run a command without a network; none where the system does not let this user. */
function withoutNetwork() {
  const words = ["unshare", "--map-root-user", "--net", "--"];
  try {
    execFileSync(words[0], [...words.slice(1), "true"], { stdio: "ignore" });
    return words;
  } catch {
    return [];
  }
}

/** The source of a part of this program, in a repository. */
export function makeProject(root, folder, env) {
  cpSync(join(root, "src", "system"), join(folder, "src"), { recursive: true });
  const git = (...words) => execFileSync("git", ["-C", folder, ...words], { env });
  git("init", "-q");
  git("add", ".");
  git("-c", "user.name=A", "-c", "user.email=a@example.org", "commit", "-q", "-m", "Begin");
}

/**
 * A place on this machine: `start` answers the command that runs `words` there with further variables, `read` a file below the home.
 * `environment`: without what this repository's npm hands on.
 */
export function placeHere({ root, parent, environment }) {
  const home = join(parent, "newcomer");
  const project = join(home, "code", "app");
  mkdirSync(project, { recursive: true });
  const { PATH, LANG = "C.UTF-8" } = environment;
  const env = { PATH, LANG, HOME: home, USERPROFILE: home };
  makeProject(root, project, env);
  const isolated = withoutNetwork();
  return {
    name: isolated.length > 0 ? "without a network" : "with the machine's network: unshare is not allowed here",
    start: (words, further = {}) => {
      const [command, ...args] = [...isolated, ...words];
      return { command, args, cwd: project, env: { ...env, ...further } };
    },
    read: (path) => readFileSync(join(home, path), "utf8"),
  };
}

/** `tarball`: its path in the place. */
export async function checkNewcomer({ place, tarball, check, timed }) {
  const seconds = {};
  const step = async (name, work) => {
    const { result, seconds: taken } = await timed(work);
    seconds[name] = taken;
    return result;
  };
  const runIn = (words) => {
    const { command, args, cwd, env } = place.start(words);
    const running = run(command, args, { cwd, env, timeout: 60_000, maxBuffer: 2 ** 26 });
    running.child.stdin.end();
    return running;
  };

  const set = await step("npx setup", () =>
    runIn(["npx", "-y", `--package=${tarball}`, "context-broker", "setup", CLIENT, "--yes"]),
  );
  const isClean = !/\berr(?:or)?\b|warn/i.test(`${set.stdout}${set.stderr}`);
  check("newcomer: setup prints no error", isClean, (isClean ? set.stdout : `${set.stdout}${set.stderr}`).trim());
  const { mcpServers } = JSON.parse(place.read(CONFIGURATION));
  const entry = mcpServers["context-broker"];

  // The environment that clients give a server: the entry's, and the user's own.
  const transport = new StdioClientTransport({
    ...place.start([entry.command, ...entry.args], entry.env),
    stderr: "pipe",
  });
  let stderr = "";
  transport.stderr.on("data", (part) => {
    stderr += part;
  });
  const client = new Client({ name: CLIENT, version: "1" });
  try {
    await step("start of the server", () => client.connect(transport));
    const ask = () => client.callTool({ name: "search_codebase", arguments: { query: QUESTION } });
    const answer = await step("first search", ask);
    const [{ text }] = answer.content;
    check("newcomer: the first search finds it", answer.isError !== true && text.includes(ANSWER), text.split("\n")[0]);
    await step("second search", ask);
  } finally {
    await client.close();
    await runIn([entry.command, ...entry.args.map((word) => (word === "serve" ? "daemon" : word)), "stop"]);
  }
  check("newcomer: the server reports no error", !/error/i.test(stderr), stderr.trim());
  const total = Object.values(seconds).reduce((sum, one) => sum + one, 0);
  const steps = Object.entries(seconds).map(([name, taken]) => `${name} ${taken.toFixed(1)} s`);
  check(`newcomer: within ${SECONDS_MAX} s, ${place.name}`, total <= SECONDS_MAX, steps.join(", "));
}
