// The last guard of a command: a program whose event loop runs empty while something is still awaited ends without a word.
// Node says so with a code that no user knows; here it is a failure like any other. Does not know what was awaited.
import { Failure } from "../vocabulary/failure.ts";
import { EXIT, renderFailure } from "./exit.ts";
import type { Terminal } from "./terminal.ts";

export interface Guard {
  /** The command has its outcome, whatever it is: the process may end. */
  finished(): void;
}

/** From now on the process that ends by itself says INTERNAL and ends with EXIT.failed, until told that all is finished. */
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
