// Words of a question that neither its route nor the name in it accounts for: `cookie jar` in "which tests cover merge! of the
// cookie jar". They narrow what is meant, but no tool takes them into account. Pure.

/** Words that say nothing about what is asked for, and words of any code. */
const COMMON: ReadonlySet<string> = new Set(
  `a about actually after again against all almost already also although always am among an and another any anybody anyone
anything anywhere are around as at away back be because been before behind being below beside between both but by can cannot come
comes coming could currently did directly do does doing done down during each either else end ended ending ends entire etc even ever
every everybody everyone everything everywhere exactly exist existing exists few find finds first for found from get gets getting give
given gives go goes going gone got had happen happened happens has have having he help her here his how i if in indirectly inside
instead into is it its itself just keep keeps kind kinds know known knows last later let lets like likely list lists look looks made
make makes many may maybe me mean means might more most much must my near need needs never new next no nobody none not nothing now of
off often old on once one ones only onto or other others our out outside over own perhaps please possible possibly put puts quite
rather really s same second see seen sees several shall she should show shown shows since so some somebody someone something somewhere
still such sure t take taken takes tell tells than that the their them then there these they thing things this those through throughout
to today together too two under until up upon us via want wants was way ways we well were what when where whether which while who whole
whom whose why will with within without would yes yet you your
app application argument arguments class classes code codebase component components constant constants directory directories enum enums
field fields file files folder folders function functions interface interfaces library line lines member members method methods module
modules name named names object objects package packages parameter parameters place places program project projects property properties
repo repository source struct structs symbol symbols trait traits type types variable variables work workspace works`.split(
    /\s+/,
  ),
);

/** `clause` is without the name. `cues`: what words of questions look like; the words between those of one belong to it. */
export function unexplainedWords(clause: string, cue: RegExp, cues: readonly RegExp[]): string[] {
  const words = clause.replace(cue, " ").match(/[\p{L}\p{N}_]+(?:['’-]\p{L}+)*/gu) ?? [];
  const isExplained = (word: string): boolean =>
    COMMON.has(word.toLowerCase()) || word.length === 1 || cues.some((one) => one.test(word));
  return [...new Set(words.filter((word) => !isExplained(word)))];
}
