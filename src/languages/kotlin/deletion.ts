// What a deletion breaks in Kotlin: operators and conventions call functions by their names alone.
import { type DeletionRules, signsBy } from "../contract/deletion-rules.ts";

export const kotlinDeletion: DeletionRules = {
  assigned: /^[ \t]*(?:(?:private|internal)[ \t]+)?va[lr][ \t]+(\([^)]*\)|\w+)/,
  followsAll: true,
  inferred: /\bfun\b.*\)[ \t]*=(?!=)/,
  follows: /=|\bby\b|\bva[lr]\b/,
  lambda: /\{|::/,
  signs: signsBy({
    "plus plusAssign unaryPlus inc": /\+/,
    "minus minusAssign unaryMinus dec": /-(?!>)/,
    "times timesAssign": /\*/,
    "div divAssign": /\//,
    "rem remAssign": /%/,
    not: /!/,
    "rangeTo rangeUntil": /\.\./,
    "get set": /[\w)\]]\[/,
    contains: /\bin\b/,
    "iterator next hasNext": /\bfor\b/,
    compareTo: /[<>]/,
    equals: /[=!]=/,
    invoke: /[\w)\]>][({]|\w \{/,
    "component1 component2 component3 component4 component5": /\((?:[^()]*,)?[^()]*\)[ \t]*(?:=|->|in\b)|\{[ \t]*\(/,
    "getValue setValue provideDelegate": /\bby\b/,
  }),
};
