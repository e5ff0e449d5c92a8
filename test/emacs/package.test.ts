// The Emacs package as its users get it: what the compiler, checkdoc and package-lint say of it, and that package.el installs it.
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { packagePath } from "../../src/system/package-root.ts";
import { emacsBatch } from "./support/emacs.ts";

const FILES = readdirSync(packagePath("emacs")).filter((name) => name.endsWith(".el"));
const { version } = JSON.parse(readFileSync(packagePath("package.json"), "utf8"));
/** Where Debian puts Lisp packages. */
const DEBIAN = "/usr/share/emacs/site-lisp/elpa-src";

let folder: string;
let lisp: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "cb-emacs-"));
  lisp = join(folder, "emacs");
  cpSync(packagePath("emacs"), lisp, { recursive: true });
});

afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

/** What Emacs prints, without the names of files that it writes or loads. */
async function said(...args: readonly string[]): Promise<string> {
  const { code, text } = await emacsBatch(folder, ["-L", lisp, ...args]);
  const lines = text.split("\n").filter((line) => !/^(Wrote|Loading|Warning \(emacs\):|$)/.test(line.trim()));
  return [...lines, ...(code === 0 ? [] : [`exit code ${code}`])].join("\n");
}

/** Without blank lines, comments and documentation, each of which begins a line. */
const codeOf = (text: string): string[] =>
  text
    .replace(/^ {0,2}"(?:[^"\\]|\\[\s\S])*"(?=\)*$)/gm, "")
    .split("\n")
    .filter((line) => /^[^;]/.test(line.trim()));

it("has at most 4,000 lines of code, none of more than 100 columns", () => {
  const texts = FILES.map((name) => ({ name, lines: readFileSync(join(lisp, name), "utf8").split("\n") }));
  const long = texts.flatMap(({ name, lines }) =>
    lines.flatMap((line, index) => (index > 0 && line.length > 100 ? [`${name}:${index + 1}`] : [])),
  );
  expect(long).toEqual([]);
  expect(texts.reduce((sum, { lines }) => sum + codeOf(lines.join("\n")).length, 0)).toBeLessThanOrEqual(4000);
});

it("compiles without a warning", async () => {
  const files = FILES.map((name) => join(lisp, name));
  const strict = "(setq byte-compile-error-on-warn t load-prefer-newer t)";
  expect(await said("--eval", strict, "-f", "batch-byte-compile", ...files)).toBe("");
});

it("is clean to checkdoc", async () => {
  // It always ends well: what it prints counts. What is private may have a name that says all.
  const forms = FILES.flatMap((name) => ["--eval", `(checkdoc-file ${JSON.stringify(join(lisp, name))})`]);
  expect(await said("-l", "checkdoc", "--eval", "(setq checkdoc-force-docstrings-flag nil)", ...forms)).toBe("");
});

