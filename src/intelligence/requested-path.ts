// Converts a path that a caller wrote to one of the index.

/** Without `./` before it, as project-relative paths are. */
export const fromRoot = (path: string): string => path.replace(/^(?:\.\/)+/, "");

/** The same without a trailing `/`; "" is the project's own folder. */
export const requestedPath = (path: string): string => fromRoot(path).replace(/\/+$/, "").replace(/^\.$/, "");
