// Reads Python's expressions: their values, and the names they refer to.

import {
  BUILT_IN_VALUE,
  type ChainDraft,
  NOTHING,
  RESULT_STEP,
  rooted,
  rootOf,
  stepped,
} from "../../../facts/chain-drafts.ts";
import { forTypes, referToName } from "../../../facts/common.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { BUILT_IN_ROOT, definitionChain, selfChain, superChain } from "../../../vocabulary/chain.ts";
import { FILE, type Role } from "../../../vocabulary/facts.ts";
import { annotated, annotatedClass } from "./annotations.ts";
import { bindTarget, iterated, parametersOf } from "./bindings.ts";
import { fixtureCalls, isOutermost } from "./fixtures.ts";
import { classOfReceiver, common, frameAt, inFrame } from "./frames.ts";
import { referenceExported } from "./imports.ts";
import { hazardsOf } from "./names.ts";
import {
  contentOf,
  keyed,
  loadedModule,
  namedByPath,
  namedIn,
  namedMember,
  nameIn,
  runText,
  spaceOf,
} from "./names-in-strings.ts";
import { frameOf, type Reading, type Walk } from "./state.ts";

/** An expression whose outermost name is recorded as a reference with this role. */
export function referred(node: NodeAt, walk: Walk, role: Role): ChainDraft {
  const { tree } = walk;
  switch (tree.type(node)) {
    case "identifier":
      return referToName(node, walk, role);
    case "attribute": {
      const name = tree.field(node, "attribute");
      const object = walk.value(tree.field(node, "object"));
      const of = memberOf(object, tree.text(name), walk);
      walk.reference(name, role, of);
      return of;
    }
    case "subscript": {
      if (hasKey(node, walk)) {
        return walk.deeper(() => walk.value(node));
      }
      // A generic class with its arguments is that class.
      const of = walk.deeper(() => referred(tree.field(node, "value"), walk, role));
      for (const argument of tree.fields(node, "subscript")) {
        annotated(argument, walk);
      }
      return of;
    }
    case "parenthesized_expression":
      return walk.deeper(() => referred(tree.children(node)[0] ?? NO_NODE, walk, role));
    default:
      return walk.value(node);
  }
}

/** `handlers["save"]`: in quotes, what is no class has a key there, and no type. */
function hasKey(node: NodeAt, { tree }: Walk): boolean {
  const value = tree.field(node, "value");
  const name = tree.type(value) === "attribute" ? tree.field(value, "attribute") : value;
  const isGeneric =
    tree.type(name) === "identifier" && /^(?:\p{Lu}|(?:list|dict|set|tuple|type)$)/u.test(tree.text(name));
  return !isGeneric && tree.fields(node, "subscript").some((one) => tree.type(one) === "string");
}

/** The class of the enclosing instance is known; others are resolved when the chain is followed. */
function memberOf(object: ChainDraft, name: string, walk: Walk): ChainDraft {
  const owner = name === "__class__" ? classOfReceiver(walk, rootOf(object)) : null;
  return owner === null ? stepped(object, `.${name}`) : rooted(definitionChain(owner.definition));
}

const call: Reading = (node, walk) => {
  const { tree, facts } = walk;
  const callee = tree.field(node, "function");
  const args = tree.field(node, "arguments");
  if (tree.type(args) === "generator_expression") {
    referred(callee, walk, "call");
    return walk.value(args);
  }
  const name = tree.end(callee) - tree.start(callee) > NAME_MAX ? "" : tree.text(callee);
  facts.hazard(hazardsOf(name));
  if (name === "super" && facts.enclosingClass !== FILE) {
    walk.visit(args);
    return rooted(superChain(facts.enclosingClass));
  }
  return calledAs("call", callee, args, walk);
};

/** A longer name of a function is no known one. */
const NAME_MAX = 60;

/** The value of the call, whose function is recorded with this role. */
export function calledAs(role: Role, callee: NodeAt, args: NodeAt, walk: Walk): ChainDraft {
  const { tree } = walk;
  const of = referred(callee, walk, role);
  const isShort = tree.end(callee) - tree.start(callee) <= NAME_MAX;
  const known = isShort ? KNOWN_CALLS[tree.text(callee).split(".").at(-1) ?? ""] : undefined;
  return known?.(tree.children(args), walk, callee) ?? plainCall(of, args, walk);
}

function plainCall(of: ChainDraft, args: NodeAt, walk: Walk): ChainDraft {
  walk.visit(args);
  return stepped(of, "()");
}

/** The value of a call with these arguments, which it visits; undefined where it is as that of any other call. */
type KnownCall = (args: readonly NodeAt[], walk: Walk, callee: NodeAt) => ChainDraft | undefined;

