// Where JavaScript and TypeScript catch errors: `catch (e) { … }`, and the callback of a promise's `catch`.
import { NO_NODE, type NodeAt, type SyntaxTree } from "../../syntax/syntax-tree.ts";
import type { ErrorHandling, HandlerPlace } from "../contract/error-handling.ts";
import { anyError, bracedHandler, fallbackTo, insideBraces } from "../inspection/handler-forms.ts";

const CALLBACKS: ReadonlySet<string> = new Set(["arrow_function", "function_expression"]);
const NOOP = /^(?:[\w$]+\.)?_?noop$/i;

/** `promise.catch(() => {})`, and the second callback of `then`. */
function promiseHandler(tree: SyntaxTree, call: NodeAt): HandlerPlace | null {
  const callee = tree.field(call, "function");
  const property = tree.field(callee, "property");
  const position = ["catch", "then"].indexOf(tree.text(property));
  if (position < 0 || tree.type(callee) !== "member_expression") {
    return null;
  }
  const given = tree.children(tree.field(call, "arguments")).filter((node) => tree.type(node) !== "comment");
  const callback = given[position] ?? NO_NODE;
  const place = { start: tree.start(property), end: tree.end(call), caught: "", statement: call, isInline: true };
  if (callback !== NO_NODE && NOOP.test(tree.text(callback))) {
    return { ...place, bodyStart: tree.end(callback), bodyEnd: tree.end(callback) };
  }
  const body = callback !== NO_NODE && CALLBACKS.has(tree.type(callback)) ? tree.field(callback, "body") : NO_NODE;
  return body === NO_NODE ? null : { ...place, ...insideBraces(tree, body) };
}

export const ecmascriptErrors: ErrorHandling = {
  handlers: { catch_clause: bracedHandler(anyError), call_expression: promiseHandler },
  nothing: /^(?:;|undefined|void 0)$/,
  leaves: /^(?:continue|return(?: undefined)?);?$/,
  fallback: fallbackTo("new (?:Map|Set|Array|Error)\\(\\)"),
  // An iterator's `return()` ends it; the promise that it may give is not waited for.
  cleanup: /\.return\(\)$|^[\w$]+\.catch\([\w$]*\)$/,
  conversion:
    /^(?:return |(?:const |let |var )?[\w$.]+ = )?(?:await )?(?:JSON\.parse|new (?:URL|RegExp|Intl\.\w+)|decodeURI(?:Component)?|atob|BigInt|require(?:\.resolve)?|import|(?:\w+\.)?(?:access|stat|lstat)(?:Sync)?)\(|\.then\(\(\) => true\)$/,
};
