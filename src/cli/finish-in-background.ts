// Finishes the index after a search on the command line, since a command ends with its answer: a background process continues
// and ends when it is done, as the setting `finish_index` allows. Unlike `index`, it does not open the project to clients.
import { spawn } from "node:child_process";
import { constants } from "node:os";
import process from "node:process";
import type { Command } from "commander";
import type { LoadedSettings } from "../config/load-settings.ts";
import { environmentName } from "../config/settings.ts";
import { chooseProject } from "../operations/contract/choose-project.ts";
import type { Answer } from "../operations/contract/operation.ts";
import { packagePath } from "../system/package-root.ts";
import { PRIORITY } from "../system/platform/priority.ts";
import { runningProcesses } from "../system/running-processes.ts";
import { formatNumber } from "../vocabulary/shown-text.ts";
import type { CommandContext, Declare, Rest, Run } from "./command.ts";
import { terminalCaller } from "./current-project.ts";
import { EXIT } from "./exit.ts";
import { passedFlags } from "./passed-flags.ts";

/** The hidden command that the background process runs. */
export const FINISH_INDEX = "finish-index";

/** Null if the answer is not a search, or used all files. */
export function restOf({ structured }: Answer): Rest | null {
  const { project_root: root, completeness } = structured;
  if (typeof root !== "string" || typeof completeness !== "object" || completeness === null) {
    return null;
  }
  const { files, files_by_words: searched } = completeness as { files?: unknown; files_by_words?: unknown };
  const isPartial = typeof files === "number" && typeof searched === "number" && searched < files;
  return isPartial ? { root, files: files - searched } : null;
}

/** "1,204 files are not indexed" */
export const notIndexed = (files: number): string =>
  `${formatNumber(files)} ${files === 1 ? "file is" : "files are"} not indexed`;

/** Starts the process if the setting allows it and none is running; returns what to tell the user. */
export function finishInBackground({ root, files }: Rest, loaded: LoadedSettings): string {
  const { finishIndex, cacheFolder } = loaded.settings;
  const left = notIndexed(files);
  if (finishIndex === "off") {
    return `note: ${left}; \`context-broker index\` indexes them and makes their vectors`;
  }
  const isRunning = runningProcesses(cacheFolder).some(
    ({ client, projects }) => client === FINISH_INDEX && projects.includes(root),
  );
  if (!isRunning) {
    const env = { ...process.env, ...passedFlags(loaded), [environmentName("project")]: root };
    const words = finishIndex === "words" ? ["--vectors", "off"] : [];
    const main = packagePath("dist", "main.js");
    spawn(process.execPath, [main, FINISH_INDEX, ...words], {
      cwd: root,
      env,
      detached: true,
      stdio: "ignore",
    }).unref();
  }
  const more = finishIndex === "words" ? "; `context-broker index` makes the vectors too" : "";
  return `note: ${left} yet; a background process continues (setting finish_index)${more}`;
}

export function declareFinishIndex(program: Command, context: CommandContext, declare: Declare): void {
  const command = program.command(FINISH_INDEX, { hidden: true }).description("Index what a search left over");
  const run: Run = async (loaded) => {
    PRIORITY.lower(0, constants.priority.PRIORITY_LOW);
    const services = await context.parts.openServices(loaded, { words: FINISH_INDEX, isRepeatable: true });
    const { signal } = new AbortController();
    try {
      const caller = terminalCaller(context.parts.version, context.cwd);
      const root = await chooseProject(undefined, { caller, services, signal });
      await services.withProject(root, async (session) => {
        await (await session.index()).complete({ signal, onProgress: () => undefined });
      });
      return EXIT.found;
    } finally {
      await services.close();
    }
  };
  declare(command, run, { shown: [] });
}