/** The first argument, all others visited too; `steps` lead from it to the value of the call. */
const first =
  (steps: string): KnownCall =>
  ([argument, ...others], walk) => {
    if (argument === undefined || walk.tree.type(argument) === "keyword_argument") {
      return undefined;
    }
    const value = walk.value(argument);
    others.forEach(walk.visit);
    return stepped(value, steps);
  };

const cast: KnownCall = ([type, value, ...more], walk) => {
  if (type === undefined || value === undefined || more.length > 0) {
    return undefined;
  }
  const of = annotated(type, walk);
  walk.visit(value);
  return of;
};

const typeOf: KnownCall = ([argument, ...others], walk) =>
  argument === undefined || others.length > 0 ? undefined : memberOf(walk.value(argument), "__class__", walk);

/** A type variable is what it is bound to. */
const typeVariable: KnownCall = (args, walk) => {
  let of: ChainDraft = null;
  for (const argument of args) {
    const isBound = walk.tree.text(walk.tree.field(argument, "name")) === "bound";
    if (isBound) {
      of = annotatedClass(walk.tree.field(argument, "value"), walk);
    } else if (walk.tree.type(argument) === "string" && argument !== args[0]) {
      // One of the types that it may be.
      annotated(argument, walk);
    } else {
      walk.visit(argument);
    }
  }
  return of;
};

/** `getattr(store, "save")`: the member, unless the call has another value. */
const withMember =
  (role: Role, value?: ChainDraft): KnownCall =>
  ([object, name, ...others], walk) => {
    if (object === undefined || name === undefined || nameIn(name, walk) === NO_NODE) {
      return undefined;
    }
    const member = namedMember(walk.value(object), name, role, walk);
    others.forEach(walk.visit);
    return value === undefined ? (member?.of ?? null) : value;
  };

/** `patch("shop.store.save")`, `monkeypatch.setattr("shop.store.save", other)` */
const byPath =
  (role: Role): KnownCall =>
  ([path, ...others], walk) => {
    if (path === undefined || !namedByPath(path, role, walk)) {
      return undefined;
    }
    others.forEach(walk.visit);
    return null;
  };

const either =
  (...calls: readonly KnownCall[]): KnownCall =>
  (args, walk, callee) => {
    for (const known of calls) {
      const value = known(args, walk, callee);
      if (value !== undefined) {
        return value;
      }
    }
    return undefined;
  };

/** Only behind this name: `patch.object(store, "save")`. */
const behind =
  (owner: RegExp, known: KnownCall): KnownCall =>
  (args, walk, callee) =>
    owner.test(walk.tree.text(walk.tree.field(callee, "object"))) ? known(args, walk, callee) : undefined;

/** `attrgetter("save", "store.save")`: members of whatever it is called with. */
const ofAnything: KnownCall = (args, walk) => {
  const names = args.filter((one) => nameIn(one, walk) !== NO_NODE);
  args.filter((one) => !names.includes(one)).forEach(walk.visit);
  for (const name of names) {
    namedMember(null, name, "read", walk);
  }
  return null;
};

/** `methodcaller("save", order)` */
const methodOfAnything: KnownCall = ([name, ...others], walk) => {
  others.forEach(walk.visit);
  return name === undefined ? undefined : ofAnything([name], walk, NO_NODE);
};

/** `@field_validator("total")`, `@validates("total")`: fields of the enclosing class. */
const ofEnclosing: KnownCall = (args, walk) => {
  const { enclosingClass } = walk.facts;
  if (enclosingClass === FILE) {
    return undefined;
  }
  for (const one of args) {
    if (namedMember(rooted(selfChain(enclosingClass)), one, "read", walk) === undefined) {
      walk.visit(one);
    }
  }
  return null;
};

/** `replace(order, total=1)`: fields of what is copied. */
const copied: KnownCall = ([value, ...fields], walk) => {
  const { tree } = walk;
  const isOfFields = fields.length > 0 && fields.every((one) => tree.type(one) === "keyword_argument");
  if (value === undefined || !isOfFields) {
    return undefined;
  }
  const of = walk.value(value);
  writeFields(of, fields, walk);
  return of;
};

function writeFields(of: ChainDraft, fields: readonly NodeAt[], walk: Walk): void {
  const { tree, facts } = walk;
  for (const field of fields) {
    const name = tree.field(field, "name");
    if (name !== NO_NODE) {
      facts.referenceKnown(tree.text(name), walk.line(name), "write", stepped(of, `.${tree.text(name)}`));
    }
    walk.visit(field);
  }
}

/** `point._replace(x=1)` of a named tuple. */
const copiedTuple: KnownCall = (args, walk, callee) => {
  const object = walk.tree.field(callee, "object");
  const of = walk.tree.type(object) === "identifier" ? walk.facts.name(walk.tree.text(object)) : null;
  writeFields(of, args, walk);
  return of;
};

