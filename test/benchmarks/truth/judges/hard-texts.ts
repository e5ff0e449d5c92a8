// Texts on which counts of tokens go wrong: what looks like a special token, letters of many scripts, signs that join, half
// characters, white space of all kinds, digits, contractions, and unbroken runs.
import type { Random } from "../../../support/random.ts";

const PIECES = [
  "<|endoftext|>",
  "<|fim_prefix|>",
  "<|endofprompt|>",
  "<|im_start|>system",
  "Zażółć gęślą jaźń",
  "Ünïcödé",
  "e\u0301e\u0301",
  "ﬁ ﬂ ß ẞ İ ı",
  "日本語のテキスト",
  "한국어",
  "العربية",
  "עברית",
  "हिन्दी",
  "ไทย",
  "ελληνικά",
  "кириллица",
  "👩‍👩‍👧‍👦",
  "🇩🇪🇫🇷",
  "👍🏽",
  "\ud83c",
  "\udf89",
  "\u200b\u200d\ufeff",
  "\u202e\u2066",
  "\u00a0\u2003\u3000",
  "\u0000\u0007\u001b[31m",
  "\r\n",
  "\n\n\n",
  "\t\t",
  "    ",
  " ",
  "\n",
  "\\n\\t",
  "don't DON'T we'LL I'd they've you're it's",
  "123456789",
  "3.14159e-10",
  "٣٤٥",
  "²³½",
  "HTTPServerError",
  "snake_case_name",
  "camelCaseName",
  "SCREAMING_CASE",
  "() => { return x ?? y; }",
  "/* comment */",
  "//////",
  "======",
  "------",
  "});",
  '{"key": "value\\n"}',
  "\u2028\u2029",
  "​",
  "𝒳𝓎𝓏",
  "\u{10ffff}",
];
const RUNS = ["a", "A", " ", "\n", "=", "é", "語", "1", "🎉", "aB", "\t "];

/** Each of up to 40 pieces, glued or parted; every tenth has an unbroken run, half of those over 500 characters. */
export function hardTexts(count: number, random: Random): string[] {
  const pick = (from: readonly string[]): string => from[Math.floor(random() * from.length)] ?? "";
  return Array.from({ length: count }, (_, at) => {
    const glue = pick(["", "", " ", "\n"]);
    const pieces = Array.from({ length: 1 + Math.floor(random() * 40) }, () => pick(PIECES));
    if (at % 10 === 0) {
      const run = pick(RUNS);
      const most = at % 20 === 0 ? 400 : 3_000;
      pieces.push(run.repeat(Math.ceil((1 + Math.floor(random() * most)) / run.length)));
    }
    return pieces.join(glue);
  });
}
