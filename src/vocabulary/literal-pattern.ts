// A text as a part of a regular expression that matches just that text.

/** With and without the flag `u`, but not between brackets. */
export const literalPattern = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
