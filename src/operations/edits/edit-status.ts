// Lists the sessions of edits: staged, applied and undone.
import { z } from "zod";
import type { EditSession } from "../../edits/store/edit-session.ts";
import type { EditStore } from "../../edits/store/edit-store.ts";
import { findWorktree } from "../../edits/worktrees/find-worktree.ts";
import { renderCount, shortened } from "../../vocabulary/shown-text.ts";
import { defineCodeTool } from "../answer/code-tool.ts";
import { defineTable } from "../answer/table.ts";
import { limitField } from "../contract/fields.ts";
import type { Operation, OperationContext } from "../contract/operation.ts";
import type { ProjectSession } from "../contract/services.ts";
import { sessionTreeField } from "./edit-tool.ts";

const STATES = ["staged", "applied", "undone"] as const;

/** A session of hundreds of files has to leave room for its id. */
const LISTED_MAX = 10;

const SESSIONS = defineTable({
  doc: "newest first",
  columns: {
    session: z.string(),
    state: z.enum(STATES).meta({ doc: "staged: not written yet; applied: undo_edits reverts it" }),
    changed: z.string().meta({ doc: "when its state or its edits last changed; ISO 8601, UTC" }),
    edits: z.array(z.string()).meta({ doc: `what each was for, the first ${LISTED_MAX}` }),
    edits_found: z.number().nullable().meta({ doc: "where there are more" }),
    files: z.array(z.string()).meta({ doc: `the first ${LISTED_MAX}` }),
    files_found: z.number().nullable().meta({ doc: "where there are more" }),
    git: z.string().nullable().meta({ doc: "the commit that was made with it" }),
  },
  shared: ["state"],
  line: ({ session, state, changed, edits = [], edits_found: allEdits, files = [], files_found: allFiles, git }) =>
    [
      [session, state, changed].filter((cell) => cell !== undefined).join(" "),
      edits.length === 0
        ? "no edits"
        : `${edits.join(", then ")}${allEdits == null ? "" : ` and ${renderCount(allEdits - edits.length, "more edit")}`}`,
      renderCount(allFiles ?? files.length, "file"),
      ...(git == null ? [] : [`git ${git}`]),
    ].join("; "),
});

export const editStatus: Operation = defineCodeTool({
  name: "edit_status",
  title: "Sessions of edits",
  summary: "List the sessions of edits: staged, applied, undone",
  description: "Lists staged, applied and undone sessions of edits, newest first, with their edits and files.",
  tokens: 1_200,
  input: { worktree: sessionTreeField, limit: limitField(20, 1_000, "sessions") },
  output: { sessions: SESSIONS.field.optional() },
  command: "edit status",
  examples: ["context-broker edit status", "context-broker edit status --worktree feature --json"],
  toolset: "edit",
  async find({ session }, { limit, worktree }, context) {
    const sessions = (await editsOf(session, worktree, context)).list();
    const rows = sessions.slice(0, limit).map(rowOf);
    const count = (state: EditSession["state"]): number => sessions.filter((one) => one.state === state).length;
    return {
      authority: "disk",
      isSearch: false,
      files: 0,
      found: sessions.length,
      rows: rows.length,
      write(shown) {
        const { shared, lines, field } = SESSIONS.write(rows.slice(0, shown));
        const counted = `${count("staged")} staged, ${count("committed")} applied, ${count("undone")} undone`;
        return {
          headline: sessions.length === 0 ? "no edit was staged or applied here" : `sessions: ${counted}`,
          lines: [...(shared === "" ? [] : [`all ${shared}`]), ...lines],
          fields: shown === 0 ? {} : { sessions: field },
        };
      },
    };
  },
});

/** Of the project, or of the worktree of its repository that is named. Throws as findWorktree does. */
async function editsOf(
  session: ProjectSession,
  worktree: string | undefined,
  { services, signal }: OperationContext,
): Promise<EditStore> {
  if (worktree === undefined) {
    return session.edits();
  }
  const { root } = await findWorktree(session.root, worktree, signal);
  return services.withProject(root, (other) => other.edits());
}

function rowOf({ id, state, changed, intents, changes, files, git }: EditSession) {
  const paths = [...changes, ...files].map(({ path }) => path);
  return {
    session: id,
    state: state === "committed" ? ("applied" as const) : state,
    changed,
    edits: intents.slice(0, LISTED_MAX).map(shortened),
    edits_found: intents.length > LISTED_MAX ? intents.length : null,
    files: paths.slice(0, LISTED_MAX),
    files_found: paths.length > LISTED_MAX ? paths.length : null,
    git: git === null ? null : git.commit,
  };
}
