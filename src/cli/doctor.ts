// `doctor`: checks what the program needs and says what to do about each problem. Repairs nothing.

import { homedir } from "node:os";
import type { Command } from "commander";
import { USER_FILE } from "../config/folders.ts";
import { applyProjectFile, type LoadedSettings } from "../config/load-settings.ts";
import { DAEMON_FOLDER } from "../daemon/place.ts";
import { packagePath } from "../system/package-root.ts";
import { SYSTEM } from "../system/platform/this-system.ts";
import { checkClients } from "./check-clients.ts";
import { checkLanguageModel } from "./check-language-model.ts";
import { checkDisk, checkFolder, checkGit, checkModule, checkNode, type Finding, type State } from "./check-machine.ts";
import { checkCache, checkProcesses } from "./check-processes.ts";
import { checkSharedServer } from "./check-shared-server.ts";
import { checkTeam } from "./check-team.ts";
import { checkWatching } from "./check-watching.ts";
import { type CommandContext, type Declare, exampleText, type Run } from "./command.ts";
import { findCurrentProject, terminalCaller } from "./current-project.ts";
import { asFailure, EXIT } from "./exit.ts";
import { openProgressBar } from "./progress-bar.ts";
import { renderJson } from "./render-answer.ts";
import { styleOf } from "./style.ts";
import { type Output, visible } from "./terminal.ts";

export function declareDoctor(command: Command, context: CommandContext, declare: Declare): void {
  command
    .description(
      "Check Node, native libraries, the model, folders, git, running processes and the clients' configuration",
    )
    .option("--json", "Print one JSON object")
    .addHelpText(
      "after",
      `${exampleText(["context-broker doctor", "context-broker doctor --json"])}\n\nExit code 2: something essential is broken.`,
    );
  const run: Run = async (loaded, options) => {
    const { out } = context.terminal;
    const findings = await examine(loaded, context);
    const failed = findings.some(({ state }) => state === "failed");
    out.write(
      options["json"] === true
        ? renderJson({ outcome: failed ? "failed" : "found", checks: findings }, out)
        : renderFindings(findings, out),
    );
    return failed ? EXIT.failed : EXIT.found;
  };
  declare(command, run);
}

/** All checks, ordered so that an earlier problem explains later ones. */
async function examine(loaded: LoadedSettings, { parts, cwd, terminal }: CommandContext): Promise<Finding[]> {
  const { settings } = loaded;
  const main = packagePath("dist", "main.js");
  const checks: readonly (readonly [string, () => Promise<Finding | readonly Finding[]>])[] = [
    ["Node", checkNode],
    ["SQLite", () => checkModule("better-sqlite3", "essential")],
    ["ONNX Runtime", () => checkModule("onnxruntime-node", "essential")],
    ["HNSW", () => checkModule("hnswlib-node", "optional")],
    ["model", () => checkModel(loaded, parts)],
    [
      "folders",
      async () => [
        await checkFolder("cache folder", settings.cacheFolder),
        await checkFolder("data folder", settings.dataFolder),
      ],
    ],
    ["disk", () => checkDisk(settings.cacheFolder)],
    ["git", () => checkGit(() => parts.unreadRepository(cwd))],
    ["watching", async () => checkWatching(settings.watch, cwd)],
    ["settings", () => checkSettings(loaded, parts, cwd)],
    ["team's server", () => checkTeam(settings, parts)],
    ["language model", () => checkLanguageModel(settings, parts)],
    ["shared server", async () => checkSharedServer(settings.daemon, DAEMON_FOLDER)],
    ["processes", () => checkProcesses(settings.cacheFolder)],
    ["cache", () => checkCache(settings.cacheFolder, settings.cacheLimitMb)],
    ["clients", () => checkClients({ platform: SYSTEM, home: homedir(), env: process.env }, main, cwd)],
  ];
  const bar = openProgressBar(terminal.err);
  const findings: Finding[] = [];
  for (const [index, [name, check]] of checks.entries()) {
    bar.show({ done: index, total: checks.length, message: `checking ${name}` });
    findings.push(...[await check()].flat());
  }
  bar.clear();
  return findings;
}

async function checkModel({ settings }: LoadedSettings, parts: CommandContext["parts"]): Promise<Finding> {
  try {
    return {
      check: "model",
      state: "ok",
      detail: `${await parts.checkModel(settings)}: all files match their hashes`,
      cure: "",
    };
  } catch (error) {
    const { message, hint } = asFailure(error);
    return { check: "model", state: "failed", detail: message, cure: hint };
  }
}

async function checkSettings(loaded: LoadedSettings, parts: CommandContext["parts"], cwd: string): Promise<Finding[]> {
  let all = loaded;
  try {
    const project = await findCurrentProject(loaded.settings, terminalCaller(parts.version, cwd));
    all = project === null ? loaded : applyProjectFile(loaded, project);
  } catch (error) {
    const { message, hint } = asFailure(error);
    return [{ check: "settings", state: "warning", detail: message, cure: hint }];
  }
  const refused = all.refused.map(({ key, origin, reason }): Finding => {
    const detail = `${key} in ${origin.name} is ignored: ${reason}`;
    return { check: "settings", state: "warning", detail, cure: `remove it from ${origin.name}` };
  });
  const read = all.files.length === 0 ? `none read; yours would be ${USER_FILE}` : all.files.join(", ");
  return refused.length > 0 ? refused : [{ check: "settings", state: "ok", detail: read, cure: "" }];
}

const MARKS: Readonly<Record<State, string>> = { ok: "✓", note: "·", warning: "!", failed: "✗" };

function renderFindings(findings: readonly Finding[], out: Output): string {
  const { green, yellow, red, dim, bold } = styleOf(out);
  const paint: Readonly<Record<State, (text: string) => string>> = {
    ok: green,
    note: dim,
    warning: yellow,
    failed: red,
  };
  const columns = Math.max(...findings.map(({ check }) => check.length));
  const lines = findings.flatMap(({ check, state, detail, cure }) => [
    `${paint[state](MARKS[state])} ${bold(check.padEnd(columns))}  ${visible(detail)}`,
    ...(cure === "" ? [] : [`  ${" ".repeat(columns)}  ${dim("→")} ${visible(cure)}`]),
  ]);
  const count = (state: State) => findings.filter((finding) => finding.state === state).length;
  const verdict = count("failed") > 0 ? red(`${count("failed")} failed`) : green("ready");
  const warnings = count("warning") > 0 ? `, ${count("warning")} to look at` : "";
  return `${lines.join("\n")}\n\n${verdict}${warnings}\n`;
}
