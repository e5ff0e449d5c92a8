// `daemon`: runs the shared local server in this process, shows the running ones, or ends them. Usually not needed: the first command or client
// starts one, and it ends when it is idle.
import type { Command } from "commander";
import { environmentName } from "../config/settings.ts";
import { DAEMON_FOLDER, entryFile } from "../daemon/place.ts";
import { endDaemon, runningDaemons } from "../daemon/running.ts";
import { isAnswering } from "../daemon/try-connect.ts";
import { packagePath } from "../system/package-root.ts";
import { runningProcesses } from "../system/running-processes.ts";
import { Failure } from "../vocabulary/failure.ts";
import { renderCount } from "../vocabulary/shown-text.ts";
import { type CommandContext, type Declare, exampleText, type Run } from "./command.ts";
import { EXIT } from "./exit.ts";
import { passedFlags } from "./passed-flags.ts";
import { renderJson } from "./render-answer.ts";

export function declareDaemon(command: Command, { parts, terminal }: CommandContext, declare: Declare): void {
  command
    .description("Run the shared local server here, until it is idle or Ctrl-C ends it")
    .addHelpText(
      "after",
      exampleText(["context-broker daemon", "context-broker daemon status", "context-broker daemon stop"]),
    );
  const run: Run = async (loaded) => {
    const entry = entryFile(packagePath("dist", "main.js"), { ...process.env, ...passedFlags(loaded) });
    if (entry === null) {
      throw new Failure("INVALID_SETTING", "the setting daemon is off, so nothing would use a shared server", {
        hint: `context-broker config set daemon auto, or unset ${environmentName("daemon")}`,
      });
    }
    const minutes = renderCount(loaded.settings.daemonIdleMinutes, "minute");
    const ready = () =>
      terminal.err.write(`ready for commands and clients; ends after ${minutes} without one, or by Ctrl-C\n`);
    if (await parts.host(loaded, entry, ready)) {
      return EXIT.found;
    }
    terminal.err.write("a shared server with these settings runs already: `context-broker daemon status` shows it\n");
    return EXIT.nothing;
  };
  declare(command, run, { shown: ["daemon_idle_minutes"] });
}

/** A server that is busy answers such a question between two of its steps. */
const ANSWER_MS_MAX = 1_000;
const HANGS = "; does not answer: clients and commands work alone, and `context-broker daemon stop` ends it";

export function declareDaemonStatus(command: Command, { terminal }: CommandContext, declare: Declare): void {
  command
    .description("Show the shared servers that run")
    .option("--json", "Print one JSON object")
    .addHelpText("after", exampleText(["context-broker daemon status"]));
  const run: Run = async ({ settings }, options) => {
    const known = new Map(runningProcesses(settings.cacheFolder).map((entry) => [entry.pid, entry]));
    const running = await runningDaemons(DAEMON_FOLDER);
    const answers = await Promise.all(running.map(({ endpoint }) => isAnswering(endpoint, ANSWER_MS_MAX)));
    const daemons = running.map(({ pid }, at) => {
      const { client = "", projects = [], sinceMs = null, version = "" } = known.get(pid) ?? {};
      return {
        pid,
        version,
        since: sinceMs === null ? null : new Date(sinceMs).toISOString(),
        clients: client,
        projects,
        answers: answers[at] === true,
      };
    });
    if (options["json"] === true) {
      terminal.out.write(renderJson({ daemons }, terminal.out));
    } else {
      const lines = daemons.map(({ pid, since, clients, projects, answers: isFree }) => {
        const open = projects.length === 0 ? "no project open" : `open: ${projects.join(", ")}`;
        return `pid ${pid}${since === null ? "" : `, since ${since}`}, for ${clients || "no client now"}; ${open}${isFree ? "" : HANGS}`;
      });
      terminal.out.write(`${lines.join("\n") || "no shared server runs; the next command or client starts one"}\n`);
    }
    return daemons.length === 0 ? EXIT.nothing : EXIT.found;
  };
  declare(command, run, { shown: [] });
}

export function declareDaemonStop(command: Command, { terminal }: CommandContext, declare: Declare): void {
  command
    .description("End the shared servers; clients that use one go on alone")
    .option("--json", "Print one JSON object")
    .addHelpText("after", exampleText(["context-broker daemon stop"]));
  const run: Run = async (_, options) => {
    const isJson = options["json"] === true;
    const daemons = await runningDaemons(DAEMON_FOLDER);
    for (const daemon of daemons) {
      await endDaemon(daemon);
      if (!isJson) {
        terminal.out.write(`ended the shared server with pid ${daemon.pid}\n`);
      }
    }
    if (isJson) {
      terminal.out.write(renderJson({ ended: daemons.map(({ pid }) => pid) }, terminal.out));
    } else if (daemons.length === 0) {
      terminal.out.write("no shared server runs\n");
    }
    return daemons.length === 0 ? EXIT.nothing : EXIT.found;
  };
  declare(command, run, { shown: [] });
}
