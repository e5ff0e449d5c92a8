// Converts a path that a caller wrote to one of the index.
import nodePath from "node:path";
import { compileGlob } from "../system/glob.ts";
import { withSlashes } from "../system/platform/below.ts";

type Rules = Pick<typeof nodePath, "sep">;

/** What is certainly a path where the rest may be the name of a symbol, which has `\` in some languages. */
const BEFORE_NAME = /^[^#]*(?=#)|^.*(?=:\d+(?:-\d+)?$)/su;

/** Without `./` before it, as project-relative paths are. It may be an address of a symbol, too. */
export const fromRoot = (text: string, rules: Rules = nodePath): string =>
  text
    .replace(BEFORE_NAME, (path) => withSlashes(path, rules))
    .replace(rules.sep === "/" ? /^(?:\.\/)+/ : /^(?:\.[\\/])+/, "");

/** Without a trailing `/`, too; "" is the project's own folder. */
export const requestedPath = (path: string, rules: Rules = nodePath): string =>
  fromRoot(withSlashes(path, rules), rules).replace(/\/+$/, "").replace(/^\.$/, "");

/** Whether a path is the file that a caller named, in the folder, or one that the glob matches. @throws INVALID_INPUT for a glob that cannot match */
export function requestedFiles(written: string): (path: string) => boolean {
  const wanted = requestedPath(written);
  const glob = /[*?{]/.test(wanted) ? compileGlob(wanted) : null;
  return (path) => wanted === "" || path === wanted || path.startsWith(`${wanted}/`) || glob?.matches(path) === true;
}
