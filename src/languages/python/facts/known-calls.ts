// Calls of Python whose value follows from their arguments, or whose strings name something: `cast`, `getattr`, `patch`, `ForeignKey`.

import { BUILT_IN_VALUE, type ChainDraft, rooted, stepped } from "../../../facts/chain-drafts.ts";
import { forTypes } from "../../../facts/common.ts";
import { NO_NODE, type NodeAt } from "../../../syntax/syntax-tree.ts";
import { selfChain } from "../../../vocabulary/chain.ts";
import { FILE, type Role } from "../../../vocabulary/facts.ts";
import { annotated, annotatedClass } from "./annotations.ts";
import { fixtureCalls, isOutermost } from "./fixtures.ts";
import { referenceExported } from "./imports.ts";
import {
  contentOf,
  loadedModule,
  namedByPath,
  namedIn,
  namedMember,
  nameIn,
  runText,
  spaceOf,
} from "./names-in-strings.ts";
import { memberOf, type Walk } from "./state.ts";

/** The value of a call with these arguments, which it visits; undefined where it is as that of any other call. */
type KnownCall = (args: readonly NodeAt[], walk: Walk, callee: NodeAt) => ChainDraft | undefined;

/** The first argument, all others visited too; `steps` lead from it to the value of the call. */
const first =
  (steps: string): KnownCall =>
  ([argument, ...others], walk) => {
    if (argument === undefined || walk.type(argument) === "keyword_argument") {
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
    const isBound = walk.text(walk.field(argument, "name")) === "bound";
    if (isBound) {
      of = annotatedClass(walk.field(argument, "value"), walk);
    } else if (walk.type(argument) === "string" && argument !== args[0]) {
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
    owner.test(walk.text(walk.field(callee, "object"))) ? known(args, walk, callee) : undefined;

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
  const enclosingClass = walk.enclosingClass();
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
  const isOfFields = fields.length > 0 && fields.every((one) => walk.type(one) === "keyword_argument");
  if (value === undefined || !isOfFields) {
    return undefined;
  }
  const of = walk.value(value);
  writeFields(of, fields, walk);
  return of;
};

function writeFields(of: ChainDraft, fields: readonly NodeAt[], walk: Walk): void {
  for (const field of fields) {
    const name = walk.field(field, "name");
    if (name !== NO_NODE) {
      walk.referenceKnown(walk.text(name), walk.line(name), "write", stepped(of, `.${walk.text(name)}`));
    }
    walk.visit(field);
  }
}

/** `point._replace(x=1)` of a named tuple. */
const copiedTuple: KnownCall = (args, walk, callee) => {
  const object = walk.field(callee, "object");
  const of = walk.type(object) === "identifier" ? walk.name(walk.text(object)) : null;
  writeFields(of, args, walk);
  return of;
};

/** `__all__.extend(["save"])` */
const exportedToo: KnownCall = ([list, ...others], walk, callee) => {
  if (list === undefined || others.length > 0 || walk.text(walk.field(callee, "object")) !== "__all__") {
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
  const dictionary = walk.field(callee, "object");
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
  const keyword = (name: string): NodeAt =>
    walk.field(args.find((one) => walk.text(walk.field(one, "name")) === name) ?? NO_NODE, "value");
  const [first = NO_NODE] = args;
  const type = walk.type(first) === "keyword_argument" ? keyword("to") : first;
  const name = nameIn(type, walk);
  if (name === NO_NODE) {
    return undefined;
  }
  const of = isOutermost(walk.text(name), walk) ? walk.name(walk.text(name)) : null;
  walk.reference(name, "type", of);
  const populated = keyword("back_populates");
  const isNamed = namedMember(of, populated, "read", walk) !== undefined;
  const read = (one: NodeAt): boolean => one !== type && !(isNamed && walk.field(one, "value") === populated);
  args.filter((one) => read(one) && walk.field(one, "value") !== type).forEach(walk.visit);
  return null;
};

/** Functions, mostly built in, whose result follows from their arguments, or whose strings name something. */
export const KNOWN_CALLS: Readonly<Record<string, KnownCall>> = Object.assign(Object.create(null), {
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
