// Defines a tool that changes code: what all of them take and answer alike, and the frame in which each edit is made.
import { z } from "zod";
import type { Built, EditScene, FileChange } from "../../edits/change-set.ts";
import { rebaseTarget } from "../../edits/worktrees/rebase-target.ts";
import { ADDRESS_LENGTH_MAX } from "../../intelligence/symbols/address.ts";
import type { CodeInput } from "../answer/answer-code.ts";
import { codeFields } from "../answer/code-tool.ts";
import { explained, textField } from "../contract/fields.ts";
import { type CommandForm, defineOperation, type Operation } from "../contract/operation.ts";
import { withOwnPaths } from "../contract/own-paths.ts";
import { answerEdit, type EditRoute } from "./answer-edit.ts";
import { type EditReport, editOutput } from "./edit-report.ts";
import {
  differingTarget,
  type EditLimits,
  type EditMode,
  notBuilt,
  notIndexedYet,
  runEdit,
  stagedIn,
} from "./run-edit.ts";

type Described = Pick<Operation, "name" | "title" | "summary" | "description"> &
  Pick<CommandForm, "command" | "examples"> &
  Partial<Pick<CommandForm, "stdin">>;

export interface EditToolDefinition<Input extends z.ZodRawShape>
  extends Described,
    Partial<Pick<CommandForm, "positionals">> {
  /** Beside those of every edit of a symbol (`symbol`, `hash`, `scope`, `apply` …). */
  readonly input: Input;
  /** Whether it changes all uses of the symbol, so that every file must be indexed first. */
  readonly followsUses?: true;
  /** Makes the edit and writes nothing. Throws INVALID_INPUT for fields that contradict each other. */
  build(input: z.output<z.ZodObject<Input>> & TargetInput, scene: EditScene): Promise<Built>;
}

export interface FileToolDefinition<Input extends z.ZodRawShape> extends Described, Pick<CommandForm, "positionals"> {
  /** Beside `path` and those of every edit of a file (`apply`, `worktree` …). */
  readonly input: Input;
  /** Those of `limitFields` that it takes. */
  readonly limits: Partial<typeof limitFields>;
  /** `staged`: what the session has already, into which it is staged; empty of an edit by itself. */
  build(
    input: z.output<z.ZodObject<Input>> & { readonly path: string },
    scene: EditScene,
    staged: readonly FileChange[],
  ): Promise<Built> | Built;
}

/** A tool that makes one edit; stage_edit makes the same edit in a session. */
export interface EditTool {
  readonly operation: Operation;
  /** Of the edit alone: its target and the tool's own. */
  readonly fields: z.ZodRawShape;
  /** `input`: valid for `fields`. */
  run(input: EditFields, mode: EditMode, limits: EditLimits, route: EditRoute): Promise<EditReport>;
}

export type EditFields = Readonly<Record<string, unknown>>;

/** An edit of one symbol, which is the first argument of its command. */
export function defineEditTool<Input extends z.ZodRawShape>({
  input,
  followsUses,
  build,
  positionals = ["symbol"],
  ...tool
}: EditToolDefinition<Input>): EditTool {
  const run: EditTool["run"] = async (fields, mode, limits, { place, home }) => {
    const asked = fields as EditFields & TargetInput;
    const intent = `${tool.name} ${asked.symbol}`;
    if (followsUses === true && place.lagging > 0) {
      return notIndexedYet(intent, place.lagging);
    }
    const rebased = home === null ? null : await rebaseTarget(home.scene, place.scene, asked);
    if (rebased !== null && rebased.kind !== "found") {
      return rebased.kind === "differs" ? differingTarget(rebased, intent) : notBuilt(rebased, intent);
    }
    // The hash was compared with the file here; there, the symbol's own text was.
    const own = rebased === null ? asked : { ...asked, symbol: rebased.symbol, hash: undefined };
    return runEdit(await build(own as Parameters<typeof build>[0], place.scene), intent, mode, limits, place);
  };
  return defineTool({ ...tool, positionals }, { ...targetFields, ...input }, limitFields, run);
}

