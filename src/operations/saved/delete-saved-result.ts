// Deletes one saved result: the one that would be read.
import { z } from "zod";
import { projectField, readBackProjectsField, savedNameField, storageModeField } from "../contract/fields.ts";
import { defineOperation, type Operation } from "../contract/operation.ts";
import { withSaved } from "./choose-saved.ts";
import { openAddresses } from "./saved-uri.ts";

export const deleteSavedResult: Operation = defineOperation({
  name: "delete_saved_result",
  title: "Delete a saved result",
  summary: "Delete a saved search result or handoff",
  description: "Deletes one saved result permanently.",
  input: z.strictObject({
    name: savedNameField,
    project: projectField,
    projects: readBackProjectsField,
    storage_mode: storageModeField,
  }),
  output: z.object({
    outcome: z.literal("found"),
    name: z.string(),
    uri: z.string(),
    scope: z.enum(["project", "global"]),
    path: z.string(),
  }),
  annotations: { readOnly: false, destructive: true, idempotent: false },
  command: {
    command: "saved delete",
    positionals: ["name"],
    examples: ["context-broker saved delete 'auth flow'"],
  },
  // Clients are listed `saved_results` in its place.
  toolset: null,
  always: true,
  run: async ({ name, project, projects, storage_mode: mode }, context) =>
    withSaved({ name, project, projects, mode }, context, async (session) => {
      const saved = await session.saved();
      const place = await saved.delete(name, mode === undefined ? {} : { mode });
      const uri = (await openAddresses(saved))(place);
      return {
        structured: { outcome: "found" as const, name: place.name, uri, scope: place.scope, path: place.path },
        text: `deleted: ${place.name} (${place.path})`,
      };
    }),
});
