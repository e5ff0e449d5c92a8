// Examples in docstrings, `>>> store.save()`, which doctest runs: their statements of one line are read as code at the top of the file.
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { FILE } from "../../../vocabulary/facts.ts";
import { frameOf, inFrame, type Visitor, type Walk } from "./state.ts";

const EXAMPLE = /^([ \t]*>>> )(.+)$/gmu;
/** What defines something would do so for the file. */
const DEFINES = /^(?:class|def|async|global|@)/;
const IMPORTS = /^(?:from\s+[\w.]+\s+)?import\s+(.*)$/;

/** A string as a statement. */
export const statement: Visitor = (node, walk) => {
  const { state } = walk;
  const [text = NO_NODE] = walk.children(node);
  if (walk.type(text) === "string" && walk.text(text).includes(">>> ")) {
    state.examples.push(text);
  }
  walk.visitChildren(node);
};

/** At the end, when all names of the file are bound. */
export const wholeFile: Visitor = (node, walk) => {
  const { state } = walk;
  // Text that the file runs is a whole one, too.
  const isInside = state.isInFile;
  state.isInFile = true;
  walk.visitChildren(node);
  state.isInFile = isInside;
  for (const text of isInside ? [] : state.examples.splice(0)) {
    inFrame(walk, frameOf("function", FILE), () => readExamples(text, walk));
  }
};

function readExamples(text: NodeAt, walk: Walk): void {
  for (const { index, 1: mark = "", 2: code = "" } of walk.text(text).matchAll(EXAMPLE)) {
    const imported = IMPORTS.exec(code)?.[1];
    for (const [name] of imported?.matchAll(/[\p{L}_][\p{L}\p{N}_]*/gu) ?? []) {
      walk.local(name, null);
    }
    if (imported === undefined && !DEFINES.test(code)) {
      const start = walk.start(text) + index + mark.length;
      walk.reread(start, start + code.trimEnd().length);
    }
  }
}
