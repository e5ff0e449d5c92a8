// A part of a text as a text of its own. Knows nothing of what the text is.

/** A copy: an engine keeps the whole text in memory for as long as a slice of it is kept. */
export const detached = (slice: string): string => Buffer.from(slice, "utf16le").toString("utf16le");
