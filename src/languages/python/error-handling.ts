// Where Python catches errors: `except E:`, and `with suppress(E):`.
import { NO_NODE, type NodeAt, type SyntaxTree } from "../../syntax/syntax-tree.ts";
import type { ErrorHandling, HandlerPlace } from "../contract/error-handling.ts";
import { fallbackTo } from "../inspection/handler-forms.ts";

const BROAD = /^(?:Base)?Exception$/;

function exceptHandler(tree: SyntaxTree, node: NodeAt): HandlerPlace | null {
  const colon = tree.childOfType(node, ":");
  if (colon === NO_NODE) {
    return null;
  }
  const [start, end] = [tree.start(node), tree.end(node)];
  const caught = tree.source
    .slice(start, tree.start(colon))
    .replace(/^except\s*\*?|\bas\s+\w+\s*$|[()]/g, "")
    .trim();
  return { start, end, bodyStart: tree.end(colon), bodyEnd: end, caught, statement: tree.parent(node) };
}

/** With particular errors this is the usual way to say that they do not matter. */
function suppressHandler(tree: SyntaxTree, node: NodeAt): HandlerPlace | null {
  const call = tree.field(node, "value");
  const caught = /^(?:contextlib\.)?suppress\(\s*([\w\s,]*)\)$/.exec(tree.text(call))?.[1] ?? "";
  const isBroad = caught.split(",").some((name) => BROAD.test(name.trim()));
  const [start, end] = [tree.start(call), tree.end(call)];
  const statement = tree.parent(tree.parent(node));
  return isBroad ? { start, end, bodyStart: end, bodyEnd: end, caught, statement, isInline: true } : null;
}

export const pythonErrors: ErrorHandling = {
  handlers: { except_clause: exceptHandler, with_item: suppressHandler },
  nothing: /^(?:pass|\.\.\.|None)$/,
  leaves: /^(?:continue|return(?: None)?)$/,
  fallback: fallbackTo(
    String.raw`(?:dict|list|set|tuple|frozenset|str|bytes)\(\)|b?"[^"\\]*"|b?'[^'\\]*'|float\("nan"\)|\w+\.(?:NaN|nan)`,
  ),
  conversion:
    /^(?:import |from |(?:return |\w+ = )?(?:int|float|bool|complex|Decimal|Fraction|(?:uuid\.)?UUID|json\.loads|ast\.literal_eval|(?:datetime\.)*\w*\.(?:strptime|fromisoformat|fromtimestamp)|(?:dateutil\.)?parser?\.parse|ipaddress\.\w+|getattr|importlib\.import_module|__import__|re\.compile|(?:urllib\.parse\.)?urlparse|import_string)\()/,
  broad: BROAD,
  expected:
    /^(?:StopIteration|StopAsyncIteration|KeyboardInterrupt|SystemExit|GeneratorExit|CancelledError|FileNotFoundError|FileExistsError|ProcessLookupError|BrokenPipeError|ConnectionResetError|ImportError|ModuleNotFoundError|NotImplementedError|KeyError|IndexError|AttributeError|LookupError|QueueEmpty|QueueFull|Empty|Full|DoesNotExist|NoSuchProcess|BlockingIOError|TimeoutError|Timeout|EOFError|ClosedResourceError|WouldBlock)$/,
};
