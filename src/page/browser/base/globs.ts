// The globs of a path filter as it is typed.

/** Separated by spaces or commas; a comma within braces is part of its glob. */
export const globsOf = (typed: string): string[] => typed.match(/(?:\{[^}]*\}|[^\s,])+/g) ?? [];
