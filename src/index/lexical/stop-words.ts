// English words that say nothing about code. Words that are names in code as often as words in prose (get, set, new,
// use, all, first, end) are left out of this list on purpose.

const WORDS = `
a about above after again am an and any are aren as at be because been before being below between both but by can
cannot could couldn did didn do does doesn doing don down during each few for from had hadn has hasn have haven having
he her here hers him his how i if in into is isn it its just ll me might more most must my no nor not of off on once
only or other our ours out over own please re same shall she should shouldn so some such than that the their theirs
them then there these they this those through to too under until up us ve very was wasn we were weren what when where
which while who whom whose why will with won would wouldn you your yours
`;

export const STOP_WORDS: ReadonlySet<string> = new Set(WORDS.trim().split(/\s+/));
