// `ui`: a local page about a project, until Ctrl-C.

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Command } from "commander";
import { chooseProject } from "../operations/contract/choose-project.ts";
import { DESKTOP } from "../system/platform/desktop.ts";
import { PRIVATE_MODES } from "../system/platform/permissions.ts";
import { Failure } from "../vocabulary/failure.ts";
import { type CommandContext, type Declare, exampleText, type Run } from "./command.ts";
import { terminalCaller } from "./current-project.ts";
import { EXIT } from "./exit.ts";

const PORT_MAX = 65_535;

export function declareUi(command: Command, context: CommandContext, declare: Declare): void {
  command
    .description(
      "Open a local page about a project: search, saved results, index, savings, pictures, calls of assistants",
    )
    .option("--port <n>", "Port on this machine; default: any that is free")
    .option("--open", "Open the link in the system's browser")
    .addHelpText(
      "after",
      exampleText([
        "context-broker ui",
        "context-broker ui --open",
        "context-broker ui --project ~/code/app --port 7400",
      ]),
    );
  const run: Run = async (loaded, options) => {
    const { parts, terminal, cwd } = context;
    const port = portOf(options["port"]);
    const interrupt = context.watchInterrupt();
    const caller = terminalCaller(parts.version, cwd);
    const root = await chooseProject(undefined, { caller, services: loaded, signal: interrupt.signal });
    const page = await parts.page(loaded, root, port);
    terminal.out.write(`${page.link}\n`);
    terminal.err.write("The link is for you alone: it contains the page's token. Ctrl-C ends the page.\n");
    const opener = options["open"] === true ? writeOpener(page.link) : null;
    if (opener !== null) {
      openInBrowser(opener.file, (why) =>
        terminal.err.write(`the browser could not be started (${why}): open the link\n`),
      );
    }
    await new Promise<void>((resolve) => {
      interrupt.signal.addEventListener("abort", () => resolve());
    });
    opener?.remove();
    await page.close();
    interrupt.release();
    return EXIT.found;
  };
  // `--port` here is the page's own, not the setting of `serve --http`, so that both can run at once.
  declare(command, run, { taken: new Set(["port"]) });
}

function portOf(given: unknown): number {
  if (given === undefined) {
    return 0;
  }
  const port = /^\d{1,5}$/.test(String(given)) ? Number(given) : -1;
  if (port < 0 || port > PORT_MAX) {
    throw new Failure("INVALID_INPUT", `--port: ${String(given).slice(0, 20)} is not a port`, {
      hint: `give a number from 1 to ${PORT_MAX}, or leave it out`,
    });
  }
  return port;
}

/**
 * Writes a private file that redirects to the link, and is given to the browser instead of it: every user of the machine can read the arguments of
 * a process, and the link contains the token.
 */
function writeOpener(link: string): { readonly file: string; remove(): void } {
  // mkdtemp makes a folder for this user alone.
  const folder = mkdtempSync(join(tmpdir(), "context-broker-ui-"));
  const file = join(folder, "open.html");
  writeFileSync(
    file,
    `<!doctype html><meta http-equiv="refresh" content="0;url=${link}"><title>Context Broker</title>`,
    {
      mode: PRIVATE_MODES.file,
    },
  );
  return { file, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

function openInBrowser(file: string, failed: (why: string) => void): void {
  const [program, ...words] = DESKTOP.opener;
  const child = spawn(program, [...words, file], { stdio: "ignore", detached: true });
  child.on("error", (error: NodeJS.ErrnoException) => failed(error.code ?? error.message));
  child.unref();
}
