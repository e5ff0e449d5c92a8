// Functions of C and C++: defined in their class, outside of it under its name, or declared alone; tests that macros make.

import { type ChainDraft, RESULT_STEP, rooted, stepped, writtenAs } from "../../../facts/chain-drafts.ts";
import { linesOf, referToMember, referToName } from "../../../facts/common.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { selfChain } from "../../../vocabulary/chain.ts";
import { ABSTRACT, EXPORTED, FILE, PRIVATE, STATIC, TEST } from "../../../vocabulary/facts.ts";
import { declaresNothing } from "../declares-nothing.ts";
import { macroMade } from "../macro-made.ts";
import { readContracts } from "./contracts.ts";
import {
  bindTemplate,
  type Declarator,
  draftOf,
  hasSpecifier,
  isInClass,
  isInFunction,
  readDeclarator,
} from "./declarators.ts";
import { referInDeclarator } from "./in-declarators.ts";
import type { Visitor, Walk } from "./state.ts";
import { nameOf, pathOf } from "./types.ts";

const PARAMETER = /parameter_declaration$/;

function parametersOf(list: NodeAt, walk: Walk): NodeAt[] {
  const all = walk.children(list).filter((one) => PARAMETER.test(walk.type(one)));
  const [only = NO_NODE] = all;
  return all.length === 1 && walk.text(only) === "void" ? [] : all;
}

/** Binds parameters in the enclosing scope, which has to be that of their function. */
export function bindParameters(list: NodeAt, walk: Walk): void {
  for (const one of parametersOf(list, walk)) {
    const value = walk.value(walk.field(one, "type"));
    walk.visit(walk.field(one, "default_value"));
    const declarator = walk.field(one, "declarator");
    const declared = readDeclarator(declarator, walk);
    referInDeclarator(declarator, walk);
    if (declared.function !== NO_NODE) {
      readParameters(declared, walk);
    }
    if (/^(?:type_)?identifier$/.test(walk.type(declared.name))) {
      walk.local(walk.text(declared.name), variableType(value, declared));
    }
  }
}

/** The type of a variable with this declarator. */
export function variableType(value: ChainDraft, { function: enclosing, arrays }: Declarator): ChainDraft {
  const many = arrays === 0 ? value : stepped(value, "*".repeat(Math.min(arrays, 4)));
  return enclosing === NO_NODE ? many : stepped(many, RESULT_STEP);
}

/** Flags by place: access specifiers of the class for members; `static` at file level makes a name private to the file. */
export function accessOf(node: NodeAt, walk: Walk): number {
  const isStatic = hasSpecifier(node, "static", walk);
  if (isInClass(walk)) {
    return walk.state.access | (isStatic ? STATIC : 0);
  }
  return isStatic ? PRIVATE : EXPORTED;
}

/** Runs `inside` where the members of the class that the name is under need no `this`. */
export function asMember<Result>(name: NodeAt, walk: Walk, inside: () => Result): Result {
  if (walk.type(name) !== "qualified_identifier") {
    return inside();
  }
  const scopes: NodeAt[] = [];
  for (let at = name; walk.type(at) === "qualified_identifier"; at = walk.field(at, "name")) {
    scopes.push(walk.field(at, "scope"));
  }
  let of: ChainDraft | undefined;
  for (const scope of scopes) {
    of = scope === NO_NODE ? of : pathOf(scope, walk, "read", of);
  }
  const last = scopes.at(-1) ?? NO_NODE;
  const own = walk.type(last) === "template_type" ? walk.field(last, "name") : last;
  return insideOf(walk.text(own), of ?? null, walk, name, inside);
}

/** Inside of a class that another place declares: one without a name of its own represents it. */
function insideOf<Result>(name: string, of: ChainDraft, walk: Walk, node: NodeAt, inside: () => Result): Result {
  const state = walk.state;
  const key = `${walk.enclosing()} ${writtenAs(of)}`;
  let at = state.otherClasses.get(key);
  if (at === undefined) {
    const lines = { ...linesOf(node, walk), endLine: walk.line(node) };
    at = walk.define({ name: "{}", kind: "field", ...lines, supers: [of], binds: false });
    state.otherClasses.set(key, at);
  }
  state.classes.push({ name, of });
  const under = walk.under();
  const result = walk.within({ kind: "class", definition: at, under }, inside);
  state.classes.pop();
  return result;
}

const TEST_MACRO = /^(?:(?:TYPED_)?TEST(?:_F|_P|_CASE)?|SCENARIO)$/;

