// The command line's access to stdout and stderr: whether each is a terminal, and what may be written to it.

import { codeOf } from "../vocabulary/failure.ts";
import { escapeUnseen } from "../vocabulary/shown-text.ts";

/** One output stream. */
export interface Output {
  /** Whether it is a terminal, where bars may move and colours show. */
  readonly terminal: boolean;
  readonly colours: boolean;
  readonly columns: number;
  write(text: string): void;
}

export interface Terminal {
  readonly out: Output;
  readonly err: Output;
  /** Resolves when everything is written, or the reader is gone. */
  flush(): Promise<void>;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** https://no-color.org, and FORCE_COLOR as chalk and Node read it. */
export function coloursOf(terminal: boolean, env: Environment): boolean {
  const forced = env["FORCE_COLOR"];
  if (forced !== undefined && forced !== "") {
    return forced !== "0" && forced !== "false";
  }
  return terminal && (env["NO_COLOR"] ?? "") === "" && env["TERM"] !== "dumb";
}

/** A stream of a process, or one that stands for it. */
export interface OutputStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string, done?: () => void): boolean;
  on(event: "error", listener: (error: Error) => void): unknown;
}

interface Opened {
  readonly output: Output;
  readonly flush: () => Promise<void>;
}

/** Some pseudo-terminals say that they have 0. */
export const columnsOf = ({ columns }: { readonly columns?: number }) =>
  columns === undefined || columns <= 0 ? 80 : columns;

/** A reader that ends early (`| head`) is not an error: further output is dropped. */
function openOutput(stream: OutputStream, env: Environment): Opened {
  let watched = false;
  let closed = false;
  // Only from the first write on: a server that never writes here manages its own streams.
  const watch = (): void => {
    watched = true;
    stream.on("error", (error) => {
      if (codeOf(error) !== "EPIPE") {
        throw error;
      }
      closed = true;
    });
  };
  const terminal = stream.isTTY === true;
  const write = (text: string): void => {
    if (!watched) {
      watch();
    }
    if (!closed) {
      stream.write(text);
    }
  };
  return {
    output: { terminal, colours: coloursOf(terminal, env), columns: columnsOf(stream), write },
    flush: () => (watched && !closed ? new Promise((resolve) => stream.write("", () => resolve())) : Promise.resolve()),
  };
}

export function openTerminal(
  env: Environment = process.env,
  stdout: OutputStream = process.stdout,
  stderr: OutputStream = process.stderr,
): Terminal {
  const out = openOutput(stdout, env);
  const err = openOutput(stderr, env);
  return {
    out: out.output,
    err: err.output,
    flush: async () => {
      await Promise.all([out.flush(), err.flush()]);
    },
  };
}

/**
 * Makes untrusted text (source, file names) safe for a terminal: control characters and marks that reorder text are escaped.
 * Tabs and line breaks stay, and what joins letters and signs or keeps them apart.
 */
export const visible = (text: string): string => escapeUnseen(text.replaceAll("\r", ""), "\n\t\u200c\u200d");