/** `__all__.extend(["save"])` */
const exportedToo: KnownCall = ([list, ...others], walk, callee) => {
  if (list === undefined || others.length > 0 || walk.tree.text(walk.tree.field(callee, "object")) !== "__all__") {
    return undefined;
  }
  referenceExported(list, walk);
  return null;
};

/** `NewType("Total", "Order")`: what it is made of. */
const newType: KnownCall = ([name, type, ...others], walk) => {
  if (name === undefined || type === undefined || others.length > 0) {
    return undefined;
  }
  annotated(type, walk);
  return null;
};

const loaded: KnownCall = ([name, ...others], walk) => {
  const module = name === undefined ? undefined : loadedModule(name, walk);
  (module === undefined ? [] : others).forEach(walk.visit);
  return module;
};

/** `eval("main()")` */
const evaluated: KnownCall = ([text, ...others], walk) => {
  if (text === undefined || contentOf(text, walk) === NO_NODE || !runText(text, walk)) {
    return undefined;
  }
  others.forEach(walk.visit);
  return null;
};

/** `globals().get("main")` */
const gotten: KnownCall = ([key, ...others], walk, callee) => {
  const dictionary = walk.tree.field(callee, "object");
  const space = key === undefined || dictionary === NO_NODE ? undefined : spaceOf(dictionary, null, walk);
  if (key === undefined || space === undefined) {
    return undefined;
  }
  const named = namedIn(space, key, walk);
  (named === undefined ? [key, ...others] : others).forEach(walk.visit);
  return named?.of ?? null;
};

/**
 * `ForeignKey("Order")` of Django, `relationship("Order", back_populates="lines")` of SQLAlchemy: a class of the file, or one that they
 * know by its name.
 */
const related: KnownCall = (args, walk) => {
  const { tree } = walk;
  const keyword = (name: string): NodeAt =>
    tree.field(args.find((one) => tree.text(tree.field(one, "name")) === name) ?? NO_NODE, "value");
  const [first = NO_NODE] = args;
  const type = tree.type(first) === "keyword_argument" ? keyword("to") : first;
  const name = nameIn(type, walk);
  if (name === NO_NODE) {
    return undefined;
  }
  const of = isOutermost(tree.text(name), walk) ? walk.facts.name(tree.text(name)) : null;
  walk.reference(name, "type", of);
  const populated = keyword("back_populates");
  const isNamed = namedMember(of, populated, "read", walk) !== undefined;
  const read = (one: NodeAt): boolean => one !== type && !(isNamed && tree.field(one, "value") === populated);
  args.filter((one) => read(one) && tree.field(one, "value") !== type).forEach(walk.visit);
  return null;
};

/** Functions, mostly built in, whose result follows from their arguments, or whose strings name something. */
const KNOWN_CALLS: Readonly<Record<string, KnownCall>> = Object.assign(Object.create(null), {
  ...forTypes(first(""), ..."list sorted set tuple frozenset reversed iter copy deepcopy".split(" ")),
  next: first("[]"),
  cast,
  type: typeOf,
  TypeVar: typeVariable,
  getattr: withMember("read"),
  hasattr: withMember("read", BUILT_IN_VALUE),
  setattr: either(withMember("write", null), behind(/^(?:monkeypatch|mp|m)$/, byPath("write"))),
  delattr: either(withMember("write", null), behind(/^(?:monkeypatch|mp|m)$/, byPath("write"))),
  patch: behind(/^$|(?:^|\.)mock(?:er)?$/, byPath("write")),
  object: behind(/(?:^|\.)patch$/, withMember("write", null)),
  spy: behind(/^mocker$/, withMember("read", null)),
  import_string: byPath("read"),
  attrgetter: ofAnything,
  methodcaller: methodOfAnything,
  ...forTypes(loaded, "import_module", "__import__"),
  ...forTypes(behind(/^(?:builtins)?$/, evaluated), "eval", "exec"),
  get: gotten,
  ...forTypes(related, "ForeignKey", "OneToOneField", "ManyToManyField", "relationship"),
  ...forTypes(ofEnclosing, "field_validator", "field_serializer", "validator", "validates"),
  replace: behind(/^(?:dataclasses|copy|attrs?)?$/, copied),
  evolve: behind(/^attrs?$/, copied),
  _replace: copiedTuple,
  ...forTypes(exportedToo, "extend", "append"),
  NewType: newType,
  ...fixtureCalls,
});

const lambda: Reading = (node, walk) => stepped(readLambda(node, walk), RESULT_STEP);

/** The result of a call. */
export function readLambda(node: NodeAt, walk: Walk): ChainDraft {
  const { tree, facts } = walk;
  const parameters = parametersOf(tree.field(node, "parameters"), walk);
  return inFrame(walk, frameOf("function", facts.enclosing), () => {
    for (const { name, holds } of parameters) {
      facts.local(name, holds);
    }
    return walk.value(tree.field(node, "body"));
  });
}

