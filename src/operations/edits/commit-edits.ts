// Writes all edits of a staged session, or none.
import { z } from "zod";
import { Failure } from "../../vocabulary/failure.ts";
import { explained } from "../contract/fields.ts";
import type { Operation } from "../contract/operation.ts";
import { stagedSession } from "./choose-session.ts";
import { applyField, limitFields, limitsOf, sessionField } from "./edit-tool.ts";
import { checkSession, commitSession } from "./run-session.ts";
import { defineSessionTool } from "./session-tool.ts";

const BRANCH_LENGTH_MAX = 200;
const MESSAGE_LENGTH_MAX = 10_000;

export const commitEdits: Operation = defineSessionTool({
  name: "commit_edits",
  title: "Commit staged edits",
  summary: "Write all edits of a staged session, or none",
  description:
    "Writes the edits of a staged session to their files, all or none, after checking them again; then indexes them and weighs their impact. Without `apply` it shows what it would write.",
  input: {
    session: sessionField.describe("Default: the only staged one"),
    apply: applyField,
    branch: explained(
      z.string().min(1).max(BRANCH_LENGTH_MAX).optional(),
      "Also make this git branch, with a commit of the edited files",
      "Also make this git branch at HEAD, with a commit of the edited files alone; HEAD and the git index stay as they are",
    ),
    message: explained(
      z.string().min(1).max(MESSAGE_LENGTH_MAX).optional(),
      "Of that commit; default: what the edits are",
      "Message of that commit; default: what the edits are",
    ),
    ...limitFields,
  },
  command: "edit commit",
  positionals: ["session"],
  examples: [
    "context-broker edit commit --apply",
    'context-broker edit commit 1a2b3c4d --apply --branch save-orders --message "Name the method save"',
  ],
  async run({ session, apply, branch: name, message, ...limits }, { place }) {
    if (message !== undefined && name === undefined) {
      throw new Failure("INVALID_INPUT", "`message` is not used without `branch`", {
        hint: "name the git branch that the commit is for, or leave `message` out",
      });
    }
    const { id, intents } = stagedSession(await place.session.edits(), session);
    const branch = name === undefined ? {} : { branch: { name, message: message ?? intents.join("; ") } };
    return apply
      ? commitSession(id, limitsOf(limits), place, branch)
      : checkSession(id, limitsOf(limits), place, "apply");
  },
});
