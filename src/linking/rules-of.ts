// Which languages are linked, and by what rules: the one table of them.
import { ecmascript } from "./modules/ecmascript.ts";
import { go } from "./modules/go.ts";
import { python } from "./modules/python.ts";
import type { LinkRules, RulesOf } from "./rules.ts";

const none = { callMakes: false, handsImportsOn: false, starsBind: true, scriptsAreGlobal: false };
const script: LinkRules = { ...none, modules: ecmascript, starsBind: false, scriptsAreGlobal: true };

const RULES: Readonly<Record<string, LinkRules>> = {
  typescript: script,
  tsx: script,
  javascript: script,
  vue: script,
  svelte: script,
  python: { ...none, modules: python, callMakes: true, handsImportsOn: true },
  go: { ...none, modules: go },
};

export const rulesOf: RulesOf = (language) => (Object.hasOwn(RULES, language) ? RULES[language] : undefined);
