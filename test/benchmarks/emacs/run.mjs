// `npm run bench:emacs -- [FOLDER]`: the longest pause of an Emacs in a terminal while 50 questions about a project (default: this one)
// are answered and shown. The package is compiled, as Emacs installs it. EMACS names the program; tmux is its terminal.
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const project = resolve(process.argv[2] ?? root);
const folder = mkdtempSync(join(tmpdir(), "cb-pauses-"));
const out = join(folder, "pauses");
const emacs = process.env.EMACS ?? "emacs";
const lisp = join(folder, "lisp");
const env = { ...process.env, HOME: folder, XDG_CACHE_HOME: join(folder, ".cache"), LC_ALL: "C.UTF-8" };
const tmux = (...args) =>
  execFileSync("tmux", ["-u", "-S", join(folder, "socket"), ...args], { env, encoding: "utf8" });

cpSync(join(root, "emacs"), lisp, { recursive: true });
const files = readdirSync(lisp).filter((name) => name.endsWith(".el"));
execFileSync(emacs, ["-Q", "-L", lisp, "--batch", "-f", "batch-byte-compile", ...files], { cwd: lisp, env });
tmux("-f", "/dev/null", "new-session", "-d", "-x", "120", "-y", "50", "-c", project);
try {
  const program = [emacs, "-Q", "-nw", "-L", lisp];
  // A new home has nothing that Emacs has compiled to native code: it would do that meanwhile, on a core of its own.
  const given = `(setq native-comp-deferred-compilation nil native-comp-jit-compilation nil
    context-broker-program '("${process.execPath}" "${join(root, "dist/main.js")}") pauses-file "${out}")`;
  const command = [
    ...program,
    "--eval",
    given,
    "-l",
    join(root, "test/benchmarks/emacs/pauses.el"),
    "-f",
    "pauses-run",
  ];
  tmux("respawn-pane", "-k", "-c", project, ...command);
  const end = Date.now() + 300_000;
  while (!existsSync(out)) {
    if (Date.now() > end) {
      throw new Error(`Emacs did not end:\n${tmux("capture-pane", "-p")}`);
    }
    await new Promise((done) => setTimeout(done, 500));
  }
  process.stdout.write(readFileSync(out, "utf8"));
} finally {
  // With its Emacs, tmux may have ended too.
  spawnSync("tmux", ["-S", join(folder, "socket"), "kill-server"]);
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
