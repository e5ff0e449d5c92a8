// `trust list`: every folder that a client may name, and why.
import { z } from "zod";
import { environmentName } from "../../config/settings.ts";
import { textLines } from "../answer/text-lines.ts";
import { defineOperation, type Operation } from "../contract/operation.ts";
import { trustedFolders } from "../contract/trusted-folders.ts";

const output = z.object({
  outcome: z.enum(["found", "empty"]),
  folders: z.array(
    z.object({
      folder: z.string(),
      reach: z.enum(["project", "below"]).describe("project: this one alone; below: every project in it"),
      reason: z.enum(["trusted", "indexed", "setting"]),
      added_at: z.string().optional(),
      user: z.string().optional(),
    }),
  ),
});
type Row = z.output<typeof output>["folders"][number];

const SETTING = `setting allowed_projects, or ${environmentName("allowed_projects")}`;

export const trustListOperation: Operation = defineOperation({
  name: "trust_list",
  title: "Trusted folders",
  summary: "List the folders that clients may search, with who added them and when",
  description: "Lists the folders that clients may search beside their own workspace.",
  input: z.strictObject({}),
  output,
  annotations: { readOnly: true, destructive: false, idempotent: true },
  command: {
    command: "trust list",
    positionals: [],
    examples: ["context-broker trust list", "context-broker trust list --json"],
  },
  toolset: null,
  run: async (_input, { services }) => {
    const { dataFolder, allowedProjects } = services.settings;
    const listed = (await trustedFolders(dataFolder)).map(({ folder, reach, addedAt, addedBy }): Row => {
      const reason = reach === "below" ? "trusted" : "indexed";
      return { folder, reach, reason, added_at: addedAt, ...(addedBy === null ? {} : { user: addedBy.user }) };
    });
    const folders = [
      ...listed,
      ...allowedProjects.map((folder): Row => ({ folder, reach: "below", reason: "setting" })),
    ];
    const outcome = folders.length === 0 ? "empty" : "found";
    const first =
      folders.length === 0
        ? "empty: clients may search their own workspace alone"
        : `found: beside their own workspace, clients may search ${folders.length} ${folders.length === 1 ? "folder" : "folders"}`;
    return { structured: { outcome, folders }, text: textLines([first, ...folders.map(lineOf)]) };
  },
});

function lineOf({ folder, reach, reason, added_at: at, user }: Row): string {
  const what = reach === "below" ? `${folder} and every project in it` : folder;
  if (reason === "setting") {
    return `${what}: ${SETTING}`;
  }
  const who = user === undefined ? "" : ` by ${user}`;
  return `${what}: ${reason}${who} on ${(at ?? "").slice(0, 19).replace("T", " ")} UTC`;
}
