// How facts say what an `export` of Scala makes a member of the class that it stands in.

/** The name of a definition for it. Its type is what the names belong to, its signature the exported name and the one that it gets. */
export const EXPORT = ":export";
/** The signature where all names are exported. */
export const ALL_EXPORTED = "*";
