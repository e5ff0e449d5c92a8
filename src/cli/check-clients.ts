// doctor's check of the clients: is there an entry for this program, and would it start?
import { accessSync, constants, existsSync, readFileSync, statSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";
import type { Finding } from "./check-machine.ts";
import { type FoundEntry, findEntries } from "./client-entry.ts";
import { CLIENT_NAMES, type Client, type ClientName, clientsOf, type Machine } from "./clients.ts";

/** In bytes. No client's configuration is larger; Claude Code's has much besides its servers. */
const FILE_BYTES_MAX = 64 * 1024 * 1024;

export function checkClients(machine: Machine, main: string, cwd: string): Promise<Finding[]> {
  const clients = clientsOf(machine);
  return Promise.resolve(CLIENT_NAMES.flatMap((name) => checkClient(name, clients[name], machine, main, cwd)));
}

function checkClient(name: ClientName, client: Client, machine: Machine, main: string, cwd: string): Finding[] {
  const shared = client.projectFile === null ? [] : [join(cwd, client.projectFile)];
  const files = [...new Set([...client.userFiles, ...shared])].filter((file) => existsSync(file));
  const findings = files.flatMap((file) => checkFile(client, file, machine, main));
  if (findings.length > 0) {
    return findings;
  }
  return [
    {
      check: client.title,
      state: "note",
      detail: files.length === 0 ? "not found on this machine" : `no entry for context-broker in ${files.join(" or ")}`,
      cure: files.length === 0 ? "" : `context-broker setup ${name}`,
    },
  ];
}

function checkFile(client: Client, file: string, machine: Machine, main: string): Finding[] {
  const warn = (detail: string, cure: string): Finding => ({ check: client.title, state: "warning", detail, cure });
  let entries: FoundEntry[];
  try {
    if (statSync(file).size > FILE_BYTES_MAX) {
      return [warn(`${file} is too large to check`, "")];
    }
    entries = findEntries(client, readFileSync(file, "utf8"), main);
  } catch (error) {
    const why =
      error instanceof SyntaxError ? "is not valid" : `cannot be read (${(error as NodeJS.ErrnoException).code})`;
    return [warn(`${file} ${why}`, `${client.title} cannot read it either: correct it`)];
  }
  return entries.map((entry) => {
    const trouble = troubleOf(entry, machine);
    return trouble === ""
      ? { check: client.title, state: "ok", detail: `${entry.name} in ${file}`, cure: "" }
      : warn(`${entry.name} in ${file}: ${trouble}`, "replace the entry: `context-broker setup CLIENT` prints one");
  });
}

/** Why the entry would not start, or "". */
function troubleOf({ command, args }: FoundEntry, { env, platform }: Machine): string {
  if (command === "") {
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
