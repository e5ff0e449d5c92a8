// `trust remove DIR`: clients may not search a folder any more, whether it was trusted, indexed, or is in a trusted folder.

import { z } from "zod";
import { typedPath } from "../../system/home-path.ts";
import { isInside } from "../../system/platform/inside.ts";
import { realOrAsWritten } from "../../system/real-path.ts";
import { Failure } from "../../vocabulary/failure.ts";
import { textLines } from "../answer/text-lines.ts";
import { defineOperation, type Operation } from "../contract/operation.ts";
import { decidingEntry, exceptFolder, isTrusted, revokeFolder, trustedFolders } from "../contract/trusted-folders.ts";
import { folderField } from "./trust-add.ts";

const output = z.object({
  outcome: z.enum(["found"]),
  folder: z.string(),
  excepted_from: z.array(z.string()).describe("Trusted folders that contain it; it is an exception from them"),
  still_allowed_by: z.array(z.string()).describe("Settings by which clients reach it still"),
});

export const trustRemoveOperation: Operation = defineOperation({
  name: "trust_remove",
  title: "Stop trusting a folder",
  summary: "Stop letting clients search a folder",
  description:
    "Takes a folder off the list of those that clients may search. One that lies in a trusted folder becomes an exception from it; `trust add` lifts that.",
  input: z.strictObject({ folder: folderField }),
  output,
  annotations: { readOnly: false, destructive: true, idempotent: true },
  command: {
    command: "trust remove",
    positionals: ["folder"],
    examples: ["context-broker trust remove ~/src", "context-broker trust remove ~/src/secret --json"],
  },
  toolset: null,
  run: async ({ folder: given }, { services, caller }) => {
    const { dataFolder, allowedProjects } = services.settings;
    const written = typedPath(given, caller.cwd);
    const folder = realOrAsWritten(written);
    const listed = await trustedFolders(dataFolder);
    const named = listed.filter((one) => one.reach !== "none" && (one.folder === folder || one.folder === written));
    const above = listed.filter(
      (one) => one.reach === "below" && one.folder !== folder && isInside(one.folder, folder),
    );
    const settings = settingsFor(folder, allowedProjects);
    const decided = decidingEntry(listed, folder);
    if (named.length === 0 && decided === null) {
      throw notListed(folder, settings);
    }
    for (const one of named) {
      await revokeFolder(dataFolder, one.folder);
    }
    // After revoking, because that removes an exception, too.
    if (isTrusted(await trustedFolders(dataFolder), folder)) {
      await exceptFolder(dataFolder, folder);
    }
    const exceptedFrom = above.map((one) => one.folder);
    return {
      structured: { outcome: "found", folder, excepted_from: exceptedFrom, still_allowed_by: settings },
      text: textLines([sentence(folder, exceptedFrom, settings)]),
    };
  },
});

function sentence(folder: string, exceptedFrom: readonly string[], settings: readonly string[]): string {
  const exception = exceptedFrom.length === 0 ? "" : `; it is an exception from ${exceptedFrom.join(" and ")}`;
  return settings.length === 0
    ? `found: clients may no longer search ${folder}${exception}`
    : `found: ${folder} is not trusted${exception}, but clients reach it still through ${settings.join(" and ")}`;
}

/** The settings that let clients reach it, in words. */
const settingsFor = (folder: string, allowed: readonly string[]): string[] =>
  allowed.filter((one) => isInside(realOrAsWritten(one), folder)).map((one) => `${one} (setting allowed_projects)`);

function notListed(folder: string, settings: readonly string[]): Failure {
  const hint =
    settings.length === 0
      ? "`context-broker trust list` shows the folders that are"
      : `clients reach it through ${settings.join(" and ")}: change that setting`;
  return new Failure("NOT_FOUND", `${folder} is not on the list of trusted folders`, { hint });
}
