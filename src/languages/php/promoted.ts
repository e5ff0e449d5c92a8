/** Before the name of a field, in the step to the one that the constructor declares among its parameters. */
export const PROMOTED_MARK = ":";
