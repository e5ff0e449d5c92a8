// Whether a project is one of a team's, and which tenant is its: only what the user's settings name is sent to a server.
import { homedir } from "node:os";
import { resolve } from "node:path";
import { realOrAsWritten } from "../system/real-path.ts";
import { Failure } from "../vocabulary/failure.ts";
import { TENANT_FORM } from "./weaviate-schema.ts";

/** Null for a project that `index_tenants` does not name. Throws INVALID_SETTING for a tenant that a server would not accept. */
export function tenantOf(root: string, tenants: Readonly<Record<string, string>>): string | null {
  const named = Object.entries(tenants).find(([folder]) => rootNamed(folder) === root);
  if (named === undefined) {
    return null;
  }
  const [folder, tenant] = named;
  if (!TENANT_FORM.test(tenant)) {
    throw new Failure("INVALID_SETTING", `index_tenants: ${folder}=${tenant}: this is no name of a tenant`, {
      hint: "use letters, digits, - and _, 64 at most",
    });
  }
  return tenant;
}

/** The root that a folder in `index_tenants` stands for: its real path, as that of a project is. */
export const rootNamed = (folder: string): string =>
  realOrAsWritten(resolve(folder.startsWith("~/") ? `${homedir()}${folder.slice(1)}` : folder));