/** What the first loop runs over is read outside: in a class's body, by the names of that. */
const comprehension: Reading = (node, walk) => {
  const { tree } = walk;
  const body = tree.field(node, "body");
  const [loop = NO_NODE, ...others] = tree.children(node).filter((one) => one !== body);
  const target = tree.field(loop, "left");
  const each = iterated(target, tree.field(loop, "right"), walk);
  const value = inFrame(walk, frameOf("comprehension", walk.facts.enclosing), () => {
    bindTarget(target, each, walk, { range: loop });
    others.forEach(walk.visit);
    return element(body, walk);
  });
  return stepped(value, "*");
};

/** The value of an element of a collection; of a dictionary's pair, of what comes after the colon. */
function element(node: NodeAt, walk: Walk): ChainDraft {
  const { tree } = walk;
  if (tree.type(node) !== "pair") {
    return walk.value(node);
  }
  walk.visit(tree.field(node, "key"));
  return walk.value(tree.field(node, "value"));
}

/** A list, dictionary or set literal: a collection, if all elements have the same value. */
const collection: Reading = (node, walk) => {
  const one = common(walk.tree.children(node).map((child) => element(child, walk)));
  return one === null || one === NOTHING || one.root === BUILT_IN_ROOT ? BUILT_IN_VALUE : stepped(one, "*");
};

const literal: Reading = () => BUILT_IN_VALUE;

/** Its parts are visited; its value is of the language's own. */
const builtIn: Reading = (node, walk) => {
  walk.visitChildren(node);
  return BUILT_IN_VALUE;
};

const inner: Reading = (node, walk) => {
  const children = walk.tree.children(node).map(walk.value);
  return children.length === 1 ? (children[0] ?? null) : null;
};

const conditional: Reading = (node, walk) => {
  walk.facts.branch();
  const [then = NO_NODE, condition = NO_NODE, otherwise = NO_NODE] = walk.tree.children(node);
  const values = [walk.value(then), walk.value(otherwise)];
  walk.visit(condition);
  return common(values);
};

/** `a or b` is mostly a default for what may be missing. */
const boolean: Reading = (node, walk) => {
  const { tree, facts } = walk;
  facts.branch();
  const left = walk.value(tree.field(node, "left"));
  const right = walk.value(tree.field(node, "right"));
  const isOr = tree.text(tree.field(node, "operator")) === "or";
  return isOr && left !== null && left !== NOTHING ? left : right;
};

const subscript: Reading = (node, walk) => {
  const { tree } = walk;
  const value = walk.value(tree.field(node, "value"));
  const at = tree.fields(node, "subscript");
  const [only = NO_NODE] = at;
  const named = at.length === 1 ? keyed(tree.field(node, "value"), value, only, walk) : undefined;
  if (named !== undefined) {
    return named.of;
  }
  at.forEach(walk.visit);
  return at.some((one) => tree.type(one) === "slice") ? value : stepped(value, "[]");
};

const walrus: Reading = (node, walk) => {
  const { tree } = walk;
  const value = walk.value(tree.field(node, "value"));
  bindTarget(tree.field(node, "name"), value, walk, { range: node, isWhole: true });
  return value;
};

const yielded: Reading = (node, walk) => {
  const { tree } = walk;
  const isFrom = tree.childOfType(node, "from") !== NO_NODE;
  const [value = NOTHING] = tree.children(node).map(walk.value);
  frameAt(walk, true).yielded.push(isFrom ? stepped(value, "[]") : value);
  return null;
};

/** `for x in xs` of a comprehension. */
const forIn: Reading = (node, walk) => {
  const { tree } = walk;
  const target = tree.field(node, "left");
  bindTarget(target, iterated(target, tree.field(node, "right"), walk), walk, { range: node });
  return null;
};

export const pythonValues: Readonly<Record<string, Reading>> = {
  ...forTypes<Reading>((node, walk) => referred(node, walk, "read"), "identifier", "attribute"),
  call,
  lambda,
  subscript,
  named_expression: walrus,
  yield: yielded,
  ...forTypes(comprehension, "list_comprehension", "set_comprehension", "dictionary_comprehension"),
  generator_expression: comprehension,
  for_in_clause: forIn,
  ...forTypes(collection, "list", "set", "dictionary", "tuple"),
  ...forTypes(inner, "await", "parenthesized_expression"),
  conditional_expression: conditional,
  boolean_operator: boolean,
  ...forTypes(builtIn, "not_operator", "comparison_operator", "string", "concatenated_string"),
  ...forTypes(literal, "integer", "float", "true", "false"),
  none: () => NOTHING,
};
