// Runs a judge's own program and reads what it prints.
import { execFile } from "node:child_process";
import { Failure } from "../../../../src/vocabulary/failure.ts";

const OUTPUT_BYTES_MAX = 256 * 1024 * 1024;

/** Its standard output. `codes`: exit codes that are an answer. Throws a Failure with what it said for any other. */
export function runTool(
  program: string,
  args: readonly string[],
  {
    cwd,
    codes = [0],
    input,
    env,
  }: {
    readonly cwd?: string;
    readonly codes?: readonly number[];
    readonly input?: string;
    /** Instead of this process's own. */
    readonly env?: Readonly<Record<string, string>>;
  } = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = {
      maxBuffer: OUTPUT_BYTES_MAX,
      ...(cwd === undefined ? {} : { cwd }),
      ...(env === undefined ? {} : { env }),
    };
    const child = execFile(program, [...args], options, (error, stdout, stderr) => {
      const code = error === null ? 0 : error.code;
      if (typeof code === "number" && codes.includes(code)) {
        resolve(stdout);
      } else {
        const said = stderr.slice(0, 500) || String(error);
        reject(new Failure("INVALID_INPUT", `${program} ended with ${code}: ${said}`, { hint: "is it installed?" }));
      }
    });
    child.stdin?.on("error", () => undefined);
    child.stdin?.end(input ?? "");
  });
}
