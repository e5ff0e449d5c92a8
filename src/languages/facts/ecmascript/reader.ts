// What TypeScript, TSX and JavaScript say about names: one reader, since their grammars share node types.
import type { FactsReader, Visitor } from "../read-facts.ts";
import { classes } from "./classes.ts";
import { expressions, uses } from "./expressions.ts";
import { functions, functionValues } from "./functions.ts";
import { modules } from "./modules.ts";
import { names } from "./names.ts";
import { objects, objectValues } from "./objects.ts";
import { patterns } from "./patterns.ts";
import { statements } from "./statements.ts";
import { typeNames } from "./type-names.ts";
import { typeDeclarations, types } from "./types.ts";
import { variables } from "./variables.ts";

const BUILT_IN: ReadonlySet<string> = new Set([
  ...["Array", "ArrayBuffer", "BigInt", "Boolean", "DataView", "Date", "Error", "EvalError", "Float32Array"],
  ...["Float64Array", "Function", "Infinity", "Int16Array", "Int32Array", "Int8Array", "Intl", "JSON", "Map", "Math"],
  ...["NaN", "Number", "Object", "Promise", "Proxy", "RangeError", "ReferenceError", "Reflect", "RegExp", "Set"],
  ...["String", "Symbol", "SyntaxError", "TypeError", "URIError", "Uint16Array", "Uint32Array", "Uint8Array"],
  ...["WeakMap", "WeakRef", "WeakSet", "Atomics", "SharedArrayBuffer", "Iterator", "AggregateError"],
  ...["console", "decodeURI", "decodeURIComponent", "encodeURI", "encodeURIComponent", "eval", "globalThis"],
  ...["isFinite", "isNaN", "parseFloat", "parseInt", "setTimeout", "setInterval", "setImmediate", "clearTimeout"],
  ...["clearInterval", "clearImmediate", "queueMicrotask", "structuredClone", "require", "module", "exports"],
  ...["process", "Buffer", "__dirname", "__filename", "window", "document", "navigator", "undefined", "arguments"],
  ...["Partial", "Required", "Readonly", "Record", "Pick", "Omit", "Exclude", "Extract", "NonNullable", "Parameters"],
  ...["ReturnType", "InstanceType", "ConstructorParameters", "Awaited", "ReadonlyArray", "ReadonlyMap", "ReadonlySet"],
  ...["PromiseLike", "ArrayLike", "Iterable", "AsyncIterable", "IterableIterator", "Generator", "AsyncGenerator"],
  ...["ThisType", "Uppercase", "Lowercase", "Capitalize", "Uncapitalize", "PropertyKey", "TemplateStringsArray"],
]);

const program: Visitor = (node, walk) => {
  // Outside of classes and functions both are nothing of the project's.
  walk.facts.local("this", null);
  walk.facts.local("super", null);
  walk.visitChildren(node);
};

export const ecmascript: FactsReader = {
  membersInScope: false,
  builtIn: BUILT_IN,
  visitors: {
    program,
    ...statements,
    ...patterns,
    ...functions,
    ...classes,
    ...objects,
    ...variables,
    ...modules,
    ...typeDeclarations,
    ...uses,
  },
  values: { ...names, ...functionValues, ...objectValues, ...types, ...typeNames, ...expressions },
};
