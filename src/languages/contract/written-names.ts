// What the way a name is written says about it.

/** Whether it is written as the names of types are. */
export const isCapitalized = (name: string): boolean => /^\p{Lu}/u.test(name);
