// `trust list`: every folder that clients may search beside their own, and why.
import { z } from "zod";
import { environmentName } from "../../config/settings.ts";
import { renderCount } from "../../vocabulary/shown-text.ts";
import { textLines } from "../answer/text-lines.ts";
import { defineOperation, type Operation } from "../contract/operation.ts";
import { REACHES, trustedFolders } from "../contract/trusted-folders.ts";

const output = z.object({
  outcome: z.enum(["found", "empty"]),
  folders: z.array(
    z.object({
      folder: z.string(),
      reach: z
        .enum(REACHES)
        .describe("project: this one alone; below: every project in it; none: an exception from a folder above it"),
      reason: z.enum(["trusted", "indexed", "removed", "setting"]),
      added_at: z.string().optional(),
      user: z.string().optional(),
      command: z.string().optional(),
    }),
  ),
});
const REASONS = { project: "indexed", below: "trusted", none: "removed" } as const;
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
      return { folder, reach, reason: REASONS[reach], added_at: addedAt, ...addedBy };
    });
    const folders = [
      ...listed,
      ...allowedProjects.map((folder): Row => ({ folder, reach: "below", reason: "setting" })),
    ];
    const outcome = folders.length === 0 ? "empty" : "found";
    return { structured: { outcome, folders }, text: textLines([firstLine(folders), ...folders.map(lineOf)]) };
  },
});

function firstLine(folders: readonly Row[]): string {
  if (folders.length === 0) {
    return "empty: clients may search their own workspace alone";
  }
  const exceptions = folders.filter(({ reach }) => reach === "none").length;
  const rest = exceptions === 0 ? "" : `, with ${renderCount(exceptions, "exception")}`;
  return `found: beside their own workspace, clients may search ${renderCount(folders.length - exceptions, "folder")}${rest}`;
}

function lineOf({ folder, reach, reason, added_at: at, user, command }: Row): string {
  const what = reach === "project" ? folder : `${reach === "none" ? "not " : ""}${folder} and every project in it`;
  if (reason === "setting") {
    return `${what}: ${SETTING}`;
  }
  const who = user === undefined ? "" : ` by ${user} (\`${command}\`)`;
  return `${what}: ${reason}${who} on ${(at ?? "").slice(0, 19).replace("T", " ")} UTC`;
}
