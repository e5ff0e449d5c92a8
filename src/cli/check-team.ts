// doctor's check of the team's server: whether it answers, and what it has of each project that the settings name.
import type { Settings } from "../config/settings.ts";
import { renderCount } from "../vocabulary/shown-text.ts";
import type { Finding } from "./check-machine.ts";
import type { CommandLineParts } from "./command.ts";
import { asFailure } from "./exit.ts";

const CHECK = "team's server";

/** No finding where no server is configured. Never throws. */
export async function checkTeam(settings: Settings, parts: Pick<CommandLineParts, "askTeam">): Promise<Finding[]> {
  if (settings.indexBackend === "embedded") {
    return [];
  }
  const folders = Object.keys(settings.indexTenants);
  if (folders.length === 0) {
    const detail = "index_tenants names no project, so the server is not used";
    return [{ check: CHECK, state: "warning", detail, cure: "set index_tenants to FOLDER=TENANT" }];
  }
  return Promise.all(folders.map((folder) => checkProject(folder, settings, parts)));
}

async function checkProject(
  folder: string,
  settings: Settings,
  { askTeam }: Pick<CommandLineParts, "askTeam">,
): Promise<Finding> {
  try {
    const { name, publication } = await askTeam(settings, folder);
    if (publication === null) {
      const detail = `${folder}: nothing is published yet, ${name}`;
      return { check: CHECK, state: "note", detail, cure: "run `context-broker index publish` there" };
    }
    const { commit, publishedAt, chunks } = publication;
    const what = commit === null ? "files without a commit" : `commit ${commit.slice(0, 12)}`;
    const detail = `${folder}: ${what} of ${publishedAt.slice(0, 10)}, ${renderCount(chunks, "text")}, ${name}`;
    return { check: CHECK, state: "ok", detail, cure: "" };
  } catch (error) {
    const { message, hint } = asFailure(error);
    return { check: CHECK, state: "warning", detail: `${folder}: ${message}`, cure: hint };
  }
}
