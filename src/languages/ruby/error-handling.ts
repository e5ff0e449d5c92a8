// Where Ruby catches errors: `rescue E => e`, and `value rescue nil`.
import { NO_NODE, type NodeAt, type SyntaxTree } from "../../syntax/syntax-tree.ts";
import type { ErrorHandling, HandlerPlace } from "../contract/error-handling.ts";
import { fallbackTo } from "../inspection/handler-forms.ts";

function rescueHandler(tree: SyntaxTree, node: NodeAt): HandlerPlace {
  const [exceptions, variable] = [tree.field(node, "exceptions"), tree.field(node, "variable")];
  const [start, end] = [tree.start(node), tree.end(node)];
  const heads = [exceptions, variable].filter((head) => head !== NO_NODE).map((head) => tree.end(head));
  return {
    start,
    end,
    bodyStart: Math.max(start + "rescue".length, ...heads),
    bodyEnd: end,
    caught: tree.text(exceptions),
    statement: tree.parent(node),
  };
}

function modifierHandler(tree: SyntaxTree, node: NodeAt): HandlerPlace {
  const handler = tree.field(node, "handler");
  const [start, end] = [tree.start(node), tree.end(node)];
  const [bodyStart, bodyEnd] = [tree.start(handler), tree.end(handler)];
  return { start, end, bodyStart, bodyEnd, caught: "", statement: node, isInline: true };
}

export const rubyErrors: ErrorHandling = {
  handlers: { rescue: rescueHandler, rescue_modifier: modifierHandler },
  nothing: /^(?:;|then)$/,
  leaves: /^(?:nil|next|return|return nil)$/,
  fallback: fallbackTo(),
  conversion:
    /^(?:return |\w+ = )?(?:Integer|Float|BigDecimal|Rational|JSON\.parse|(?:Date|Time|DateTime|URI|YAML)\.\w+|require|Gem::Version\.new)\b/,
  broad: /^(?:Exception|StandardError|RuntimeError)$/,
  expected:
    /^(?:LoadError|NameError|NoMethodError|StopIteration|Interrupt|ENOENT|EEXIST|ESRCH|ECHILD|EPIPE|ENOTDIR|ECONNRESET|EOFError|KeyError|NotImplementedError|ArgumentError|RecordNotUnique|RecordNotFound|WaitReadable|WaitWritable|ClosedQueueError|TimeoutError|Error)$/,
};
