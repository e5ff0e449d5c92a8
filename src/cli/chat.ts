// `chat`: its flags. What it does is in chat/, which is loaded when it is run.
import type { Command } from "commander";
import type { Operation } from "../operations/contract/operation.ts";
import { type CommandContext, type Declare, exampleText } from "./command.ts";

const EXAMPLES = [
  "context-broker chat",
  "context-broker chat --session fix-login --debug",
  'echo "explain how sessions are renewed" | context-broker chat',
];

export function declareChat(
  command: Command,
  context: CommandContext,
  declare: Declare,
  operations: readonly Operation[],
): void {
  command
    .description("Talk about the project with the configured language model; it may propose edits")
    .option("--session <name>", "Go on with the conversation of this name")
    .option("--debug", "Show what was looked up and what is sent")
    .addHelpText("after", exampleText(EXAMPLES));
  declare(
    command,
    (loaded, { session, debug }) =>
      context.parts.chat({
        ...{ loaded, context, operations },
        session: typeof session === "string" ? session : null,
        isDebugged: debug === true,
      }),
    { shown: ["project", "language_model", "language_model_window"] },
  );
}
