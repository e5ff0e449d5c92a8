// The demo, run as the built program: it must show real answers, and fail when there are none.
import { execFile } from "node:child_process";
import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Home, makeHome, makeShop, type Ran } from "./cli/run-cli.ts";

const DEMO = fileURLToPath(new URL("../dist/demo.js", import.meta.url));

let home: Home;

beforeEach(() => {
  home = makeHome();
});

afterEach(() => home.remove());

/** As npm runs it: in another folder than the user's, which INIT_CWD names. */
function runDemo(...args: readonly string[]): Promise<Ran> {
  const temporary = join(home.folder, "tmp");
  mkdirSync(temporary, { recursive: true });
  const env = { PATH: process.env["PATH"], HOME: home.folder, TMPDIR: temporary, INIT_CWD: home.folder };
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [DEMO, ...args],
      { cwd: "/", env, timeout: 50_000 },
      (_, stdout, stderr) => {
        resolve({ code: child.exitCode, stdout, stderr });
      },
    );
  });
}

/** The numbers of the hits under each question that has any. */
const hitNumbers = (stdout: string): number[][] =>
  stdout
    .split(/^(?=Cold|\?)/m)
    .map((part) => [...part.matchAll(/^ {2}(\d+) {2}\S+:\d+-\d+ /gm)].map(([, number]) => Number(number)))
    .filter((numbers) => numbers.length > 0);

describe("npm run demo -- PATH QUESTION...", () => {
  it("asks the real server, shows hits, times and savings, and leaves nothing behind", async () => {
    const root = makeShop(home);
    const { code, stdout, stderr } = await runDemo("shop", "renew a session", "what does the cart of a session cost");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toContain(`Context Broker on ${root}`);
    expect(stdout).toMatch(/^Server +started and answered initialize in \d/m);
    // How many by then, the machine decides.
    expect(stdout).toMatch(
      /^Cold +first answer after .*(the text of 3 of 3 files| [1-3] of 3 files searched by words)/m,
    );
    expect(stdout).toMatch(/^Index +3 files, .+ after the question$/m);
    // Each question is answered by meaning: by then its best candidates have their vectors.
    expect(stdout.match(/^\? .* \(by words and the meaning of .+\)$/gm)).toHaveLength(2);
    // Words first, the first question again by meaning, savings at the end.
    expect(stdout.match(/^(Cold|Index|\? what|\? renew|Vectors|Tokens)/gm)).toEqual([
      "Cold",
      "Index",
      "? what",
      "? renew",
      "Vectors",
      "Tokens",
    ]);
    expect(stdout).toMatch(/src\/\w+\.ts:1-\d+ +\d+\.\d\d +function \w+/);
    // Every list of hits counts from 1, and one at least has more than one hit.
    const numbers = hitNumbers(stdout);
    expect(numbers).toEqual(numbers.map((list) => list.map((_, index) => index + 1)));
    expect(Math.max(...numbers.map((list) => list.length))).toBeGreaterThan(1);
    expect(stdout).toMatch(/asked again \d/);
    expect(stdout).toMatch(/reading the first files or grepping +\d.* (times as many|fewer than were sent)\n$/);
    expect(stdout).not.toContain("\u001b");
    expect(readdirSync(join(home.folder, "tmp"))).toEqual([]);
  });

  it("fails where there is nothing to find", async () => {
    home.write("empty/.contextbrokerignore", "*\n");
    const { code, stderr } = await runDemo("empty");
    expect(code).toBe(1);
    expect(stderr).toContain("no question found anything");
    expect(readdirSync(join(home.folder, "tmp"))).toEqual([]);
  });

  it("fails on a folder that is not there", async () => {
    const { code, stderr } = await runDemo("no/such/folder");
    expect(code).toBe(1);
    expect(stderr).toMatch(/^the demo failed: .*no\/such\/folder/);
  });
});
