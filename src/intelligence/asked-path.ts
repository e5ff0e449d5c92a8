// How a path that a caller writes is one of the index.

/** Without `./` before it, as project-relative paths are. */
export const fromRoot = (path: string): string => path.replace(/^(?:\.\/)+/, "");

/** The same without `/` behind it; "" is the project's own folder. */
export const askedPath = (path: string): string => fromRoot(path).replace(/\/+$/, "").replace(/^\.$/, "");
