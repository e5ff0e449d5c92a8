// A real Emacs for tests: a daemon of its own, without the user's settings, with the package of this checkout.
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { packagePath } from "../../../src/system/package-root.ts";
import { EMACS, PLAIN } from "./emacs.ts";

export const EMACSCLIENT = process.env["EMACSCLIENT"] ?? "emacsclient";

export interface RunningEmacs {
  readonly process: ChildProcess;
  /** The path of its server's socket. */
  readonly socket: string;
  /** The printed value of a form; short ones only. Fails where the form signals an error. */
  eval(form: string): Promise<string>;
  /** Sends the form, and does not wait. */
  send(form: string): void;
  close(): Promise<void>;
}

/** `forms` are evaluated before the server starts. `socket`: of an earlier one that has ended. */
export async function startEmacs(forms: readonly string[] = [], socket?: string): Promise<RunningEmacs> {
  const folder = socket === undefined ? mkdtempSync(join(tmpdir(), "cb-emacs-")) : join(socket, "..");
  const path = join(folder, "server");
  rmSync(path, { force: true });
  const load = ["-L", packagePath("emacs"), "--eval", "(require 'context-broker-buffers)"];
  const args = [
    ...PLAIN,
    `--fg-daemon=${path}`,
    ...load,
    ...forms.flatMap((form) => ["--eval", form]),
    "--eval",
    `(setq make-backup-files nil auto-save-default nil)`,
  ];
  const child = spawn(EMACS, args, {
    cwd: folder,
    env: { ...process.env, HOME: folder, TERM: "xterm" },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  child.stderr?.on("data", (data: Buffer) => {
    said += data.toString();
  });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  for (let tries = 0; !existsSync(path); tries += 1) {
    if (tries > 400 || child.exitCode !== null) {
      throw new Error(`Emacs did not start: ${said}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const client = (form: string) => promisify(execFile)(EMACSCLIENT, ["-s", path, "--eval", form], { timeout: 20_000 });
  return {
    process: child,
    socket: path,
    eval: async (form) => (await client(form)).stdout.trim(),
    send: (form) => void client(form).catch(() => undefined),
    close: async () => {
      child.kill("SIGKILL");
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
