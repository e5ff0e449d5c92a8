// Stages an edit in a session, so that several can be looked at and written together.
import { z } from "zod";
import { explained } from "../contract/fields.ts";
import { type Operation, parseInput } from "../contract/operation.ts";
import { type EditFields, type EditTool, limitFields, limitsOf, sessionField, worktreeField } from "./edit-tool.ts";
import { defineSessionTool } from "./session-tool.ts";

/** `tools`: those whose edits can be staged; at least one. */
export function stageEdit(tools: readonly EditTool[]): Operation {
  const fields = fieldsOf(tools);
  return defineSessionTool({
    name: "stage_edit",
    title: "Stage an edit",
    summary: "Stage an edit, to write it together with others",
    description:
      "Stages an edit in a session and writes no file: `operation` names an edit tool, the other fields are that tool's. commit_edits writes all edits of a session, or none.",
    input: {
      operation: z.enum(tools.map(({ operation }) => operation.name)).describe("Edit tool to stage"),
      ...fields,
      session: explained(
        sessionField,
        "Add to it; default: a new one",
        "Add the edit to this session; default: a new one",
      ),
      ...limitFields,
    },
    worktree: worktreeField,
    command: "edit stage",
    positionals: ["operation", "symbol"],
    stdin: "text",
    examples: [
      "context-broker edit stage delete_symbol lib/order-store.ts#OrderStore.take",
      "context-broker edit stage rename_symbol OrderStore.put --new-name save --session 1a2b3c4d",
      "context-broker edit stage replace_text notes/guide.md --find 8080 --replacement 9090 --session 1a2b3c4d",
    ],
    run({ operation, session, scope, allow_syntax_errors, leave_unread, ...rest }, route) {
      const tool = tools.find((one) => one.operation.name === operation);
      const own = Object.fromEntries(
        Object.entries(rest).filter(([name, value]) => name in fields && value !== undefined),
      );
      const asked = parseInput(z.strictObject(tool?.fields ?? {}), own) as EditFields;
      const mode = { kind: "stage", session: session ?? null } as const;
      if (tool === undefined) {
        throw new Error(`stage_edit has no tool ${operation}`);
      }
      return tool.run(asked, mode, limitsOf({ scope, allow_syntax_errors, leave_unread }), route);
    },
  });
}

/** The fields of all edits, none of them required: `operation` decides which of them count. The first tool with a field describes it. */
function fieldsOf(tools: readonly EditTool[]): z.ZodRawShape {
  const all = tools.flatMap(({ fields }) => Object.entries(fields));
  const first = new Map(all.toReversed());
  return Object.fromEntries(all.map(([name]) => [name, withoutDefault(first.get(name) as z.ZodType)]));
}

/** The default is the operation's own, and is filled in by it. */
function withoutDefault(field: z.ZodType): z.ZodType {
  const inner = field instanceof z.ZodDefault ? (field.unwrap() as z.ZodType) : field;
  return inner.optional().meta(field.meta() ?? {});
}
