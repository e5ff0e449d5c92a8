// Defines a tool about code: what all of them declare alike, and the frame in which each answers.
import { z } from "zod";
import { explained, projectField } from "../contract/fields.ts";
import {
  type CommandForm,
  defineOperation,
  type Frozen,
  type Operation,
  type OperationContext,
} from "../contract/operation.ts";
import { withOwnPaths } from "../contract/own-paths.ts";
import { answerCode, type CodeFinding, type CodeInput, type CodeScene, type Question } from "./answer-code.ts";
import { formatField } from "./answer-format.ts";
import { envelopeField } from "./envelope.ts";
import { projectsAnsweredField } from "./project-labels.ts";

/** The fields of a tool's answer, as its schema has them. */
export type FieldsOf<Output extends z.ZodRawShape> = Frozen<z.input<z.ZodObject<Output>>>;

/** A tool's own input, and what every tool about code takes. */
export type InputOf<Input extends z.ZodRawShape> = z.output<z.ZodObject<Input>> & CodeInput;

export interface CodeToolBase<Input extends z.ZodRawShape, Output extends z.ZodRawShape>
  extends Pick<Operation, "name" | "title" | "summary" | "description" | "toolset" | "textAlone">,
    Partial<Pick<CommandForm, "command" | "positionals">>,
    Pick<CommandForm, "examples"> {
  /** Default of `max_tokens`. */
  readonly tokens: number;
  /** Beside `project`, `max_tokens` and `format`. */
  readonly input: Input;
  /** Beside `outcome`, `project_root` and `envelope`. */
  readonly output: Output;
}

interface CodeTool<Input extends z.ZodRawShape, Output extends z.ZodRawShape> extends CodeToolBase<Input, Output> {
  /** Default: nothing is asked but the tool itself. Throws INVALID_INPUT for fields that contradict each other. */
  question?(input: InputOf<Input>): Omit<Question, "operation">;
  find(
    scene: CodeScene,
    input: InputOf<Input>,
    context: OperationContext,
  ): CodeFinding<FieldsOf<Output>> | Promise<CodeFinding<FieldsOf<Output>>>;
}

/** A read-only operation; its command is by default its name with dashes: `get-symbol` of `get_symbol`. */
export const defineCodeTool = <Input extends z.ZodRawShape, Output extends z.ZodRawShape>({
  tokens,
  input,
  output,
  command,
  positionals = [],
  examples,
  question,
  find,
  ...tool
}: CodeTool<Input, Output>): Operation =>
  defineOperation({
    ...tool,
    input: z.strictObject({ ...input, ...codeFields(tokens) }),
    output: z.object({ ...codeOutput, ...output }),
    annotations: { readOnly: true, destructive: false, idempotent: true },
    command: { command: command ?? tool.name.replaceAll("_", "-"), positionals, examples },
    run: (parsed, context) => {
      const asked = parsed as unknown as InputOf<Input>;
      const { name, textAlone = false } = tool;
      const about = { operation: name, textAlone, ...(question?.(asked) ?? { asked: "" }) };
      return answerCode<FieldsOf<Output>>(asked, about, context, (scene) =>
        find(scene, withOwnPaths(asked, scene.session.root), context),
      ) as never;
    },
  });

// The fields that the inputs and outputs of all tools about code share.

const TOKENS_MIN = 300;
const TOKENS_MAX = 200_000;

/** Input fields of every tool about code. */
export const codeFields = (maxTokens: number) => ({
  project: projectField,
  max_tokens: explained(z.int().min(TOKENS_MIN).max(TOKENS_MAX).default(maxTokens), "", "Most tokens in the answer"),
  format: formatField,
});

/** Output fields of every tool about code. */
export const codeOutput = {
  outcome: z.enum(["found", "empty", "ambiguous"]),
  project_root: z.string().optional().meta({ doc: "absent: the folder that the client works in" }),
  projects: projectsAnsweredField.optional(),
  envelope: envelopeField.optional(),
};
