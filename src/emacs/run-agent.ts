// Runs one turn of a command-line agent for the Emacs that started this process, `context-broker emacs-agent TURN`: what the agent does is written
// to the standard output as events. An agent that ends before it says anything is started again.
import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import process from "node:process";
import { SIGNALS } from "../system/platform/signals.ts";
import { AGENT_CLIENTS, type AgentTask } from "./agent-clients.ts";
import { type AgentEvent, renderEvent } from "./agent-event.ts";

interface StartedTask extends AgentTask {
  /** What starts the agent, with its first arguments. */
  readonly program: readonly string[];
}

interface Ended {
  /** Its exit code, or the signal that killed it. */
  readonly by: number | string;
  /** The end of its standard error. */
  readonly complaint: string;
}

interface RunningAgent {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
}

type WriteEvent = (event: AgentEvent) => void;

/** How often it is started again. */
const RETRIES_MAX = 2;
const COMPLAINT_MAX = 2_000;
/** How long processes that it left behind may still write. */
const LEFT_BEHIND_MS = 1_000;

/** `file`: a turn as JSON. Returns the exit code of this process. */
export async function runAgent(file: string): Promise<number> {
  const turn = JSON.parse(readFileSync(file, "utf8")) as StartedTask;
  let agent: RunningAgent | undefined;
  let [isStopped, wasHeard, hasFailed] = [false, false, false];
  const write: WriteEvent = (event) => {
    hasFailed ||= event[0] === "failed";
    wasHeard ||= event[0] !== "failed" && event[0] !== "note";
    process.stdout.write(`${renderEvent(event)}\n`);
  };
  for (const signal of SIGNALS.keyboard) {
    // The agent gets it as well, and ends in its own way.
    process.on(signal, () => {
      isStopped = true;
    });
  }
  const stopWithEmacs = () => {
    isStopped = true;
    agent?.child.kill();
  };
  process.stdin.on("end", stopWithEmacs).resume();
  process.stdout.on("error", stopWithEmacs);
  for (let retries = 0; ; retries += 1) {
    let ended: Ended;
    try {
      agent = startAgent(turn, write);
      ended = await agent.ended;
    } catch (error) {
      ended = { by: "an error", complaint: String(error) };
    }
    if (ended.by === 0 || isStopped || hasFailed) {
      break;
    }
    if (wasHeard || retries === RETRIES_MAX) {
      write(["failed", `[the agent ended with ${ended.by}]\n${ended.complaint}`.trim()]);
      break;
    }
    write(["note", `\n[the agent ended with ${ended.by}; it is started again]`]);
  }
  // All of it, before this process ends.
  await new Promise((written) => process.stdout.write("", written));
  return 0;
}

function startAgent(turn: StartedTask, write: WriteEvent): RunningAgent {
  const client = AGENT_CLIENTS[turn.client];
  const [command = "", ...first] = turn.program;
  const { args, env = {}, input = turn.prompt } = client.start(turn);
  const child = spawn(command, [...first, ...args], { env: { ...process.env, ...env } });
  const readLine = (line: string) => {
    try {
      client.read(line).forEach(write);
    } catch {
      // A warning among the messages, or a message formed as a newer version forms it.
      write(["note", line]);
    }
  };
  let [rest, complaint] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    lines.forEach(readLine);
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    complaint = (complaint + text).slice(-COMPLAINT_MAX);
  });
  // An agent need not read what it is given.
  child.stdin.on("error", () => undefined).end(input);
  child.once("exit", () => {
    setTimeout(() => [child.stdout, child.stderr].map((stream) => stream.destroy()), LEFT_BEHIND_MS).unref();
  });
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, signal) => {
      if (rest !== "") {
        readLine(rest);
      }
      resolve({ by: code ?? signal ?? "an error", complaint });
    });
  });
  return { child, ended };
}
