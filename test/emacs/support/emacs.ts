// The Emacs of a test: EMACS names it, else the one on the PATH.
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { packagePath } from "../../../src/system/package-root.ts";
import { environmentAt } from "../../support/own-home.ts";

export const EMACS = process.env["EMACS"] ?? "emacs";

/** What an Emacs that a test starts gets to see: a home of its own, and where the server's program is. */
export const emacsEnvironment = (home: string): Record<string, string> => ({
  ...environmentAt(home),
  CONTEXT_BROKER_MAIN: packagePath("dist/main.js"),
  CONTEXT_BROKER_NODE: process.execPath,
  LC_ALL: "C.UTF-8",
  // As for other tests of the server: test/support/mcp-server.ts.
  CONTEXT_BROKER_FIRST_ANSWER_MS: "60000",
  CONTEXT_BROKER_JOBS: "1",
  CONTEXT_BROKER_DAEMON: "off",
  ...(process.env["GOLDEN"] === undefined ? {} : { GOLDEN: process.env["GOLDEN"] }),
});

/**
 * How each Emacs of a test begins: without settings of anybody's, and without compiling to native code, since a new home has nothing
 * that Emacs has compiled, and it would do that for seconds beside the test, on a core of its own.
 */
export const PLAIN: readonly string[] = [
  "-Q",
  "--eval",
  "(setq native-comp-enable-subr-trampolines nil native-comp-deferred-compilation nil native-comp-jit-compilation nil)",
];

/** What `emacs --batch` with the package's folder and these arguments prints, errors too, and how it ends. */
export async function emacsBatch(
  home: string,
  args: readonly string[],
): Promise<{ readonly code: number; readonly text: string }> {
  const loaded = ["-L", packagePath("emacs"), "-L", packagePath("test/emacs/support")];
  const all = [...PLAIN, "--batch", ...loaded, ...args];
  const run = promisify(execFile)(EMACS, all, { env: emacsEnvironment(home), maxBuffer: 1e8 });
  return await run.then(
    ({ stdout, stderr }) => ({ code: 0, text: stdout + stderr }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      code: error.code,
      text: error.stdout + error.stderr,
    }),
  );
}
