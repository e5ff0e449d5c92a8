// Saved results as resources: context-broker://saved/<project>/<name>, both parts percent-encoded.

export const SAVED_URI_TEMPLATE = "context-broker://saved/{project}/{name}";

const PREFIX = "context-broker://saved/";

export interface SavedAddress {
  /** The project folder's name. */
  readonly project: string;
  readonly name: string;
}

export function savedUri({ project, name }: SavedAddress): string {
  return `${PREFIX}${encodeURIComponent(project)}/${encodeURIComponent(name)}`;
}

/** Null for anything that is not the address of a saved result. */
export function parseSavedUri(uri: string): SavedAddress | null {
  const parts = uri.startsWith(PREFIX) ? uri.slice(PREFIX.length).split("/") : [];
  if (parts.length !== 2 || parts.includes("")) {
    return null;
  }
  try {
    const [project = "", name = ""] = parts.map(decodeURIComponent);
    return { project, name };
  } catch {
    return null;
  }
}
