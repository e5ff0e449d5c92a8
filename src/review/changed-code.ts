// What rules ask of a changed file before they look at it.
import { roleOf } from "../languages/file-role.ts";
import { languageById } from "../languages/registry.ts";
import type { ReviewedFile } from "./contract.ts";

/** Whether more than comments and white space differs. */
export function changesCode({ symbols, language, before, after }: ReviewedFile): boolean {
  const { changed, added, removed, importsChanged, restChanged } = symbols;
  const differs = changed.length + added.length + removed.length > 0 || importsChanged || restChanged;
  const hasGrammar = languageById(language ?? "")?.reader.by === "grammar";
  return differs && (hasGrammar || before === null || after === null || bareText(before) !== bareText(after));
}

/** Without a grammar, a line counts as a comment that reads like one. */
const COMMENT_LINE = /^\s*(?:--|\/\/|#).*$/gm;

const bareText = (text: string): string =>
  text
    .replace(COMMENT_LINE, "")
    .replace(/\s+/g, " ")
    .replace(/ ?([(),;]) ?/g, "$1")
    .trim();

const BESIDE: ReadonlySet<string> = new Set(["test", "fixture", "example", "vendored"]);

/** Whether the file is of a test, a fixture, an example or another project. */
export const isBesideProject = (path: string): boolean => BESIDE.has(roleOf(path)?.role ?? "");
