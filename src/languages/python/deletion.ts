// What a deletion breaks in Python: type checkers give a variable that has a declared type that type again, where it had a narrower one.
import type { DeletionRules } from "../contract/deletion-rules.ts";

export const pythonDeletion: DeletionRules = {
  assigned: /^[ \t]*((?:self\.)?\w+)[ \t]*=(?!=)/,
  tested: /\bis(?:instance|subclass)\([ \t]*(\w+)[ \t]*,/,
};