it("has each command of its keymap in the manual's index", () => {
  const manual = readFileSync(packagePath("docs/emacs.md"), "utf8");
  const table = readFileSync(join(lisp, "context-broker.el"), "utf8").matchAll(
    /^ +\("([^"]+)" "([^"]+)" (context-broker-[a-z-]+)/gm,
  );
  const rows = [...table].map(([, key, what, command]) => `| \`${key}\` | \`${command}\`: ${what} |`);
  expect(rows.length).toBeGreaterThan(15);
  expect(rows.filter((row) => !manual.includes(row))).toEqual([]);
  expect(manual.split(/\s+/).length).toBeLessThanOrEqual(3000);
});

/** Made by macros of Emacs: predicates of structures, and parts of modes. */
const MADE =
  "-p\\\\'\\\\|-mode-\\\\(buffers\\\\|check-buffers\\\\|set-explicitly\\\\|enable-in-buffers?\\\\|major-mode\\\\|cmhh\\\\)\\\\'";

it("documents what is public", async () => {
  const load = FILES.flatMap((name) => ["-l", join(lisp, name)]);
  const look = `(mapatoms (lambda (symbol)
    (let ((name (symbol-name symbol)))
      (when (and (string-prefix-p "context-broker" name) (not (string-search "--" name))
                 (not (string-match "${MADE}" name)))
        (when (and (fboundp symbol) (not (keymapp (symbol-function symbol))) (not (documentation symbol)))
          (message "function %s" name))
        (when (and (special-variable-p symbol) (not (documentation-property symbol 'variable-documentation)))
          (message "variable %s" name))))))`;
  expect(await said(...load, "--eval", look)).toBe("");
});

it("is clean to package-lint", async () => {
  const found = readdirSync(DEBIAN).find((name) => /^package-lint-\d/.test(name));
  if (found === undefined) {
    throw new Error("this test needs package-lint: apt-get install elpa-package-lint");
  }
  const main = `(setq package-lint-main-file ${JSON.stringify(join(lisp, "context-broker.el"))})`;
  const files = FILES.map((name) => join(lisp, name));
  const args = ["-L", join(DEBIAN, found), "-l", "package-lint", "--eval", main];
  const lines = (await said(...args, "-f", "package-lint-batch-and-exit", ...files)).split("\n");
  // When it was written, Emacs 28 was not released yet, and newer ones warn of itself.
  const KNOWN = /^(Entering directory|exit code 1$)|uninstallable in all released|package-lint\.el: Warning/;
  expect(lines.filter((line) => !KNOWN.test(line))).toEqual([]);
});

/** What a user's Emacs says once the package is installed: which commands are declared, bound and documented before it is loaded. */
const LOOK = `(progn
  (require 'package)
  (package-activate-all)
  (princ (list (autoloadp (symbol-function 'context-broker-search))
               (featurep 'context-broker)
               (package-desc-version (cadr (assq 'context-broker package-alist)))
               (progn (global-set-key (kbd "C-c b") 'context-broker-command-map)
                      (key-binding (kbd "C-c b s")))
               (commandp 'context-broker-saved-results)
               (substring (documentation 'context-broker-search) 0 15)
               (and (documentation-property 'context-broker-program 'variable-documentation) t))))`;
/** What a server and an agent find in such an Emacs, in which nothing else was called. */
const ATTACH = `(progn
  (require 'package)
  (package-activate-all)
  (require 'context-broker-tools)
  (context-broker-tools-attach (expand-file-name "~/") "" (expand-file-name "~/"))
  (setq context-broker-client-programs '((claude "node")))
  (context-broker-agent-start)
  (princ (mapcar (lambda (name) (and (assoc name context-broker-tools--registry) t))
                 '("buffer_read" "prompt_choice" "spawn_agent"))))`;
const LOOKED = `(t nil (${version.replaceAll(".", " ")}) context-broker-search t Find the code t t)`;

it("declares its commands and modes when it is loaded by hand, too", async () => {
  const look =
    "(princ (mapcar #'commandp '(context-broker-edit-rename context-broker-do context-broker-xref-global-mode)))";
  expect(await said("-l", "context-broker", "--eval", look)).toBe("(t t t)");
});

it("is installed by package.el from the file that npm run package makes", async () => {
  const script = packagePath("emacs.config.mjs");
  const file = execFileSync(process.execPath, [script, folder], { encoding: "utf8" }).trim();
  expect(file).toBe(join(folder, `context-broker-${version}.tar`));
  const install = `(progn (require 'package) (setq package-archives nil) (package-initialize) (package-install-file ${JSON.stringify(file)}))`;
  const installed = await emacsBatch(folder, ["--eval", install]);
  expect(installed.code, installed.text).toBe(0);
  expect(installed.text).not.toMatch(/warning|error/i);
  const { text } = await emacsBatchAlone("--eval", LOOK);
  expect(text.trim()).toBe(LOOKED);
  expect((await emacsBatchAlone("--eval", ATTACH)).text).toContain("(t t t)");
});

it("is installed by package-vc from a clone, where Emacs has that", async () => {
  const home = join(folder, "vc");
  const clone = join(folder, "repository");
  cpSync(packagePath("emacs"), join(clone, "emacs"), { recursive: true });
  const git = (...args: readonly string[]) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...args], { cwd: clone });
  git("init", "-q", "-b", "main");
  git("add", "-A");
  git("commit", "-qm", "all");
  const install = `(if (not (fboundp 'package-vc-install)) (princ "no package-vc")
    (require 'package)
    (setq package-archives nil)
    (make-directory user-emacs-directory t)
    (package-initialize)
    (package-vc-install '(context-broker :url ${JSON.stringify(clone)} :vc-backend Git :lisp-dir "emacs" :main-file "context-broker.el"))
    (princ "installed"))`;
  const { code, text } = await emacsBatchAlone("--eval", `(setq user-emacs-directory "${home}/")`, "--eval", install);
  expect(code, text).toBe(0);
  if (!text.includes("no package-vc")) {
    expect(text).toContain("installed");
    const looked = await emacsBatchAlone("--eval", `(setq user-emacs-directory "${home}/")`, "--eval", LOOK);
    expect(looked.text.trim()).toBe(LOOKED);
  }
});

/** Without the repository's own folder of Lisp. */
async function emacsBatchAlone(...args: readonly string[]): ReturnType<typeof emacsBatch> {
  const remove = `(setq load-path (delete ${JSON.stringify(packagePath("emacs"))} load-path))`;
  return await emacsBatch(folder, ["--eval", remove, ...args]);
}
