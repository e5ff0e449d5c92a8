// Every parser of input that somebody else wrote, by name.
import type { FuzzTarget } from "./target.ts";
import { configs } from "./targets/configs.ts";
import { dockerRules, ignoreRules } from "./targets/ignore-rules.ts";
import { messages } from "./targets/messages.ts";
import { globs, queries } from "./targets/requests.ts";
import { settings } from "./targets/settings.ts";
import { journalLines, packedOutlines, packedPostings, savedResults } from "./targets/stored.ts";

export const TARGETS: readonly FuzzTarget[] = [
  messages,
  ignoreRules,
  dockerRules,
  savedResults,
  settings,
  configs,
  queries,
  globs,
  journalLines,
  packedPostings,
  packedOutlines,
];
