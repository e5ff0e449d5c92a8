// The Emacs package as package.el installs it: a tar of one folder, NAME-VERSION, with the Lisp files, what package.el reads of them, the
// licence and the manual.
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL(".", import.meta.url));

/** The value of a header of a Lisp file: `;; Version: 0.1.0`. */
function header(text, name) {
  const value = new RegExp(`^;; ${name}: (.*)$`, "m").exec(text)?.[1];
  if (value === undefined) {
    throw new Error(`emacs/context-broker.el has no header ${name}`);
  }
  return value;
}

/** Writes `context-broker-VERSION.tar` into a folder. `version`: the one of package.json, which the header must name too. */
export function packEmacs(folder, version) {
  const main = readFileSync(join(root, "emacs", "context-broker.el"), "utf8");
  if (header(main, "Version") !== version) {
    throw new Error(`emacs/context-broker.el is version ${header(main, "Version")}, package.json ${version}`);
  }
  const [, summary] = /^;;; context-broker\.el --- (.*?) +-\*-/.exec(main);
  const name = `context-broker-${version}`;
  const staged = mkdtempSync(join(tmpdir(), "context-broker-emacs-"));
  try {
    mkdirSync(join(staged, name));
    for (const file of readdirSync(join(root, "emacs")).filter((one) =>
      /^context-broker.*(?<!-autoloads)\.el$/.test(one),
    )) {
      copyFileSync(join(root, "emacs", file), join(staged, name, file));
    }
    copyFileSync(join(root, "LICENSE"), join(staged, name, "LICENSE"));
    copyFileSync(join(root, "docs", "emacs.md"), join(staged, name, "README.md"));
    const described = `;;; -*- lexical-binding: t; -*-
(define-package "context-broker" "${version}" "${summary}" '${header(main, "Package-Requires")}
  :url "${header(main, "URL")}" :keywords '(${header(main, "Keywords")
    .split(", ")
    .map((word) => `"${word}"`)
    .join(" ")}))
;; Local Variables:
;; no-byte-compile: t
;; End:
`;
    writeFileSync(join(staged, name, "context-broker-pkg.el"), described);
    const file = join(folder, `${name}.tar`);
    execFileSync("tar", ["--format=ustar", "-cf", file, "-C", staged, name]);
    return file;
  } finally {
    rmSync(staged, { recursive: true, force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  process.stdout.write(`${packEmacs(process.argv[2] ?? root, version)}\n`);
}
