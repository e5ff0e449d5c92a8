// Addresses of saved results: context-broker://saved/<project>/<name>, both parts percent-encoded. A result that another one of
// the same name can hide has `?storage_mode=` appended, so that every address means one result.
import { STORAGE_MODES, type StorageMode } from "../../storage/saved-result.ts";
import type { ResultPlace, SavedResults } from "../../storage/saved-results.ts";

export const SAVED_URI_TEMPLATE = "context-broker://saved/{project}/{name}";

const PREFIX = "context-broker://saved/";

export interface SavedAddress {
  /** The name of the project's folder in the global home. */
  readonly project: string;
  readonly name: string;
  /** Where to look; by default where results are read first. */
  readonly mode?: StorageMode;
}

const MODE = "?storage_mode=";

export function savedUri({ project, name, mode }: SavedAddress): string {
  const place = mode === undefined ? "" : `${MODE}${mode}`;
  return `${PREFIX}${encodeURIComponent(project)}/${encodeURIComponent(name)}${place}`;
}

/** Writes the addresses of a project's results. */
export async function openAddresses(
  saved: Pick<SavedResults, "folderName" | "modeFor">,
): Promise<(place: Pick<ResultPlace, "name" | "scope">) => string> {
  const project = await saved.folderName();
  return ({ name, scope }) => {
    const mode = saved.modeFor(scope);
    return savedUri({ project, name, ...(mode === null ? {} : { mode }) });
  };
}

/** Null for anything that is not the address of a saved result. */
export function parseSavedUri(uri: string): SavedAddress | null {
  const [address = "", query, ...more] = uri.split("?");
  const mode = query === undefined ? undefined : STORAGE_MODES.find((one) => `?${query}` === `${MODE}${one}`);
  if (more.length > 0 || (query !== undefined && mode === undefined)) {
    return null;
  }
  const parts = address.startsWith(PREFIX) ? address.slice(PREFIX.length).split("/") : [];
  if (parts.length !== 2 || parts.includes("")) {
    return null;
  }
  try {
    const [project = "", name = ""] = parts.map(decodeURIComponent);
    return { project, name, ...(mode === undefined ? {} : { mode }) };
  } catch {
    return null;
  }
}
