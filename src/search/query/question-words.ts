// How questions are put: the words of "where is the function that …", "how is … implemented", "… in this project" say nothing
// of the subject. The same words inside a subject ("async functions", "help text") do, so only whole turns of phrase are taken
// out.

/** Every pattern is anchored at a word and bounded. */
const TURNS: readonly RegExp[] = [
  /^(?:please |can you |could you |i want to |i need to |help me )*(?:show|tell|find|locate|explain|describe|list|give|see|understand|look for|search for)(?: (?:me|us))?\b(?! ?[(.:_])/i,
  /\b(?:the|a|an|any|which|what|some|all) (?:piece of |part of |bit of |lines? of )?(?:code|functions?|methods?|class(?:es)?|files?|modules?|places?|part|logic|implementation)(?= (?:that|which|where|who|responsible)\b)/gi,
  /\bwhich (?:code|functions?|methods?|class(?:es)?|files?|modules?|places?|parts?)(?= (?!of\b))/gi,
  /\bresponsible for\b/gi,
  /(?<=^(?:how|where|what|which)\b.{0,200})\b(?:implement(?:ed|s)?|(?:located|found|coded|defined|declared|done)(?=\s*[?.!]*$))\b/gi,
  /\bthe implementation of\b/gi,
  /\b(?:in|within|of|across) (?:this|the|our|my) (?:project|repo(?:sitory)?|code ?base|code|source)\b/gi,
];

/** The text without these turns; as it is where nothing with a letter or digit would be left. */
export function withoutQuestionWords(text: string): string {
  const rest = TURNS.reduce((left, turn) => left.replace(turn, " "), text);
  return /[\p{L}\p{N}]/u.test(rest) ? rest : text;
}
