// The input of a review: which two states, what the author says, where reports go.

import { open, stat } from "node:fs/promises";
import { resolve } from "node:path";
import { z } from "zod";
import type { DiffRequest } from "../../project/git-sides.ts";
import { NO_REPOSITORY } from "../../project/resolve-commit.ts";
import { OUTPUTS, type OutputForm } from "../../review/output/render.ts";
import { typedPath } from "../../system/home-path.ts";
import { codeOf } from "../../vocabulary/errors.ts";
import { Failure } from "../../vocabulary/failure.ts";
import { projectField } from "../contract/fields.ts";

const MODES = ["pr", "commit", "staged"] as const;
const REF_LENGTH_MAX = 1_024;
const INTENT_LENGTH_MAX = 20_000;
const WRITES_MAX = 10;

const text = (most: number, description: string) => z.string().min(1).max(most).optional().describe(description);

export const reviewInput = z.strictObject({
  mode: z.enum(MODES).default("pr").describe("A branch against its base, one commit, or what is staged; default pr"),
  base: text(REF_LENGTH_MAX, "With mode pr: the branch or commit that it is to be merged into"),
  head: text(REF_LENGTH_MAX, "With mode pr: the last commit of the change; default HEAD"),
  commit: text(REF_LENGTH_MAX, "With mode commit: the commit; default HEAD"),
  index_file: z
    .string()
    .max(4_096)
    .optional()
    .describe("With mode staged: git's index of a commit in progress, as a hook gets it in GIT_INDEX_FILE"),
  intent: text(
    INTENT_LENGTH_MAX,
    "What the change is meant to do, as text or a file: changed files it does not name are listed",
  ),
  output: z.enum(OUTPUTS).default("text").describe("Form of the report; default text"),
  write: z
    .array(z.string().min(3).max(4_096))
    .max(WRITES_MAX)
    .optional()
    .describe("Also write a report to a file: FORM=FILE, for example sarif=review.sarif"),
  project: projectField,
});

export type ReviewInput = z.output<typeof reviewInput>;

const wrong = (message: string, hint: string) => new Failure("INVALID_INPUT", message, { hint });

/** A flag that the mode does not use would mean another question than the one answered. */
export function requestOf(input: ReviewInput, cwd: string): DiffRequest {
  const { mode, base, head, commit, index_file: indexFile = "" } = input;
  if (mode !== "staged" && indexFile !== "") {
    throw wrong(`\`index_file\` is not allowed with mode ${mode}`, "leave it out, or use mode staged");
  }
  if (mode === "pr") {
    if (base === undefined) {
      throw wrong("`base` is required with mode pr", "set `base` to the branch to merge into, for example main");
    }
    if (commit !== undefined) {
      throw wrong("`commit` is not allowed with mode pr", "set `head` instead, or use mode commit");
    }
    return { scope: "range", base, ref: head };
  }
  if (base !== undefined || head !== undefined) {
    throw wrong(`\`base\` and \`head\` are not allowed with mode ${mode}`, "leave them out, or use mode pr");
  }
  if (mode === "staged" && commit !== undefined) {
    throw wrong("`commit` is not allowed with mode staged", "leave it out, or use mode commit");
  }
  return mode === "staged"
    ? { scope: "staged", indexFile: indexFile === "" ? undefined : resolve(cwd, indexFile) }
    : { scope: "commit", ref: commit };
}

/** A failure to find the two states, with the flags of this command: what compares them calls every commit `ref`. */
export function inFieldsOf({ mode }: Pick<ReviewInput, "mode">, error: unknown): unknown {
  if (!(error instanceof Failure)) {
    return error;
  }
  const [, rest] = /^ref: (.+)$/s.exec(error.message) ?? [];
  if (error.message === NO_REPOSITORY || (rest !== undefined && mode === "staged")) {
    const hint = "name a project with a git repository, or run `git init` and commit first";
    return new Failure(error.code, rest ?? error.message, { hint, cause: error });
  }
  return rest === undefined
    ? error
    : new Failure(error.code, `${mode === "pr" ? "head" : "commit"}: ${rest}`, { hint: error.hint, cause: error });
}

export interface Destination {
  readonly form: OutputForm;
  /** Absolute path. */
  readonly file: string;
}

export const destinationsOf = ({ write = [] }: ReviewInput, cwd: string): Destination[] =>
  write.map((entry) => {
    const at = entry.indexOf("=");
    const form = OUTPUTS.find((one) => one === entry.slice(0, Math.max(at, 0)));
    const file = entry.slice(at + 1);
    if (form === undefined || file === "") {
      throw wrong(
        `write: ${JSON.stringify(entry.slice(0, 200))} is not FORM=FILE`,
        `write one of ${OUTPUTS.join(", ")}, then = and a file, for example sarif=review.sarif`,
      );
    }
    return { form, file: typedPath(file, cwd) };
  });

/**
 * The author's words: the content of the file if there is one of that name, else the text itself. Null without any. In CI it is the
 * title of a pull request, which may be the name of a folder or of a device by chance or by design.
 */
export async function intentOf({ intent }: Pick<ReviewInput, "intent">, cwd: string): Promise<string | null> {
  if (intent === undefined) {
    return null;
  }
  const file = typedPath(intent, cwd);
  try {
    return (await stat(file)).isFile() ? await startOf(file) : intent;
  } catch (error) {
    const code = codeOf(error);
    // No such file, or no name that a file could have: the words themselves.
    if (["ENOENT", "ENOTDIR", "ENAMETOOLONG", "ERR_INVALID_ARG_VALUE"].includes(code)) {
      return intent;
    }
    throw wrong(
      `intent: the file cannot be read (${code})`,
      "name a readable text file, or write the words themselves",
    );
  }
}

async function startOf(file: string): Promise<string> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(INTENT_LENGTH_MAX), 0, INTENT_LENGTH_MAX, 0);
    return buffer.toString("utf8", 0, bytesRead);
  } finally {
    await handle.close();
  }
}
