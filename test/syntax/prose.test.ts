// Headings of the markup languages, and what only looks like one.
import { expect, test } from "vitest";
import { outlineProse, type ProseStyle } from "../../src/syntax/prose.ts";
import { openSource } from "../../src/syntax/source.ts";

const cases: [name: string, style: ProseStyle, text: string, expected: string[]][] = [
  ["closing hashes and spaces", "markdown", "  ##  A b  ##  \n", ["1-1 A b"]],
  ["no space after the hash is no heading", "markdown", "#hashtag\n", []],
  ["four spaces are code", "markdown", "    # code\n", []],
  ["fences hide", "markdown", "~~~\n# a\n```\n# b\n~~~\n# c\n", ["6-6 c"]],
  ["a longer fence closes, a shorter does not", "markdown", "````\n# a\n```\n# b\n`````\n# c\n", ["6-6 c"]],
  ["a fence that never closes hides the rest", "markdown", "# a\n```\n# b\n", ["1-3 a"]],
  ["inline code is no fence", "markdown", "``` not a fence ```\n# a\n", ["2-2 a"]],
  ["front matter", "markdown", "---\na: b\n---\n# c\n", ["4-4 c"]],
  ["front matter that never ends", "markdown", "---\n# c\n", ["2-2 c"]],
  ["underlines", "markdown", "A\n===\n\nB\n---\n", ["1-5 A", "4-5 A > B"]],
  [
    "a rule, a table and a list item are no underlined headings",
    "markdown",
    "x\n\n---\n\n| a |\n---\n\n- a\n---\n",
    [],
  ],
  ["an empty heading is none", "markdown", "#\n## \n# ###\n", []],
  ["links, code and emphasis are taken off", "markdown", "# The **`x`** of [y](http://z) {#id}\n", ["1-1 The x of y"]],
  ["a deeper first heading", "markdown", "### c\n# a\n## b\n", ["1-1 c", "2-3 a", "3-3 a > b"]],
  ["CR LF", "markdown", "# a\r\ntext\r\n## b\r\n", ["1-3 a", "3-3 a > b"]],
  ["styles rank by first use", "restructuredtext", "A\n~~~\n\nB\n===\n\nC\n~~~\n", ["1-6 A", "4-6 A > B", "7-8 C"]],
  ["an underline that is too short is none", "restructuredtext", "A long title\n---\n", []],
  ["a transition is none", "restructuredtext", "Text.\n\n-----\n\nText.\n", []],
  ["overlines", "restructuredtext", "===\n A\n===\n\nB\n===\n", ["1-6 A", "5-6 A > B"]],
  ["blocks hide", "asciidoc", "= A\n\n----\n== B\n----\n\n== C\n", ["1-7 A", "7-7 A > C"]],
  [
    "numbers and capitals",
    "plain",
    "INTRO\n\ntext\n\n1. One\n\n1.1 Sub\n\nA Sentence.\n",
    ["1-4 INTRO", "5-9 1. One", "7-9 1. One > 1.1 Sub"],
  ],
  ["a list is no row of headings", "plain", "1. one thing\n2. Another thing\n", []],
];

test.each(cases)("%s (%s)", (_name, style, text, expected) => {
  const { symbols } = outlineProse(openSource(text), style);
  expect(symbols.map(({ startLine, endLine, path }) => `${startLine}-${endLine} ${path}`)).toEqual(expected);
});
