// Every judge, in the order of the page.
import type { Judge } from "./judge.ts";
import { breaks } from "./judges/breaks.ts";
import { imports } from "./judges/imports.ts";
import { symbolsJudge } from "./judges/symbols.ts";
import { syntaxJudge } from "./judges/syntax.ts";
import { types } from "./judges/types.ts";

export const JUDGES: readonly Judge[] = [breaks, syntaxJudge, symbolsJudge, imports, types];
