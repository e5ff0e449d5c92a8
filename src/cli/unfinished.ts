// The last guard of a command: a program whose event loop becomes empty while something is still awaited ends silently. Node
// reports it only by an exit code that users do not know; here it is a failure like any other.
import { Failure } from "../vocabulary/failure.ts";
import { EXIT, renderFailure } from "./exit.ts";
import type { Terminal } from "./terminal.ts";

export interface Guard {
  /** The command has its outcome: the process may end. */
  finished(): void;
}

/** From now on a process that ends by itself reports INTERNAL and exits with EXIT.failed, until `finished` is called. */
export function guardUnfinished(terminal: Pick<Terminal, "err" | "flush">, json: boolean): Guard {
  const onBeforeExit = (): void => {
    const failure = new Failure("INTERNAL", "the program ended before the command was finished", {
      hint: "run it again; if it happens again, report it with the command",
    });
    terminal.err.write(renderFailure(failure, json, terminal.err));
    void terminal.flush().then(() => process.exit(EXIT.failed));
  };
  process.once("beforeExit", onBeforeExit);
  return { finished: () => process.off("beforeExit", onBeforeExit) };
}