export const functionDefinition: Visitor = (node, walk) => {
  const made = macroMade(walk, node);
  const written = readDeclarator(walk.field(node, "declarator"), walk);
  const isTest = TEST_MACRO.test(walk.text(written.name)) && walk.field(node, "type") === NO_NODE;
  const declared =
    made === null || isTest ? written : { name: made.name, function: made.function, isFunction: true, arrays: 0 };
  if (declared.name === NO_NODE || (declared.function === NO_NODE && isInFunction(walk))) {
    // A macro that represents a loop: `EACH(i) { … }`.
    walk.within({ kind: "block" }, () => {
      pathOf(walk.field(node, "type"), walk, "call");
      walk.visitChildren(node, "type", "declarator");
    });
    return;
  }
  if (isTest) {
    testDefinition(node, declared, walk);
    return;
  }
  const at = defineFunction(node, node, declared, walk);
  if (made === null) {
    referInDeclarator(walk.field(node, "declarator"), walk);
  } else {
    walk.reference(made.macro, "call", walk.name(walk.text(made.macro)));
    walk.amend(at, { flags: made.isTest ? TEST : 0 });
  }
  asMember(declared.name, walk, () =>
    walk.within({ kind: "function", definition: at }, () => {
      bindTemplate(walk);
      walk.amend(at, { type: walk.value(walk.field(node, "type")) });
      readSignature(declared.function, walk);
      for (const part of walk.children(node)) {
        if (walk.type(part) === "field_initializer_list") {
          fieldInitializers(part, walk);
        }
      }
      walk.visit(walk.field(node, "body"));
      walk.visit(walk.childOfType(node, "try_statement"));
    }),
  );
};

/** Of a pointer to a function. */
export function readParameters(declared: Declarator, walk: Walk): void {
  const list = walk.field(declared.function, "parameters");
  walk.deeper(() => walk.within({ kind: "function" }, () => bindParameters(list, walk)));
}

/** `declarator`: of a function. Binds its parameters in the enclosing scope. */
export function readSignature(declarator: NodeAt, walk: Walk): void {
  bindParameters(walk.field(declarator, "parameters"), walk);
  // `noexcept(…)`, `requires …`, `-> …`
  walk.visitChildren(declarator, "declarator", "parameters");
  readContracts(walk.end(declarator), walk);
}

function defineFunction(node: NodeAt, whole: NodeAt, declared: Declarator, walk: Walk): number {
  const draft = draftOf(declared.name, whole, walk);
  const isMember = isInClass(walk);
  const isMethod = isMember || draft.qualifier !== undefined;
  const isConstructor = isMember && walk.defined(walk.enclosing())?.name === draft.name;
  const isAbstract = isMember && /=\s*0\s*;?$/.test(walk.text(node).slice(-TAIL));
  return walk.define({
    ...draft,
    kind: isMethod ? "method" : "function",
    flags: draft.flags | accessOf(node, walk) | (isAbstract ? ABSTRACT : 0),
    parameters: parametersOf(walk.field(declared.function, "parameters"), walk).length,
    signature: signatureOf(node, declared.function, walk),
    binds: !isConstructor && draft.qualifier === undefined,
  });
}

/**
 * The types of the parameters and whether it is const, without names, scopes and spaces, so that a prototype and its definition
 * are mostly the same: `(string&,int)const`. Behind a type, `=` marks a default and `...` any number of further arguments. Of a
 * template its parameters and its return type follow, since templates may differ in their conditions alone.
 */
function signatureOf(node: NodeAt, enclosing: NodeAt, walk: Walk): string | null {
  const list = walk.field(enclosing, "parameters");
  if (list === NO_NODE) {
    return null;
  }
  const types = parametersOf(list, walk).map((one) => {
    const { name } = readDeclarator(walk.field(one, "declarator"), walk);
    const [start, text] = [walk.start(one), walk.text(one).slice(0, PARAMETER_CHARS_MAX)];
    const named =
      name === NO_NODE ? text : text.slice(0, walk.start(name) - start) + text.slice(walk.end(name) - start);
    const isOptional = walk.type(one) === "optional_parameter_declaration";
    return (
      named.replace(/=.*$/su, "").replace(/\b(?:const|struct|typename)\b|\w+::|\s/gu, "") + (isOptional ? "=" : "")
    );
  });
  if (/[(,]\s*\.\.\.\s*\)$/u.test(walk.text(list))) {
    types.push("...");
  }
  const after = walk.whole.slice(walk.end(list), walk.end(list) + TAIL);
  return `(${types.join(",")})${/^\s*const\b/u.test(after) ? "const" : ""}${templateText(node, enclosing, walk)}`;
}

