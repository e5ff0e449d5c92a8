// What a deletion breaks in JavaScript and TypeScript: statements call members by symbols and names that stand nowhere.
import type { DeletionRules } from "../contract/deletion-rules.ts";
import { signsBy } from "../contract/signs.ts";

export const ecmascriptDeletion: DeletionRules = {
  signs: signsBy({
    "[Symbol.iterator] [Symbol.asyncIterator] next":
      /\bof\b|\.\.\.|\byield\b|\bArray\.from\b|\[[^\]]*\][ \t]*=|\bnew[ \t]+(?:Map|Set)\b/,
    "[Symbol.dispose] [Symbol.asyncDispose]": /\busing\b/,
    "[Symbol.hasInstance]": /\binstanceof\b/,
    "[Symbol.toPrimitive] valueOf toString toJSON": /[-+*<>=]|\$\{/,
    "then finally": /\bawait\b|\breturn\b/,
    IntrinsicElements: /<\/?[a-z]/,
    "Element ElementClass ElementType ElementChildrenAttribute ElementAttributesProperty IntrinsicAttributes JSX":
      /<\/?[\w.]+[^;]*>/,
  }),
};
