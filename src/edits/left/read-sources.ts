// The texts of files with listed places, for what their facts do not hold.
import pLimit from "p-limit";
import { codeLinesOf } from "../../languages/code-lines.ts";
import type { CallForm } from "../../languages/contract/call-form.ts";
import type { DeletionRules } from "../../languages/contract/deletion-rules.ts";
import { languageById } from "../../languages/registry.ts";
import { derivedFrom } from "../../linking/derived.ts";
import { readUnchanged } from "../../project/read-admitted.ts";
import { openSource, type Source } from "../../syntax/source.ts";
import type { LineRange } from "../../vocabulary/chunk.ts";
import type { EditScene } from "../change-set.ts";

// Lines of files, as the finders of what is left pass them to one another.

/** A line of a file. 1-based. */
export interface Line {
  readonly path: string;
  readonly line: number;
}

/** Lines of one file that follow one another. */
export interface Lines extends LineRange {
  readonly path: string;
}

export const linesOf = ({ path, startLine, endLine }: Lines): Line[] =>
  Array.from({ length: endLine - startLine + 1 }, (_, at) => ({ path, line: startLine + at }));

export const keyOfLine = ({ path, line }: Line): string => `${path}:${line}`;

const READ_AT_ONCE = 8;

export interface Readable {
  readonly source: Source;
  /** Undefined where its language has none: then strings and comments are not told from code. */
  readonly form: CallForm | undefined;
  readonly language: string | null;
}

/** By path. Without files that changed since they were indexed. @throws CANCELLED */
export type ReadSources = (paths: Iterable<string>) => Promise<ReadonlyMap<string, Readable>>;

/** Reads each file once, however often it is asked for. */
export function openSources(scene: EditScene): ReadSources {
  const known = new Map<string, Readable | null>();
  return async (paths) => {
    const wanted = [...new Set(paths)];
    await pLimit(READ_AT_ONCE).map(
      wanted.filter((path) => !known.has(path)),
      async (path) => known.set(path, await read(scene, path)),
    );
    return new Map(
      wanted.flatMap((path) => {
        const readable = known.get(path) ?? null;
        return readable === null ? [] : [[path, readable] as const];
      }),
    );
  };
}

async function read(scene: EditScene, path: string): Promise<Readable | null> {
  const document = scene.withSnapshot((snapshot) => snapshot.documentAt(path));
  const file = document === undefined ? null : await readUnchanged(scene.corpus, document);
  const language = document?.language ?? null;
  return file === null ? null : { source: openSource(file.text), form: languageById(language)?.calls, language };
}

/** The lines of a text with blanks for what is in strings and comments, except code in strings. */
export const codeLines = derivedFrom(({ source: { text }, form }: Readable) => codeLinesOf(text, form));

export const rulesOf = ({ language }: Readable): DeletionRules => languageById(language)?.deletion ?? {};

/** Whether a line (1-based) of code is what the rule asks for; false without a text, or without the rule. */
export const lineFits = (
  readable: Readable | undefined,
  line: number,
  ruleOf: (rules: DeletionRules) => RegExp | undefined,
): boolean => readable !== undefined && ruleOf(rulesOf(readable))?.test(codeLines(readable)[line - 1] ?? "") === true;
