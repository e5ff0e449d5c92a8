// The symbols that edits of files removed or changed, compared with the index before it saw the edits. For clients' hooks in projects without
// git, where analyze_diff has nothing to compare with.
import { isAbsolute, relative, sep } from "node:path";
import { z } from "zod";
import { type EditedUses, type IndexedFiles, indexedFacts, usesOfEdits } from "../../../change/edited-definitions.ts";
import { knownIndexes } from "../../../index/upkeep/known-indexes.ts";
import { withSnapshot } from "../../../index/with-snapshot.ts";
import { requestedPath } from "../../../intelligence/requested-path.ts";
import { readAdmitted } from "../../../project/read-admitted.ts";
import { isInside } from "../../../system/platform/inside.ts";
import { renderCount } from "../../../vocabulary/shown-text.ts";
import { answerCode, type CodeFinding, type CodeScene } from "../../answer/answer-code.ts";
import { codeFields, codeOutput } from "../../answer/code-tool.ts";
import { defineTable } from "../../answer/table.ts";
import { textLines } from "../../answer/text-lines.ts";
import { chooseProject } from "../../contract/choose-project.ts";
import { defineOperation, type Operation } from "../../contract/operation.ts";
import { USERS, userCells } from "./diff-rows.ts";

const PATHS_MAX = 100;
const TIME_MS_MAX = 2_000;
const TOKENS = 1_200;

const CHANGES = defineTable({
  doc: "definitions that are gone or take other parameters, by file",
  columns: { path: z.string(), change: z.enum(["removed", "signature"]), kind: z.string(), symbol: z.string() },
  grouped: true,
  line: ({ change, kind, symbol }) => `${change} ${kind} ${symbol}`,
});

type Row = { readonly edit: EditedUses; readonly user?: NonNullable<EditedUses["users"]>[number] };

export const editedSymbols: Operation = defineOperation({
  name: "edited_symbols",
  title: "Symbols in the last edits",
  summary: "Show the symbols that the last edits removed or gave other parameters, and their users",
  description:
    "Compares files with what the index had of them until now, and updates the index: so an edit shows once. For hooks, in projects without git; analyze_diff compares with a commit.",
  input: z.strictObject({
    paths: z
      .array(z.string().min(1).max(4096))
      .min(1)
      .max(PATHS_MAX)
      .describe("The edited files, absolute or from the project's root"),
    ...codeFields(TOKENS),
  }),
  output: z.object({ ...codeOutput, changes: CHANGES.field.optional(), users: USERS.field.optional() }),
  annotations: { readOnly: true, destructive: false, idempotent: false },
  command: {
    command: "edited-symbols",
    positionals: [],
    examples: [
      "context-broker edited-symbols --paths lib/cart.ts",
      "context-broker edited-symbols --paths lib/cart.ts --paths lib/rate.ts --json",
    ],
  },
  toolset: null,
  run: async (input, context) => {
    const root = await chooseProject(input.project, context);
    const paths = [...new Set(input.paths.map((path) => pathIn(root, path)))];
    if (!knownIndexes(context.services.settings.cacheFolder).has(root)) {
      return notIndexed(root);
    }
    // Before the question updates the index.
    const before = await context.services.withProject(root, async (session) =>
      withSnapshot(await session.index(), (snapshot) => indexedFacts(snapshot, paths)),
    );
    const question = { operation: "edited_symbols", asked: paths.join(" ") };
    return answerCode({ ...input, project: root }, question, context, (scene) => find(scene, before));
  },
});

/** A hook gives absolute paths, because it does not know the project. */
function pathIn(root: string, path: string): string {
  const isOwn = isAbsolute(path) && isInside(root, path);
  return requestedPath(isOwn ? relative(root, path).split(sep).join("/") : path);
}

/** A hook must not cause the first index of a folder that its user never searched. */
const notIndexed = (root: string) => ({
  structured: { outcome: "empty" as const, project_root: root },
  text: textLines([`empty: ${root} has no index to compare with; a search makes one`]),
});

async function find(scene: CodeScene, before: IndexedFiles): Promise<CodeFinding<object>> {
  const read = async (path: string): Promise<readonly [string, string][]> => {
    const found = await readAdmitted(scene.corpus, path);
    return found === null || "excluded" in found ? [] : [[path, found.text]];
  };
  const texts = new Map((await Promise.all([...before.keys()].map(read))).flat());
  const { withSnapshot: use, signal } = scene;
  const edits = await usesOfEdits({ before, texts, withSnapshot: use, timeMsMax: TIME_MS_MAX, signal });
  const rows = edits.flatMap((edit): Row[] => [{ edit }, ...(edit.users ?? []).map((user) => ({ edit, user }))]);
  return {
    found: rows.length,
    files: before.size,
    authority: "disk",
    write(shown) {
      const written = rows.slice(0, shown);
      const changes = CHANGES.write(
        written.flatMap(({ edit: { path, change, definition }, user }) =>
          user === undefined ? [{ path, change, kind: definition.kind, symbol: definition.path }] : [],
        ),
      );
      const users = USERS.write(
        written.flatMap(({ edit: { path, definition }, user }) =>
          user === undefined ? [] : [userCells(`${path}#${definition.path}`, user)],
        ),
      );
      return {
        headline: `${renderCount(edits.length, "definition")} in ${renderCount(before.size, "file")} gone or with other parameters`,
        lines: [...changes.lines, ...users.lines],
        fields: { changes: changes.field, users: users.field },
      };
    },
  };
}
