// Every judge, in the order of the page.
import type { Judge } from "./judge.ts";

export const JUDGES: readonly Judge[] = [];
