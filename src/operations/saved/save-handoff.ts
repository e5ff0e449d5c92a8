// Saves what the next conversation has to know: the goal, what was decided, and the places that it rests on.
import { z } from "zod";
import { HANDOFF_ENTRIES_MAX, HANDOFF_TEXT_MAX } from "../../storage/handoff.ts";
import { checkName } from "../../storage/names.ts";
import { renderCount } from "../../vocabulary/shown-text.ts";
import { chooseProject } from "../contract/choose-project.ts";
import {
  explained,
  problemsField,
  projectField,
  renderProblems,
  storageModeField,
  textField,
} from "../contract/fields.ts";
import { defineOperation, type Operation } from "../contract/operation.ts";
import { withOwnPaths } from "../contract/own-paths.ts";
import { handoffPlaces } from "./handoff-places.ts";
import { receiptOf } from "./receipt.ts";

const entries = (help: string) =>
  explained(z.array(z.string().min(1).max(HANDOFF_TEXT_MAX)).max(HANDOFF_ENTRIES_MAX).optional(), "", help);

export const saveHandoff: Operation = defineOperation({
  name: "save_handoff",
  title: "Save a handoff",
  summary: "Save the state of your work for the next conversation",
  description: "Hands work on to another conversation, which is then told what became of each place.",
  input: z.strictObject({
    goal: textField(HANDOFF_TEXT_MAX, "", "What is to be reached"),
    decisions: entries("What was decided, and why"),
    constraints: entries("What has to be respected"),
    failed: entries("What was tried and did not work"),
    next: entries("What is to be done next"),
    places: explained(
      z.array(z.string().min(1).max(4_096)).max(HANDOFF_ENTRIES_MAX).optional(),
      "path:line, path:start-end or symbol",
      "Code that it rests on: path, path:line, path:start-end or a symbol's address",
    ),
    name: explained(
      z.string().max(1024).optional(),
      "Default: made from goal",
      "Name to save under; default: made from goal and time",
    ),
    overwrite: explained(z.boolean().optional(), "Replace that name", "Replace a saved result of that name"),
    storage_mode: storageModeField,
    project: projectField,
  }),
  output: z.object({
    outcome: z.literal("found"),
    name: z.string(),
    uri: z.string(),
    path: z.string(),
    read_with: z.string().describe("the tool call or command that reads it back"),
    scope: z.enum(["project", "global"]),
    places: z.number(),
    problems: problemsField.optional(),
  }),
  annotations: { readOnly: false, destructive: true, idempotent: false },
  command: {
    command: "save-handoff",
    positionals: ["goal"],
    examples: [
      'context-broker save-handoff "sessions survive a restart" --decisions "keep them in SQLite: no new service" --places app/session.ts:40-75',
      'context-broker save-handoff "rename Cart to Basket" --failed "sed: also renamed CartError" --places Cart --name basket',
    ],
  },
  // Clients are listed `saved_results` in its place.
  toolset: null,
  always: true,
  run: async ({ name, overwrite, storage_mode: mode, project, places: written = [], ...said }, context) => {
    if (name !== undefined) {
      checkName(name);
    }
    const root = await chooseProject(project, context);
    return context.services.withProject(root, async (session) => {
      const saved = await session.saved();
      saved.checkMode(mode);
      const { places: own } = withOwnPaths({ places: written }, root);
      const places = await handoffPlaces(own, session, context);
      const { goal, decisions = [], constraints = [], failed = [], next = [] } = said;
      const receipt = await saved.saveHandoff(
        { goal, decisions, constraints, failed, next, places },
        {
          ...(mode === undefined ? {} : { mode }),
          ...(name === undefined ? {} : { name }),
          overwrite: overwrite === true,
        },
      );
      const named = project === undefined ? {} : { project: root };
      const { fields, lines } = await receiptOf(saved, receipt, named, context.caller);
      const { problems } = receipt;
      return {
        structured: {
          outcome: "found" as const,
          ...fields,
          places: places.length,
          ...(problems.length === 0 ? {} : { problems: [...problems] }),
        },
        text: [...lines, `rests on ${renderCount(places.length, "place")}`].join("\n").concat(renderProblems(problems)),
      };
    });
  },
});
