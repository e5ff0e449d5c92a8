// Copies part of a text into a string of its own.

/** V8 keeps a whole string in memory as long as any slice of it is in use. */
export const detached = (slice: string): string => Buffer.from(slice, "utf16le").toString("utf16le");
