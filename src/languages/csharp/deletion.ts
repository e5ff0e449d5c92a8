// What a deletion breaks in C#: operators and statements call members by their names alone.
import { type DeletionRules, signAlone, signsBy } from "../contract/deletion-rules.ts";

const BY_STATEMENT = signsBy({
  "GetEnumerator GetAsyncEnumerator MoveNext Current": /\bforeach\b/,
  Add: /\{|\}/,
  Deconstruct: /\bvar[ \t]*\(|\([^()]*,[^()]*\)[ \t]*=|\bis\b|=>/,
  "Dispose DisposeAsync": /\busing\b/,
  "GetAwaiter GetResult": /\bawait\b/,
  "this Item": /[\w)\]]\??\[/,
  "Select Where SelectMany OrderBy GroupBy Join Cast": /\b(?:from|select|where|orderby|group|join|let)\b/,
});

function signs(name: string): RegExp | null {
  const [, sign, type] = /^operator\s*(?:([^\w\s]+)|(.+))$/.exec(name) ?? [];
  return sign !== undefined
    ? /^[<>=!]/.test(sign)
      ? /[<>]=?|[=!]=/
      : new RegExp(`${signAlone(sign).source}|${signAlone(`${sign}=`).source}`)
    : type !== undefined
      ? /[=(]|\breturn\b|=>|\?|\bif\b|\bwhile\b/
      : BY_STATEMENT(name);
}

/** Constraints stand below the head, on lines of their own or behind it. */
export const csharpDeletion: DeletionRules = { signs, followsHeads: /\bwhere[ \t]+\w+[ \t]*:/ };
