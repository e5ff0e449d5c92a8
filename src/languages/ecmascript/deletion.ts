// What a deletion breaks in JavaScript and TypeScript: statements call members by symbols and names that stand nowhere.
import { type DeletionRules, signsBy } from "../contract/deletion-rules.ts";

const BY_STATEMENT = signsBy({
  "[Symbol.iterator] [Symbol.asyncIterator] next":
    /\bof\b|\.\.\.|\byield\b|\bArray\.from\b|\[[^\]]*\][ \t]*=|\bnew[ \t]+(?:Map|Set)\b/,
  "[Symbol.dispose] [Symbol.asyncDispose]": /\busing\b/,
  "[Symbol.hasInstance]": /\binstanceof\b/,
  "[Symbol.toPrimitive] valueOf toString toJSON": /[-+*<>=]|\$\{/,
  "then finally": /\bawait\b|\breturn\b/,
  IntrinsicElements: /<\/?[a-z]/,
  "Element ElementClass ElementType ElementChildrenAttribute ElementAttributesProperty IntrinsicAttributes JSX":
    /<\/?[\w.]+[^;]*>/,
});

/** `vFocus` is `v-focus` in a template of Vue; `[secret]` is read by the same key. */
function signs(name: string): RegExp | null {
  const [, key] = /^\[([\w$]+)\]$/.exec(name) ?? [];
  if (key !== undefined) {
    return new RegExp(`\\[\\s*${key.replaceAll("$", "\\$")}\\s*\\]`);
  }
  const [, directive] = /^v([A-Z]\w*)$/.exec(name) ?? [];
  const dashed = directive?.replace(/(?<!^)[A-Z]/g, (letter) => `-${letter}`).toLowerCase();
  return dashed === undefined ? BY_STATEMENT(name) : new RegExp(`\\bv-${dashed}\\b`);
}

const rules: DeletionRules = {
  keeps: /^[\s\S]*@(?:typedef|callback)\b[\s\S]*?\*\/\s*/,
  assigned: /(?:\b(?:const|let|var)\s+|\()(.*)/,
  // What a function takes that is passed to something unknown is of no type, which is reported where the project is strict.
  reported: /(?:\(|,)\s*(?:async\s*)?(?:\w+|\([^():]*\))\s*=>/,
  narrowed: (name) => new RegExp(`\\b(?:assert|is)[A-Z]\\w*\\(\\s*${name}\\b|\\b${name}\\s+instanceof\\b`),
  followsHeads: /\bextends\b/,
  beginsValue: /(?:[=(,:?&|[]|=>|\b(?:return|yield))\s*\{\s*(?:\/\/.*)?$/,
  onSelf: /\bthis\.(\w+)/g,
  // Without a case the rest of a function may be reached, where nothing is returned.
  reportedAtHead: /^\s*case\b/,
  head: /\bfunction\b|=>|^\s*(?!\s|(?:if|for|while|switch|catch|with)\b)[\w\s#*]+\(.*\{\s*$/,
};

export const ecmascriptDeletion: DeletionRules = { ...rules, signs };

/** Of pages with a script. What they declare is what other pages give them, or take from them, by attributes and contents of a tag. */
export const pageDeletion: DeletionRules = {
  ...rules,
  signs: (name) => (name === "default" ? /<slot\b/ : signs(name)),
  declaresPage: /\bdefine(?:Props|Emits|Slots|Expose|Model)\b|\$props\(|^\s*export\s+default\b/,
};
