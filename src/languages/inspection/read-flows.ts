// Follows outside input through each function of a tree, in order, to calls that are dangerous with it. What it cannot follow is taken for harmless: an unknown function's
// result, a value that a condition has looked at.
import type { Source } from "../../syntax/source.ts";
import { NO_NODE, type NodeAt, type SyntaxTree } from "../../syntax/syntax-tree.ts";
import type { Danger, DangerousCall, OutsideInput } from "../contract/outside-input.ts";
import { assign, isValidated, type Origin, originsOf, type Scope } from "./flow-scope.ts";
import { originsIn } from "./read-origins.ts";
import { namesIn, parametersOf } from "./read-parameters.ts";
import { calleeOf, firstLineAt, lastName, ORIGINS_MAX, passesOn, type Reading } from "./reading.ts";

/** A dangerous call and where what it is given came from. */
export interface Flow {
  readonly danger: Danger;
  /** As written: `db.query`. */
  readonly callee: string;
  /** Of the call, 1-based. */
  readonly line: number;
  readonly from: "request" | "caller";
  /** As written: `req.query.id`. */
  readonly source: string;
  readonly sourceLine: number;
  /** Lines of the assignments between them. */
  readonly via: readonly number[];
}

/** A parameter that reaches a dangerous call. */
export interface ParameterFlow extends Pick<Flow, "danger" | "callee" | "line"> {
  /** 1-based line on which its function starts. */
  readonly functionLine: number;
  readonly index: number;
}

/** A call of a function that is given outside input. */
export interface PassedInput extends Pick<Flow, "from" | "source" | "sourceLine" | "via"> {
  /** The last name of the callee. */
  readonly name: string;
  readonly line: number;
  readonly index: number;
}

export interface FlowsRead {
  readonly flows: readonly Flow[];
  readonly parameters: readonly ParameterFlow[];
  readonly passed: readonly PassedInput[];
}

interface Walk extends Reading {
  /** What was last written into each variable, by its name: what is appended to it continues that. */
  readonly written: Map<string, string>;
  readonly found: { flows: Flow[]; parameters: ParameterFlow[]; passed: PassedInput[] };
}

export function readFlows(tree: SyntaxTree, rules: OutsideInput, source: Source): FlowsRead {
  const scopes: Scope[] = [{ node: 0, after: tree.count, variables: new Map() }];
  const walk: Walk = {
    tree,
    rules,
    source,
    scopes,
    written: new Map(),
    found: { flows: [], parameters: [], passed: [] },
  };
  for (let node = 0; node < tree.count; node += 1) {
    while (scopes.length > 1 && (scopes.at(-1)?.after ?? 0) <= node) {
      scopes.pop();
    }
    if (tree.isNamed(node)) {
      step(walk, node);
    }
  }
  return walk.found;
}

function step(walk: Walk, node: NodeAt): void {
  const { tree, rules, scopes } = walk;
  const type = tree.type(node);
  if (rules.functions.test(type)) {
    const variables = parametersOf(walk, node);
    for (const name of variables.keys()) {
      walk.written.delete(name);
    }
    scopes.push({ node, after: tree.after(node), variables });
    return;
  }
  const condition = tree.field(node, "condition");
  // One that only gives the value a name says nothing of the value.
  if (condition !== NO_NODE && tree.type(condition) !== "let_condition") {
    validate(walk, tree.text(condition));
  }
  const danger = rules.statements?.[type];
  if (danger !== undefined) {
    for (const child of tree.children(node)) {
      report(walk, { danger }, type.replace(/_.*/, ""), node, originsIn(walk, child));
    }
  }
  const passed = tree.field(node, "arguments");
  if (passed !== NO_NODE) {
    readCall(walk, node, passed);
  }
  readAssignment(walk, node, type);
  readArm(walk, node, type);
}

/** The pattern of an arm names what is selected on. */
function readArm(walk: Walk, node: NodeAt, type: string): void {
  const { tree, rules, scopes } = walk;
  const pattern = tree.field(node, "pattern");
  if (rules.arms?.node.test(type) !== true || pattern === NO_NODE || !rules.arms.pattern.test(tree.text(pattern))) {
    return;
  }
  const value = tree.field(tree.parent(tree.parent(node)), "value");
  const origins = value === NO_NODE ? [] : originsIn(walk, value);
  for (const name of namesIn(tree, pattern)) {
    assign(scopes, name, origins);
  }
}

function validate({ scopes }: Walk, condition: string): void {
  for (const { variables } of [...scopes]) {
    for (const [name, origins] of variables) {
      if (origins.length > 0 && isValidated(condition, name)) {
        assign(scopes, name, []);
      }
    }
  }
}

