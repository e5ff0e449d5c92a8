// The team's index of a project. Weaviate's client, a megabyte, is loaded only if the settings name a server.
import type { Publication, TeamPublisher } from "../embedding/team-index.ts";
import { Failure } from "../vocabulary/failure.ts";
import type { TeamSettings } from "./open-team.ts";
import type { PublishedForm } from "./weaviate-schema.ts";

interface BackendSettings extends TeamSettings {
  readonly indexBackend: "embedded" | "weaviate";
}

/** Null for a project whose vectors are on this machine only. Throws INVALID_SETTING. */
export const findTeam = async (
  root: string,
  settings: BackendSettings,
  form: PublishedForm,
): Promise<TeamPublisher | null> =>
  settings.indexBackend === "embedded" ? null : (await import("./open-team.ts")).openTeam(root, settings, form);

/**
 * What the team's server has of the project in a folder that `index_tenants` names. Throws INVALID_SETTING, TEAM_INDEX_UNAVAILABLE.
 */
export async function askTeam(
  folder: string,
  settings: BackendSettings,
  form: PublishedForm,
): Promise<{ readonly name: string; readonly publication: Publication | null }> {
  const { rootNamed } = await import("./choose-tenant.ts");
  const team = await findTeam(rootNamed(folder), settings, form);
  if (team === null) {
    throw new Failure("INVALID_SETTING", `index_tenants does not name ${folder}`, { hint: "add it there" });
  }
  try {
    return { name: team.name, publication: await team.publication() };
  } finally {
    await team.close();
  }
}
