// Macros of C and C++: the names that a macro's definition refers to. Its text is no code until it is used, but what it names is
// mostly what is meant there.

import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { EXPANDED, EXPORTED, MACRO } from "../../../vocabulary/facts.ts";
import { draftOf } from "./declarators.ts";
import { memberParametersIn } from "./macro-arguments.ts";
import { BUILT_IN, KEYWORDS } from "./names.ts";
import type { Visitor, Walk } from "./state.ts";

export const macro: Visitor = (node, walk) => {
  const draft = draftOf(walk.field(node, "name"), node, walk);
  const parameters = walk.field(node, "parameters");
  const names = walk.children(parameters).map((one) => walk.text(one));
  const at = walk.define({
    ...draft,
    kind: parameters === NO_NODE ? "variable" : "function",
    flags: draft.flags | EXPORTED | EXPANDED,
    parameters: names.length,
  });
  const body = walk.field(node, "value");
  const text = walk.text(body);
  const members = memberParametersIn(text, names);
  if (members.size > 0) {
    walk.state.memberParameters.set(draft.name, members);
  }
  const [, opened] = OPENS_NAMESPACE.exec(text) ?? [];
  if (opened !== undefined && parameters === NO_NODE) {
    walk.define({ ...draft, name: opened, kind: "module", flags: EXPORTED | MACRO });
  }
  if (body === NO_NODE || NOTHING_NAMED.test(text)) {
    return;
  }
  const state = walk.state;
  const { fieldsOf, access } = state;
  if (DECLARES_FIELDS.test(text)) {
    state.fieldsOf = at;
    walk.within({ kind: "class", definition: at }, () => readBody(body, text, new Set(names), walk));
  } else {
    walk.within({ kind: "function", definition: at }, () => {
      for (const name of names) {
        walk.local(name, null);
      }
      readBody(body, text, new Set(names), walk);
    });
  }
  state.fieldsOf = fieldsOf;
  state.access = access;
};

/** `#define LIB_BEGIN_NAMESPACE namespace lib { inline namespace v1 {` */
const OPENS_NAMESPACE = /^(?:\s|\\)*(?:inline\s+)?namespace\s+([A-Za-z_]\w*)(?:\s|\\)*\{/u;
/** Numbers, strings, operators. */
const NOTHING_NAMED = /^(?:[^A-Za-z_"']|\b0[xX][\dA-Fa-f]+[uUlL]*|\d[\w.]*|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')*$/su;
/** Whether a macro's text begins with a field, of a type or of parts: `int size;`, `union { … } u;`. */
const DECLARES_FIELDS =
  /^(?:[\s\\]|\/\*.{0,400}?\*\/)*(?!return\b|goto\b|typedef\b|extern\b|static\b)(?:(?:union|struct)\s*\w*[\s\\]*\{|(?:(?:const|unsigned|signed|struct|union|enum|long)\s+)*[A-Za-z_]\w*(?:[\s\\]+|[\s\\]*\*+[\s\\]*)(?:[A-Za-z_]\w*(?:\[[^\]]{0,80}\])*|\(\*\w+\)[\s\\]*\([^()]{0,200}\))[\s\\]*;)/su;

/** As expressions or statements where it is such; else by its names. */
function readBody(body: NodeAt, text: string, parameters: ReadonlySet<string>, walk: Walk): void {
  const start = walk.start(body);
  // A line's end that goes on to an empty one ends it.
  const end = start + text.replace(/[\s\\]{1,1000}$/, "").length;
  const isEnded = /[;}][\s\\]*$/.test(text);
  const terminator = isEnded ? undefined : walk.whole.indexOf(";", end);
  const isCode = !/##|^[\s\\]*[\w]+[\s\\]*$/.test(text) && terminator !== -1;
  if (!isCode || text.length > CODE_CHARS_MAX || !walk.reread(start, end, terminator)) {
    readNames(body, text, parameters, walk);
  }
}

const CODE_CHARS_MAX = 20_000;
/** Of what is no code, the names that stand by themselves: no members, no parts of names that are put together. */
const NAME =
  /"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\/\*.*?\*\/|(?:\.|->|#)\s*[A-Za-z_]\w*|\d[\w.]*|([A-Za-z_]\w*)(?!\s*##)\b(\s*\()?/gsu;

function readNames(body: NodeAt, text: string, parameters: ReadonlySet<string>, walk: Walk): void {
  for (const found of text.matchAll(NAME)) {
    const [, name, call] = found;
    if (name !== undefined && !parameters.has(name) && !KEYWORDS.has(name) && !BUILT_IN.has(name)) {
      const line = walk.lineAt(walk.start(body) + found.index);
      walk.refer(name, line, call === undefined ? "read" : "call", walk.name(name));
    }
  }
}