/** `<typename T>enable_if_t<is_same<T, int>>`, without defaults, spaces and parentheses; "" where it is no template. */
function templateText(node: NodeAt, enclosing: NodeAt, walk: Walk): string {
  const template = walk.parent(node);
  if (walk.type(template) !== "template_declaration") {
    return "";
  }
  const parts = [walk.field(template, "parameters"), walk.field(node, "type")];
  const all = [...parts, walk.childOfType(enclosing, "trailing_return_type")].map((one) => walk.text(one));
  const written = all.join("").slice(0, PARAMETER_CHARS_MAX);
  return written.replace(/=[^,>]*/gu, "").replace(/\w+::|[\s()]/gu, "");
}

/** Characters of a parameter that are read to find its type. */
const PARAMETER_CHARS_MAX = 200;

/** Characters at a declaration's end that are read to see whether it is pure (`= 0`). */
const TAIL = 12;

/** In functions, a declaration of what the program has elsewhere: `extern int count;`, `int open(int);`. */
export const referToLinked = (name: NodeAt, walk: Walk): void =>
  walk.reference(name, "import", rooted(walk.text(name)));

export function prototype(node: NodeAt, type: ChainDraft, declared: Declarator, walk: Walk): void {
  if (declaresNothing(walk, node, declared.name)) {
    named(declared, walk);
    return;
  }
  const at = isInFunction(walk) ? FILE : defineFunction(node, node, declared, walk);
  if (at === FILE) {
    walk.within({ kind: "function" }, () => readSignature(declared.function, walk));
    const isNamed = walk.type(declared.name) === "identifier";
    if (isNamed && (hasSpecifier(node, "extern", walk) || takesParameters(declared, walk))) {
      referToLinked(declared.name, walk);
    } else if (isNamed) {
      walk.local(walk.text(declared.name), type);
    }
    return;
  }
  walk.amend(at, { type });
  asMember(declared.name, walk, () =>
    walk.within({ kind: "function", definition: at }, () => {
      bindTemplate(walk);
      readSignature(declared.function, walk);
    }),
  );
}

/** What is declared elsewhere: named here, with its signature. */
function named(declared: Declarator, walk: Walk): void {
  const { state } = walk;
  const isTemplate = /^template_/.test(walk.type(declared.name));
  // `referInDeclarator` refers to what is specialised.
  if (!isTemplate && /identifier$/.test(walk.type(declared.name))) {
    pathOf(declared.name, walk, "read");
  }
  walk.within({ kind: "function" }, () => {
    bindTemplate(walk, true);
    readSignature(declared.function, walk);
  });
  state.parameters = [];
}

const CERTAIN_TYPE = /^(?:primitive_type|sized_type_specifier|(?:struct|union|enum|class)_specifier)$/;

/** Whether what is in the parentheses are parameters: to the grammar, `Store store(name);` declares a function that takes a `name`. */
const takesParameters = (declared: Declarator, walk: Walk): boolean =>
  !walk.state.callsConstructors ||
  parametersOf(walk.field(declared.function, "parameters"), walk).every(
    (one) =>
      CERTAIN_TYPE.test(walk.type(walk.field(one, "type"))) ||
      walk.type(walk.field(one, "declarator")) === "identifier",
  );

/** `: Base(1), size(n)` */
function fieldInitializers(list: NodeAt, walk: Walk): void {
  for (const one of walk.children(list)) {
    const [name = NO_NODE, ...args] = walk.children(one);
    if (walk.type(name) === "field_identifier") {
      const text = walk.text(name);
      // A base class gets its constructor's arguments in the same way as a field.
      const isBase = /^\p{Lu}/u.test(text) && walk.child(walk.enclosingClass(), text) === FILE;
      if (isBase) {
        walk.reference(name, "call", nameOf(text, walk));
      } else {
        referToMember(rooted(selfChain(walk.enclosingClass())), name, walk, "write");
      }
    } else {
      walk.visit(name);
    }
    args.forEach(walk.visit);
  }
}

/** `TEST_F(StoreTest, Saves) { … }`: a method of the fixture. */
function testDefinition(node: NodeAt, declared: Declarator, walk: Walk): void {
  referToName(declared.name, walk, "call");
  const args = parametersOf(walk.field(declared.function, "parameters"), walk);
  const [suite = "", name] = args.map(walk.text);
  const at = walk.define({
    name: name ?? suite,
    kind: "test",
    flags: TEST,
    ...linesOf(node, walk),
    ...(name === undefined ? {} : { qualifier: suite }),
    binds: false,
  });
  const body = (): void =>
    walk.within({ kind: "function", definition: at }, () => walk.visit(walk.field(node, "body")));
  if (/_F$|_P$/.test(walk.text(declared.name))) {
    walk.reference(args[0] ?? node, "extend", nameOf(suite, walk));
    insideOf(suite, nameOf(suite, walk), walk, node, body);
  } else {
    body();
  }
}
