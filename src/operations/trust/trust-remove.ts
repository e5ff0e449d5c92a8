// `trust remove DIR`: clients may search a folder no longer, whether it was trusted or only indexed.
import { resolve } from "node:path";
import { z } from "zod";
import { isInside } from "../../system/platform/inside.ts";
import { realOrAsWritten } from "../../system/real-path.ts";
import { Failure } from "../../vocabulary/failure.ts";
import { textLines } from "../answer/text-lines.ts";
import { defineOperation, type Operation } from "../contract/operation.ts";
import { revokeFolder, type TrustedFolder, trustedFolders } from "../contract/trusted-folders.ts";
import { folderField } from "./trust-add.ts";

const output = z.object({
  outcome: z.enum(["found"]),
  folder: z.string(),
  still_allowed_by: z.array(z.string()).describe("Folders that contain it, so that clients reach it still"),
});

export const trustRemoveOperation: Operation = defineOperation({
  name: "trust_remove",
  title: "Stop trusting a folder",
  summary: "Stop letting clients search a folder",
  description: "Takes a folder off the list of those that clients may search.",
  input: z.strictObject({ folder: folderField }),
  output,
  annotations: { readOnly: false, destructive: true, idempotent: true },
  command: {
    command: "trust remove",
    positionals: ["folder"],
    examples: ["context-broker trust remove ~/src", "context-broker trust remove ~/src/gone --json"],
  },
  toolset: null,
  run: async ({ folder: given }, { services, caller }) => {
    const { dataFolder, allowedProjects } = services.settings;
    const written = resolve(caller.cwd, given);
    const folder = realOrAsWritten(written);
    const listed = await trustedFolders(dataFolder);
    const named = listed.filter((one) => one.folder === folder || one.folder === written);
    if (named.length === 0) {
      throw notListed(folder, listed, allowedProjects);
    }
    for (const one of named) {
      await revokeFolder(dataFolder, one.folder);
    }
    const above = coveringOf(folder, await trustedFolders(dataFolder), allowedProjects);
    const rest = above.length === 0 ? "" : `, but reach it still through ${above.join(" and ")}`;
    const text = `found: clients may no longer search ${folder} because it is listed${rest}`;
    return { structured: { outcome: "found", folder, still_allowed_by: above }, text: textLines([text]) };
  },
});

/** What lets clients reach it otherwise, in words. */
function coveringOf(folder: string, listed: readonly TrustedFolder[], allowed: readonly string[]): string[] {
  return [
    ...listed.filter((one) => one.reach === "below" && isInside(one.folder, folder)).map((one) => one.folder),
    ...allowed
      .filter((one) => isInside(realOrAsWritten(one), folder))
      .map((one) => `${one} (setting allowed_projects)`),
  ];
}

function notListed(folder: string, listed: readonly TrustedFolder[], allowed: readonly string[]): Failure {
  const above = coveringOf(folder, listed, allowed);
  const hint =
    above.length === 0
      ? "`context-broker trust list` shows the folders that are"
      : `clients reach it through ${above.join(" and ")}: take that one off`;
  return new Failure("NOT_FOUND", `${folder} is not on the list of trusted folders`, { hint });
}
