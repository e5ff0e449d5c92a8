// Finds a project's tenant on the team's server. Only projects that the user's settings name have one.
import { resolve } from "node:path";
import { expandHome } from "../system/home-path.ts";
import { realOrAsWritten } from "../system/real-path.ts";

/** Null for a project that `index_tenants` does not name. */
export const tenantOf = (root: string, tenants: Readonly<Record<string, string>>): string | null =>
  Object.entries(tenants).find(([folder]) => rootNamed(folder) === root)?.[1] ?? null;

/** The root that a folder in `index_tenants` stands for: its real path, as that of a project is. */
export const rootNamed = (folder: string): string => realOrAsWritten(resolve(expandHome(folder)));
