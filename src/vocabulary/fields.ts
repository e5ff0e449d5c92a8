// Values of JSON that have not been checked: what a client, a program or a file gave.

export type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The value's fields; none for what has no fields. */
export const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {});
