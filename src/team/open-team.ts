// Opens the team's index of a project as the settings say.
import type { TeamPublisher } from "../embedding/team-index.ts";
import { readKey } from "../system/read-key.ts";
import { Failure } from "../vocabulary/failure.ts";
import { tenantOf } from "./choose-tenant.ts";
import { parseEndpoint } from "./endpoint.ts";
import { openWeaviate } from "./weaviate.ts";
import type { PublishedForm } from "./weaviate-schema.ts";

export interface TeamSettings {
  readonly indexEndpoints: readonly string[];
  readonly indexTenants: Readonly<Record<string, string>>;
  readonly indexKeyFile: string | null;
  readonly indexAllowHttp: boolean;
}

const SETTING = "index_key_file";

/** Null for a project that is not the team's. Throws INVALID_SETTING. */
export function openTeam(root: string, settings: TeamSettings, form: PublishedForm): TeamPublisher | null {
  const tenant = tenantOf(root, settings.indexTenants);
  if (tenant === null) {
    return null;
  }
  if (settings.indexEndpoints.length === 0) {
    throw new Failure("INVALID_SETTING", "index_backend is weaviate, but index_endpoints names no server", {
      hint: "set index_endpoints to the address of the team's server",
    });
  }
  const endpoints = settings.indexEndpoints.map((text) => parseEndpoint(text, settings.indexAllowHttp));
  const { indexKeyFile: file } = settings;
  if (file !== null) {
    readKey(file, SETTING);
  }
  return openWeaviate({ ...form, endpoints, readKey: () => (file === null ? null : readKeyAgain(file)), tenant });
}

/** While a project is open, an unreadable key counts as an unavailable server, so that answers go on. */
function readKeyAgain(file: string): string {
  try {
    return readKey(file, SETTING);
  } catch (error) {
    throw error instanceof Failure
      ? new Failure("TEAM_INDEX_UNAVAILABLE", error.message, { hint: error.hint, cause: error })
      : error;
  }
}
