// `trust add DIR`: from now on clients may search every project in a folder.

import { statSync } from "node:fs";
import { homedir } from "node:os";
import { dirname } from "node:path";
import { z } from "zod";
import { typedPath } from "../../system/home-path.ts";
import { isInside } from "../../system/platform/inside.ts";
import { realPath } from "../../system/real-path.ts";
import { Failure } from "../../vocabulary/failure.ts";
import { textLines } from "../answer/text-lines.ts";
import { defineOperation, type Operation } from "../contract/operation.ts";
import { trustedFolders, trustFolder } from "../contract/trusted-folders.ts";

export const folderField = z.string().min(1).max(4096).default(".").describe("The folder; default: this one");

const output = z.object({
  outcome: z.enum(["found"]),
  folder: z.string().describe("Its real path"),
  added: z.boolean().describe("false: it was trusted already"),
});

export const trustAddOperation: Operation = defineOperation({
  name: "trust_add",
  title: "Trust a folder",
  summary: "Let clients search a folder's projects",
  description: "Lets clients search every project in a folder.",
  input: z.strictObject({ folder: folderField }),
  output,
  annotations: { readOnly: false, destructive: false, idempotent: true },
  command: {
    command: "trust add",
    positionals: ["folder"],
    examples: ["context-broker trust add ~/src", "context-broker trust add . --json"],
  },
  toolset: null,
  run: async ({ folder: given }, { services, caller }) => {
    const { dataFolder } = services.settings;
    const folder = realFolder(typedPath(given, caller.cwd));
    const before = await trustedFolders(dataFolder);
    const added = !before.some((one) => one.folder === folder && one.reach === "below");
    if (added) {
      await trustFolder(dataFolder, folder);
    }
    const text = added
      ? `found: clients may now search every project in ${folder}`
      : `found: ${folder} was trusted already`;
    return { structured: { outcome: "found", folder, added }, text: textLines([text]) };
  },
});

/** Its real path. Throws INVALID_INPUT where it is no folder, PROJECT_TOO_BROAD for one that contains the home folder. */
function realFolder(path: string): string {
  let folder: string;
  try {
    folder = realPath(path);
  } catch (cause) {
    throw new Failure("INVALID_INPUT", `${path} does not exist or cannot be read`, {
      hint: "name a folder that exists",
      cause,
    });
  }
  if (!statSync(folder).isDirectory()) {
    throw new Failure("INVALID_INPUT", `${folder} is not a folder`, { hint: `name its folder: ${dirname(folder)}` });
  }
  if (folder !== homedir() && isInside(folder, homedir())) {
    throw new Failure(
      "PROJECT_TOO_BROAD",
      `${folder} contains your home folder, so clients could search far more than projects`,
      {
        hint: "trust the folders in which your projects are, such as ~/src",
      },
    );
  }
  return folder;
}
