// Which languages are linked, and by what rules: the one table of them.
import type { LinkRules, RulesOf } from "./rules.ts";

const RULES: Readonly<Record<string, LinkRules>> = {};

export const rulesOf: RulesOf = (language) => (Object.hasOwn(RULES, language) ? RULES[language] : undefined);
