// Conditional compilation of C#, where it stands in the middle of something: the grammar reads `#if` around whole declarations,
// statements and expressions alone.
import { blank } from "../../syntax/blank.ts";

const CONDITION =
  "[ \\t(!]{1,20}\\w{1,100}(?:[ \\t)]{0,20}(?:&&|\\|\\||==|!=)[ \\t(!]{0,20}\\w{1,100}){0,20}[ \\t)]{0,20}(?://[^\\n]{0,300})?\\r?\\n";
const DIRECTIVE = "[ \\t]{0,200}#[ \\t]{0,20}";
const START = `#[ \\t]{0,20}if(?=[ \\t(!])${CONDITION}`;
const OTHER = `${DIRECTIVE}(?:elif(?=[ \\t(!])${CONDITION}|else\\b[^\\n]{0,300}\\n)`;
const END = `${DIRECTIVE}endif\\b[^\\n]{0,300}`;
const PLAIN = `(?!${DIRECTIVE}(?:if|el|endif))[^\\n]{0,2000}\\n`;

/** Groups in groups, three deep. */
const group = (inner: string): string => `${START}(?:${PLAIN}|${OTHER}${inner}){0,3000}${END}`;
const nested = (inner: string): string => `|[ \\t]{0,200}${inner}\\n`;

/** From `#if` to its `#endif`. */
export const CONDITIONALS: RegExp = new RegExp(
  `(?=#)(?<=^[ \\t]{0,200})(${group(nested(group(nested(group("")))))})`,
  "dgm",
);

const LINE = /^[ \t]*#[ \t]*(if|elif|else|endif)\b/;
/** What may follow another branch of the same place, as one text: modifiers, parts of a list; and behind whole statements, such. */
const JOINS =
  /^\s*[,.|&+?:]|[,\]]\s*$|^\s*(?:(?:public|private|protected|internal|static|readonly|partial|unsafe|ref)\s*)+$/;
const STATEMENTS = /[^;\s][\s\S]*[;}]\s*$/;
const BEHIND_STATEMENT = /(?:^|[;{}:\]])[ \t]*(?:\/\/.*)?$/;

/**
 * The same text with the branches that may stand beside each other, and of others the first ones; null where directives do not match, or
 * what one asks for is not whole. `before`: the line above it.
 */
export function withoutConditionals(text: string, before = ""): string | null {
  const lines = text.split("\n");
  /** Where each open branch begins, whether it is the first of its group, and whether whole statements may stand there and do in the first. */
  const open: { start: number; isFirst: boolean; isStatement: boolean; isWhole: boolean }[] = [];
  for (const [index, line] of lines.entries()) {
    const word = LINE.exec(line)?.[1];
    if (word === undefined) {
      continue;
    }
    const branch = word === "if" ? undefined : open.pop();
    if (word !== "if" && branch === undefined) {
      return null;
    }
    if (/^(?:if|elif)$/.test(word) && !isCondition(line)) {
      return null;
    }
    const body = branch === undefined ? "" : lines.slice(branch.start, index).join("\n");
    const isWhole = branch?.isStatement === true && (branch.isWhole || STATEMENTS.test(body));
    if (branch !== undefined && !branch.isFirst) {
      // Behind whole statements, a branch that is none is a part of what follows, or broken.
      if (!JOINS.test(body) && !isWhole) {
        lines.splice(branch.start, index - branch.start, ...blank(body).split("\n"));
      }
    }
    if (word !== "endif") {
      const isStatement = branch?.isStatement ?? BEHIND_STATEMENT.test(lines[index - 1] ?? before);
      open.push({ start: index + 1, isFirst: branch === undefined, isStatement, isWhole });
    }
    lines[index] = blank(line);
  }
  return open.length === 0 ? lines.join("\n") : null;
}

const WHOLE_CONDITION = new RegExp(`^[ \\t]*#[ \\t]*(?:el)?if(?=[ \\t(!])${CONDITION}$`);

function isCondition(line: string): boolean {
  const asked = `${line}\n`;
  const [opened, closed] = [asked.split("(").length, asked.replace(/\/\/.*/, "").split(")").length];
  return WHOLE_CONDITION.test(asked) && opened === closed;
}
