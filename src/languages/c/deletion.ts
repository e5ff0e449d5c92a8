// What a deletion breaks in C++.
import type { DeletionRules } from "../contract/deletion-rules.ts";

export const cppDeletion: DeletionRules = {
  destructor: /^~/,
  operator: /^operator\b/,
  specialised: /^([^<>]+?)\s*<.*>$/,
  declaresWhole: true,
};
