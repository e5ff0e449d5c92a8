// Defines a tool about sessions of edits.
import { z } from "zod";
import type { CodeInput } from "../answer/answer-code.ts";
import { codeFields } from "../answer/code-tool.ts";
import { type CommandForm, defineOperation, type Operation } from "../contract/operation.ts";
import { withOwnPaths } from "../contract/own-paths.ts";
import { answerEdit, type EditRoute } from "./answer-edit.ts";
import { type EditReport, editOutput } from "./edit-report.ts";
import { EDIT_TOKENS, sessionTreeField } from "./edit-tool.ts";

interface SessionTool<Input extends z.ZodRawShape>
  extends Pick<Operation, "name" | "title" | "summary" | "description">,
    Pick<CommandForm, "command" | "positionals" | "stdin" | "examples"> {
  /** Whether it writes files or sessions; default: it does. */
  readonly isReadOnly?: true;
  readonly input: Input;
  /** The field of the worktree; default: that whose sessions are meant. */
  readonly worktree?: typeof sessionTreeField;
  run(input: z.output<z.ZodObject<Input>>, route: EditRoute): Promise<EditReport>;
}

export function defineSessionTool<Input extends z.ZodRawShape>({
  isReadOnly,
  input,
  worktree = sessionTreeField,
  run,
  command,
  positionals,
  stdin,
  examples,
  ...tool
}: SessionTool<Input>): Operation {
  const readOnly = isReadOnly === true;
  return defineOperation({
    ...tool,
    input: z.strictObject({ ...input, worktree, ...codeFields(EDIT_TOKENS) }),
    output: z.object(editOutput),
    annotations: { readOnly, destructive: !readOnly, idempotent: readOnly },
    command: { command, positionals, examples, ...(stdin === undefined ? {} : { stdin }) },
    toolset: "edit",
    run: (parsed, context) => {
      const asked = parsed as unknown as z.output<z.ZodObject<Input>> & CodeInput;
      return answerEdit(tool.name, asked, context, (route) =>
        run(withOwnPaths(asked, route.place.session.root), route),
      ) as never;
    },
  });
}