/** An edit of one file, the first argument of its command; of another worktree, the file that has the path there. */
export function defineFileTool<Input extends z.ZodRawShape>({
  input,
  limits: limitsTaken,
  build,
  ...tool
}: FileToolDefinition<Input>): EditTool {
  const run: EditTool["run"] = async (fields, mode, limits, { place }) => {
    const asked = fields as Parameters<typeof build>[0];
    const built = await build(asked, place.scene, await stagedIn(mode, place));
    return runEdit(built, `${tool.name} ${asked.path}`, mode, limits, place);
  };
  return defineTool(tool, { path: pathField, ...input }, limitsTaken, run);
}

function defineTool(
  { command, positionals, stdin, examples, ...tool }: Described & Pick<CommandForm, "positionals">,
  fields: z.ZodRawShape,
  limits: Partial<typeof limitFields>,
  run: EditTool["run"],
): EditTool {
  const operation = defineOperation({
    ...tool,
    input: z.strictObject({
      ...fields,
      apply: applyField,
      ...limits,
      worktree: worktreeField,
      ...codeFields(EDIT_TOKENS),
    }),
    output: z.object(editOutput),
    annotations: { readOnly: false, destructive: true, idempotent: false },
    command: { command, positionals, examples, ...(stdin === undefined ? {} : { stdin }) },
    toolset: "edit",
    run: (parsed, context) => {
      const asked = parsed as unknown as EditFields & LimitInput & CodeInput & { readonly apply: boolean };
      const mode: EditMode = { kind: asked.apply ? "apply" : "preview" };
      return answerEdit(tool.name, asked, context, (route) => {
        const own = withOwnPaths(asked, route.place.session.root);
        return run(own, mode, limitsOf(own), route);
      }) as never;
    },
  });
  return { operation, fields, run };
}

// Input fields that the edit tools share.

/** Default of `max_tokens`. */
export const EDIT_TOKENS = 2_000;
const TREE_LENGTH_MAX = 4_096;

export const hashField = explained(
  z
    .string()
    .regex(/^[0-9a-f]{6,64}$/, { error: "must be 6 to 64 hexadecimal digits" })
    .optional(),
  "Of its file, from get_symbol_source: the edit is refused if the file changed since",
  "Hash of its file, from get-symbol-source: the edit is refused if the file changed since",
);

const pathField = textField(TREE_LENGTH_MAX, "File: notes/guide.md");

/** The symbol that an edit is about. */
const targetFields = {
  symbol: textField(
    ADDRESS_LENGTH_MAX,
    "path#Class.method, name or path:line",
    "Symbol: path#Class.method, Class.method, name or path:line",
  ),
  hash: hashField,
};
type TargetInput = z.output<z.ZodObject<typeof targetFields>>;

/** What the author allows. */
export const limitFields = {
  scope: explained(
    z.string().min(1).max(ADDRESS_LENGTH_MAX).optional(),
    "Refuse it beyond this: folder, file, file:10-40 or path#symbol",
    "Refuse the edit where it goes beyond this: folder, file, file:10-40 or path#symbol",
  ),
  allow_syntax_errors: z.boolean().default(false).describe("Allow an edit that adds a syntax error"),
  leave_unread: z
    .int()
    .min(0)
    .default(0)
    .describe("Places in text that is not understood that you have looked at: the count in the warning"),
};
type LimitInput = Partial<z.output<z.ZodObject<typeof limitFields>>>;

export const limitsOf = (input: LimitInput): EditLimits => ({
  scope: input.scope,
  allowSyntaxErrors: input.allow_syntax_errors ?? false,
  leaveUnread: input.leave_unread ?? 0,
});

export const applyField = z.boolean().default(false).describe("Write the files; default: preview");

export const worktreeField = explained(
  z.string().min(1).max(TREE_LENGTH_MAX).optional(),
  "Edit there: path or branch of another git worktree",
  "Make the edit in another git worktree of this repository: its path or branch",
);

export const sessionTreeField = explained(
  z.string().min(1).max(TREE_LENGTH_MAX).optional(),
  "Of another git worktree: its path or branch",
  "Use the sessions of another git worktree of this repository: its path or branch",
);

export const sessionField = z
  .string()
  .regex(/^[0-9a-f]{8}$/, { error: "must be 8 hexadecimal digits" })
  .optional();
