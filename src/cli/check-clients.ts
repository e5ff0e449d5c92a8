// doctor's check of the clients: is there an entry for this program, and would it start?
import { accessSync, constants, existsSync, readFileSync, statSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";
import { type FoundEntry, findEntries } from "../clients/client-config.ts";
import type { Client, Machine } from "../clients/contract/client.ts";
import { CLIENTS } from "../clients/registry.ts";
import { TEXT_BYTES_MAX } from "../clients/text-change.ts";
import { codeOf } from "../vocabulary/failure.ts";
import type { Finding } from "./check-machine.ts";

export const checkClients = (machine: Machine, main: string, cwd: string): Promise<Finding[]> =>
  Promise.resolve(CLIENTS.flatMap((client) => checkClient(client, machine, main, cwd)));

function checkClient(client: Client, machine: Machine, main: string, cwd: string): Finding[] {
  const shared = client.projectFile === null ? [] : [join(cwd, client.projectFile)];
  const files = [...new Set([...client.userFiles(machine), ...shared])].filter((file) => existsSync(file));
  const findings = files.flatMap((file) => checkFile(client, file, machine, main));
  if (findings.length > 0) {
    return findings;
  }
  return [
    {
      check: client.title,
      state: "note",
      detail: files.length === 0 ? "not found on this machine" : `no entry for context-broker in ${files.join(" or ")}`,
      cure: files.length === 0 ? "" : `context-broker setup ${client.name}`,
    },
  ];
}

function checkFile(client: Client, file: string, machine: Machine, main: string): Finding[] {
  const warn = (detail: string, cure: string): Finding => ({ check: client.title, state: "warning", detail, cure });
  let entries: FoundEntry[];
  try {
    const stats = statSync(file);
    // Reading a named pipe would wait for its writer.
    if (!stats.isFile()) {
      return [warn(`${file} is not a file`, `replace it by a file, then run \`context-broker setup ${client.name}\``)];
    }
    if (stats.size > TEXT_BYTES_MAX) {
      return [warn(`${file} is too large to check`, "")];
    }
    entries = findEntries(client, readFileSync(file, "utf8"), main);
  } catch (error) {
    const why = error instanceof SyntaxError ? "is not valid" : `cannot be read (${codeOf(error)})`;
    return [warn(`${file} ${why}`, `${client.title} cannot read it either: correct it`)];
  }
  return entries.map((entry) => {
    const trouble = troubleOf(entry, machine);
    return trouble === ""
      ? { check: client.title, state: "ok", detail: `${entry.name} in ${file}`, cure: "" }
      : warn(`${entry.name} in ${file}: ${trouble}`, `context-broker setup ${client.name}`);
  });
}

/** Why the entry would not start, or "". */
function troubleOf({ words: [command, ...args] }: FoundEntry, { env, platform }: Machine): string {
  if (command === undefined) {
    return "it has no command";
  }
  if (!isRunnable(command, env["PATH"] ?? "", platform)) {
    return `its command ${command} does not exist`;
  }
  const script = args.find((arg) => isAbsolute(arg) && /\.[cm]?js$/.test(arg));
  if (script !== undefined && !existsSync(script)) {
    return `${script} does not exist`;
  }
  return args.some((arg) => /\bserve\b/.test(arg)) ? "" : "its arguments lack `serve`";
}

function isRunnable(command: string, path: string, platform: NodeJS.Platform): boolean {
  const suffixes = platform === "win32" ? ["", ".exe", ".cmd", ".bat"] : [""];
  const places = isAbsolute(command) ? [command] : path.split(delimiter).map((folder) => join(folder, command));
  return places.some((place) => suffixes.some((suffix) => isExecutable(place + suffix)));
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
