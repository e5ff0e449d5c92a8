// Runs a Lisp form in the running Emacs through its own client. Nothing that a caller of a tool wrote is ever part of a form: arguments travel as
// files (exchange.ts). What the client prints is read only to explain an error, since a value above some 4 KB arrives damaged.
import { spawn } from "node:child_process";
import { statSync } from "node:fs";
import { SIGNALS } from "../system/platform/signals.ts";
import { codeOf } from "../vocabulary/failure.ts";

export interface ClientPlace {
  /** Name or path of Emacs's server; null: the default one of emacsclient. */
  readonly server: string | null;
  /** Where the default server is looked for depends on these variables. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** How a form ended: run, refused by the system or by Emacs (`reason`), or not in time. */
export type FormOutcome =
  | { readonly kind: "done"; readonly printed: string }
  | { readonly kind: "failed"; readonly reason: string; readonly isMissing: boolean }
  | { readonly kind: "late" };

export interface RunningForm {
  readonly outcome: Promise<FormOutcome>;
  /** Ends the client. A form that Emacs has not read yet may still run. */
  end(): void;
}

/** Of each of its outputs, in characters. */
const PRINTED_MAX = 2_000;

/** The form must not signal an error: Emacs pauses for seconds after one. */
export function runForm(form: string, { server, env }: ClientPlace, msMax: number): RunningForm {
  const child = spawn("emacsclient", [...placeArguments(server), "--eval", form], {
    // Otherwise emacsclient starts an editor of its own where no Emacs listens.
    env: { ...env, ALTERNATE_EDITOR: undefined },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  let complaint = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    printed = (printed + text).slice(0, PRINTED_MAX);
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    complaint = (complaint + text).slice(0, PRINTED_MAX);
  });
  const end = (): void => void child.kill(SIGNALS.atOnce);
  const outcome = new Promise<FormOutcome>((resolve) => {
    const timer = setTimeout(() => {
      resolve({ kind: "late" });
      end();
    }, msMax);
    child.once("error", (error) => {
      const isMissing = codeOf(error) === "ENOENT";
      resolve({ kind: "failed", reason: isMissing ? "there is no program emacsclient" : error.message, isMissing });
    });
    child.once("close", (code) => {
      clearTimeout(timer);
      resolve(
        code === 0
          ? { kind: "done", printed: printed.trim() }
          : { kind: "failed", reason: reasonIn(`${complaint}\n${printed}`), isMissing: false },
      );
    });
  });
  return { outcome, end };
}

/** A file that is no socket has the address and key of a server that listens on TCP. */
function placeArguments(server: string | null): string[] {
  if (server === null) {
    return [];
  }
  const isFile = statSync(server, { throwIfNoEntry: false })?.isFile() === true;
  return [isFile ? `--server-file=${server}` : `--socket-name=${server}`];
}

/** The first line that says anything, without the name of the program. */
function reasonIn(text: string): string {
  const [line = "emacsclient failed"] = text.split("\n").filter((one) => one.trim() !== "");
  return line.replace(/^emacsclient: /, "").trim();
}

/** A string literal of Lisp, for paths that this program made and ids whose form was checked. */
export const lispString = (text: string): string => `"${text.replace(/["\\]/g, "\\$&")}"`;
