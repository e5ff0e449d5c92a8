// Numbers as people read them.

/** Created once: `toLocaleString` takes some microseconds, and an answer is rendered several times until it fits its budget. */
const { format } = new Intl.NumberFormat("en");

/** `12,345`: thousands apart, at most three decimals. */
export const formatNumber = (value: number): string => format(value);