const ASSIGNMENT = /assignment|short_var_declaration|variable_declarator|var_spec|^let_(?:declaration|condition)$/;
const QUERY =
  /["'`][^"'`]*\b(?:select\b[\s\S]{1,400}\bfrom\b|insert\s+into\b|update\b[\s\S]{1,200}\bset\b|delete\s+from\b|drop\s+table\b|\bwhere\b[\s\S]{1,100}(?:=|\blike\b|\bin\b))/i;
const MARKUP = /["'`][^"'`]*<[a-z][\w-]*[\s>/]/i;
const TEXT_MAX = 4_000;

function readAssignment(walk: Walk, node: NodeAt, type: string): void {
  const { tree, rules, scopes } = walk;
  if (!ASSIGNMENT.test(type)) {
    return;
  }
  const target = ["left", "name", "pattern"]
    .map((field) => tree.field(node, field))
    .concat(tree.children(node)[0] ?? NO_NODE)
    .find((one) => one !== NO_NODE);
  const sign = tree.childOfType(node, "=");
  const behind = sign === NO_NODE ? NO_NODE : tree.nextSibling(sign);
  const value = [tree.field(node, "right"), tree.field(node, "value"), behind].find((one) => one !== NO_NODE);
  if (target === undefined || value === undefined || target === value) {
    return;
  }
  const origins = originsIn(walk, value);
  const written = tree.text(target);
  if (rules.targets?.pattern.test(written) === true) {
    report(walk, rules.targets, written, node, origins);
    return;
  }
  const operator = tree.source.slice(tree.end(target), tree.start(value));
  const adds = /augmented|compound/.test(type) || /^\s*(?:\+|\.|<<)=/.test(operator);
  const kept = adds ? [...originsOf(scopes, written), ...origins].slice(0, ORIGINS_MAX) : origins;
  const text = `${adds ? (walk.written.get(written) ?? "") : ""}${tree.text(value)}`.slice(0, TEXT_MAX);
  const now = kept.map((origin) => marked(origin, text, firstLineAt(walk, node)));
  walk.written.set(written, text);
  for (const name of namesIn(tree, target)) {
    assign(scopes, name, now);
  }
}

function marked(origin: Origin, text: string, line: number | null): Origin {
  const via = line === null || line === origin.line ? origin.via : [...origin.via, line];
  return {
    ...origin,
    via,
    inQuery: origin.inQuery || QUERY.test(text),
    inMarkup: origin.inMarkup || MARKUP.test(text),
  };
}

/** What stands before a type in `new System.Data.SqlClient.SqlCommand`. */
const QUALIFIED_TYPE = /^new (?:[\w$]+(?:\.|::|\\))+|^new \\(?:\w+\\)*/;

function readCall(walk: Walk, call: NodeAt, passed: NodeAt): void {
  const { tree, rules, found } = walk;
  const callee = calleeOf(tree, call, passed);
  const given = tree.children(passed).filter((node) => !/comment/.test(tree.type(node)));
  const text = tree.text(call).slice(0, TEXT_MAX);
  const forms = [callee, callee.replace(QUALIFIED_TYPE, "new "), ...heldForms(walk, call, callee)];
  const dangerous = rules.calls.filter((one) => forms.some((form) => one.callee.test(form)));
  for (const one of dangerous) {
    const { argument, needs, unless } = one;
    if ((needs === undefined || needs.test(text)) && unless?.test(text) !== true) {
      const places = argument === null ? given : given.slice(argument, argument + 1);
      const origins = places.flatMap((place) =>
        originsIn(walk, place).map((origin) => marked(origin, tree.text(place).slice(0, TEXT_MAX), null)),
      );
      report(walk, one, callee, call, origins);
    }
  }
  const name = lastName(callee);
  if (dangerous.length === 0 && name !== "" && !passesOn(rules, callee)) {
    for (const [index, one] of given.entries()) {
      const [origin] = originsIn(walk, one).filter(({ from }) => from !== "parameter");
      if (origin !== undefined && origin.from !== "parameter") {
        const { from, text: source, line: sourceLine, via } = origin;
        found.passed.push({ name, line: firstLineAt(walk, call), index, from, source, sourceLine, via });
      }
    }
  }
}

/** The callee with what its variable was made of in the variable's place. What the statement calls on it is kept for the next one. */
function heldForms({ tree, rules, written }: Walk, call: NodeAt, callee: string): string[] {
  const name = /^\w+(?=\.)/.exec(callee)?.[0] ?? "";
  const held = rules.heldReceivers === true ? written.get(name) : undefined;
  if (held === undefined) {
    return [];
  }
  if (tree.type(tree.parent(call)) === "expression_statement") {
    written.set(name, `${held}${tree.text(call).slice(name.length)}`.slice(0, TEXT_MAX));
  }
  return [`${held}${callee.slice(name.length)}`];
}

/** One flow from outside for a call, and each parameter that reaches it. */
function report(
  walk: Walk,
  { danger, builtOnly = false, isQuery = false }: Pick<DangerousCall, "danger" | "builtOnly" | "isQuery">,
  callee: string,
  node: NodeAt,
  origins: readonly Origin[],
): void {
  const line = firstLineAt(walk, node);
  const dangerous = origins.filter(
    ({ inQuery, inMarkup }) => (danger !== "query" || inQuery || isQuery) && (!builtOnly || inMarkup),
  );
  for (const { from, owner, index } of dangerous) {
    if (from === "parameter") {
      walk.found.parameters.push({ danger, callee, line, functionLine: firstLineAt(walk, owner), index });
    }
  }
  for (const { from, text: source, line: sourceLine, via } of dangerous) {
    if (from !== "parameter") {
      walk.found.flows.push({ danger, callee, line, from, source, sourceLine, via });
      return;
    }
  }
}
