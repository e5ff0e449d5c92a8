// docs/use/tools.md, made from the operations: every field of every input and output, as the schemas have them.
import type { z } from "zod";
import { ROUTES } from "../../src/intelligence/ask/routes.ts";
import { ALL_OPERATIONS } from "../../src/operations/all-operations.ts";
import type { Operation } from "../../src/operations/contract/operation.ts";
import { ALL_PROMPTS } from "../../src/operations/prompts.ts";
import { OTHER_NAMES, type OtherName } from "../../src/server/other-names.ts";
import { append } from "../../src/system/append.ts";
import { TOOLSETS } from "../../src/vocabulary/toolsets.ts";
import { defaultOf, type Field, fieldsOf, keyOf, Notation, nameOf, noteInput } from "./schema-notes.ts";

/** So many operations have a field before it stands above all of them. */
const SHARED_FROM = 5;

const HEAD = `# Tools and commands

<!-- Made from src/operations by \`npm run golden\`; edit the operations instead. -->

Each operation is an MCP tool, a command, or both, with the same fields: \`changed_since\` is the flag \`--changed-since\`, every command has
\`--json\`, and \`--help\` shows examples, and what stands without a flag. A server offers the sets of the setting \`toolsets\`, by default \`search\` and \`code\`. Their list
costs a model at most 2,500 tokens, \`search\` alone 560: it leaves out answers, bounds, long descriptions, and fields that are seldom set, which are taken all the same
(\`format\`, \`explain\`, \`overwrite\`).
`;

const READING = `## How to read this page

\`name?\` is a field that may be absent; one without a type is a string, \`1–100\` a whole number, \`a|b\` one of several. Names before one type all have
it. Fields of an object, a list's objects or a table's rows are indented below it, or stand elsewhere: \`@envelope\` is below,
\`@review.findings.evidence\` at \`review\`, and \`...@\` has the fields of another. Lines count from 1, ends are inclusive. A table's rows are
tuples: \`columns\` names their cells, and cells missing at the end are null. \`same\` has cells that all rows share, \`left\` what the rows left out come to. If
\`rows\` is an object, its keys are the first column. A column that is null in every row is left out.

An operation changes nothing of yours, unless it says *writes*, or *destructive* where it may also destroy; one that writes may be repeated if it is *idempotent*.

**Outcomes.** Every answer opens with \`summary\` (how the text begins), has \`notes\` where less was done than asked, and an \`outcome\`: \`found\`; \`empty\`, with the reason in
\`absence\`; \`ambiguous\`, the name has several definitions: a search still has hits, a question about one symbol \`candidates\`. A failure has \`isError\`, \`outcome\`
\`ambiguous\` (narrow the question), \`invalid\` (correct it) or \`failed\` (a problem on this machine), and \`error: {code, message, hint}\`
([codes](errors.md)).

**Two forms.** Each answer comes as text and as structured content ([which reach a model](clients/README.md)), both within \`max_tokens\`. To a client that passes on both, only the text has
the source. The text leaves usual values out: a reference is exact unless its line says otherwise. Of answers about code it can be TOON or JSON ([what they
cost](../records/answer-forms.md)).

**Resources.** Saved results are \`context-broker://saved/<project>/<name>\`, both parts percent-encoded, with a template and completion; reading one returns the text
of \`saved_results\`, whole. Saving and deleting send \`notifications/resources/list_changed\`; a subscribed one is watched, also for changes by other processes.
`;

const sharedInputs = (): string => `## Inputs that several have

Without \`project\`, it is [found](project.md#the-project); a client may name only projects that are [allowed](privacy.md) (\`PROJECT_NOT_ALLOWED\`).

*The usual* inputs are ${togetherText(TOGETHER["the usual"])}, those *of an edit* ${togetherText(TOGETHER["of an edit"])}.
Entries name other defaults.
`;

/** Fields that stand together in many operations. */
const TOGETHER: Readonly<Record<"about code" | "the usual" | "of an edit", readonly string[]>> = {
  "about code": ["outcome", "project_root?", "projects?", "envelope?"],
  "the usual": ["project?", "max_tokens?", "format?"],
  "of an edit": ["hash?", "apply?", "scope?", "allow_syntax_errors?", "leave_unread?", "worktree?"],
};

const togetherText = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(", ");

const SHARED_OUTPUTS = `## Fields that several answers have

An answer *about code* has ${togetherText(TOGETHER["about code"])}. An entry without one answers as that above it.
`;

export function toolsPage(): string {
  const inputs = sharedFields(({ input }) => input);
  const usual = usualDefaults(inputs);
  const outputs = sharedFields(({ output }) => output);
  const notation = new Notation();
  const shared = notation.lines([...outputs.values()], "");
  return [
    HEAD,
    renderSets(),
    READING,
    sharedInputs(),
    ...fenced([...inputs.values()].flatMap((field) => noteInput(field, usual.get(keyOf(field))))),
    SHARED_OUTPUTS,
    ...fenced(shared),
    ...renderOperations({ inputs, outputs, usual, notation }),
    PROMPTS_HEAD,
    renderPrompts(),
  ].join("\n");
}

/** What other systems call the tools, for docs/inside/other-names.md. */
export function otherNamesPage(): string {
  const tables = Object.entries(OTHER_NAMES).map(([system, names]) =>
    [`| ${system} | here |`, "|---|---|", ...names.map(renderOtherName), ""].join("\n"),
  );
  return [OTHER_HEAD, ...tables].join("\n");
}

/** How `ask` chooses, for docs/inside/asking.md. */
export const askPage = (): string => [ASK_HEAD, renderRoutes()].join("\n");

const OTHER_HEAD = `# Names in other systems

<!-- Made from src/server/other-names.ts by \`npm run golden\`. -->

What the tools of systems that this one takes after are called here. A call by a name of theirs is answered with the call to make.
`;

type Shared = ReadonlyMap<string, Field>;

/** Fields of at least SHARED_FROM operations by their keys; of those with one name, the one that most have. */
function sharedFields(schemaOf: (operation: Operation) => z.ZodObject): Shared {
  const fields = ALL_OPERATIONS.flatMap((operation) => fieldsOf(schemaOf(operation)));
  const counts = new Map<string, number>();
  for (const key of fields.map(keyOf)) {
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const countOf = (field: Field): number => counts.get(keyOf(field)) ?? 0;
  const isFirst = (field: Field): boolean =>
    fields.every((other) => other.name !== field.name || countOf(other) <= countOf(field));
  const shared = fields.filter((field) => countOf(field) >= SHARED_FROM && isFirst(field) && !isShort(field));
  return new Map(shared.map((field) => [keyOf(field), field]));
}

/** Defaults that stand with the input, and not with each operation: of one that is `shared` that of most, of others the only one. */
function usualDefaults(shared: Shared): ReadonlyMap<string, string> {
  const defaults = new Map<string, string[]>();
  for (const field of ALL_OPERATIONS.flatMap(({ input }) => fieldsOf(input))) {
    append(defaults, keyOf(field), defaultOf(field));
  }
  const countIn = (all: readonly string[], one: string): number => all.filter((other) => other === one).length;
  const usual = [...defaults].map(([key, all]) => {
    const [most = ""] = all.toSorted((a, b) => countIn(all, b) - countIn(all, a));
    return { key, most, isUsual: shared.has(key) || countIn(all, most) === all.length };
  });
  return new Map(usual.flatMap(({ key, most, isUsual }) => (isUsual ? [[key, most] as const] : [])));
}

const fenced = (lines: readonly string[], language = "text"): readonly string[] =>
  lines.length === 0 ? [] : [`\`\`\`${language}`, ...lines, "```", ""];

const linkTo = (operation: Operation): string => {
  const anchor = headingOf(operation)
    .replace(/[^\w -]/g, "")
    .replaceAll(" ", "-");
  return `[${nameOfOperation(operation)}](#${anchor})`;
};

const nameOfOperation = ({ name, toolset, command }: Operation): string =>
  toolset !== null ? name : (command?.command ?? "");

const headingOf = (operation: Operation): string =>
  operation.toolset !== null ? operation.name : `\`context-broker ${nameOfOperation(operation)}\``;

function renderSets(): string {
  const lines = [...TOOLSETS, null].map((set) => {
    const operations = ALL_OPERATIONS.filter(({ toolset }) => toolset === set);
    const listed = set === "emacs" ? "those of [your Emacs](../emacs.md)" : operations.map(linkTo).join(", ");
    return `- ${set === null ? "commands only" : `\`${set}\``}: ${listed}`;
  });
  return [...lines, ""].join("\n");
}

interface Known {
  readonly inputs: Shared;
  readonly outputs: Shared;
  readonly usual: ReadonlyMap<string, string>;
  readonly notation: Notation;
}

function renderOperations({ inputs, outputs, usual, notation }: Known): string[] {
  const firstInputs = new Map<string, Operation>();
  const firstOutputs = new Map<string, Operation>();
  const answers = new Map<string, Operation>();
  let above = "";
  return ALL_OPERATIONS.flatMap((operation) => {
    const asked = split(fieldsOf(operation.input), { shared: inputs, usual, first: firstInputs }, operation);
    const fields = fieldsOf(operation.output).filter(({ name }) => !["summary", "notes"].includes(name));
    const answer = fields.map(keyOf).join();
    const same = answers.get(answer);
    answers.set(answer, same ?? operation);
    const isAsAbove = answer === above;
    above = answer;
    const given = split(fields, { shared: outputs, usual, first: firstOutputs }, operation);
    return [
      `## ${headingOf(operation)}`,
      "",
      `${operation.description}${effectsOf(operation)}`,
      "",
      ...(asked.also.length === 0 ? [] : [`Input: ${asked.also.join(", ")}${asked.own.length === 0 ? "." : ":"}`, ""]),
      ...fenced(asked.own.flatMap((field) => noteInput(field))),
      ...(same !== undefined
        ? isAsAbove
          ? []
          : [`Answer: as of ${linkTo(same)}.`, ""]
        : [
            ...(given.also.length === 0
              ? []
              : [`Answer: ${given.also.join(", ")}${given.own.length === 0 ? "." : ":"}`, ""]),
            ...fenced(notation.lines(given.own, `${nameOfOperation(operation)}.`)),
          ]),
    ];
  });
}

/** What only this operation has, and the names of what stands elsewhere. */
function split(
  fields: readonly Field[],
  { shared, usual, first }: { shared: Shared; usual: ReadonlyMap<string, string>; first: Map<string, Operation> },
  operation: Operation,
): { readonly own: readonly Field[]; readonly also: readonly string[] } {
  const own: Field[] = [];
  const also: Field[] = [];
  const elsewhere = new Map<Operation, Field[]>();
  for (const field of fields) {
    const key = keyOf(field);
    const other = first.get(key);
    if (shared.has(key)) {
      also.push(field);
    } else if (other === undefined || isShort(field)) {
      first.set(key, operation);
      own.push(field);
    } else {
      elsewhere.set(other, [...(elsewhere.get(other) ?? []), field]);
    }
  }
  const defaultText = (field: Field): string => (usual.get(keyOf(field)) === defaultOf(field) ? "" : defaultOf(field));
  const named = (field: Field): string => `\`${nameOf(field)}\`${inParentheses(defaultText(field))}`;
  const groups = Object.entries(TOGETHER).filter(([, names]) =>
    names.every((name) => also.some((field) => nameOf(field) === name)),
  );
  const alone = also.filter((field) => !groups.some(([, names]) => names.includes(nameOf(field))));
  const grouped = groups.map(([label, names]) => {
    const defaults = also.filter((field) => names.includes(nameOf(field))).map(defaultText);
    return `${label}${inParentheses(defaults.filter(Boolean).join(", "))}`;
  });
  const pointed = [...elsewhere].map(([other, all]) => `as in ${linkTo(other)} ${all.map(named).join(", ")}`);
  return { own, also: [...alone.map(named), ...grouped, ...pointed] };
}

const inParentheses = (text: string): string => (text === "" ? "" : ` (${text})`);

/** Written out sooner than pointed at. */
const isShort = (field: Field): boolean => keyOf(field).length < 60;

/** In the words of MCP; nothing where it only reads. */
function effectsOf({ annotations }: Operation): string {
  const effects = [
    ...(annotations.readOnly ? [] : [annotations.destructive ? "destructive" : "writes"]),
    ...(annotations.idempotent === annotations.readOnly
      ? []
      : [annotations.idempotent ? "idempotent" : "not idempotent"]),
  ];
  return effects.length === 0 ? "" : ` (${effects.join(", ")})`;
}

const ASK_HEAD = `# How \`ask\` chooses

<!-- Made from src/intelligence/ask by \`npm run golden\`. -->

A question is split into clauses, at sentences and at "and" before another question. Each clause takes the first
of these routes that has its form and accepts what it names. If no form fits, a clause that names one symbol or path
takes the route of its other words (tests, breaks, calls, extends …), and one that names nothing takes the project route
of its words (hotspots, cycles, uncommitted changes …). Any other clause is searched for by meaning, as are
questions that ask why or how.

Case, polite phrases and articles do not matter; "it" refers to what the previous clause named. Names are looked up in the index:
\`ctx.save\` is \`save\` if nothing has the whole name, \`save in lib/order-store.ts\` is \`lib/order-store.ts#save\`, and of several with
a name, the only one outside of tests and other symbols is used. A mark at the end belongs to the name if the project has
such a name: \`who calls save!?\` asks about \`save!\`; \`who calls empty?\` about \`empty\`, or about \`empty?\` if only that exists.

| confidence | when |
|---|---|
| high | the clause has a form of the route, and it names one symbol, file or folder of the project, or the route needs none |
| medium | the route was chosen by single words; the name is a plain word, has several definitions, or only its last part matches behind this or self; a text to find is several unquoted words; the question is searched for by meaning; the route's tools found nothing; or the question is compound, whatever its parts have |
| low | no route has its form; the project does not have the name; it contains a negation or asks for a change; the route was chosen by single words, and others of the question narrow it (shown as “not taken into account”); the name may mean something else (a plain word or path that several things have, or that matches in another case or only in a test; a name of which only the last part matches; a kind, such as “class”, that the symbol does not have; a member of it that is named as well; a symbol in a question that is searched for by meaning); or it asks for a list or a yes or no and is searched for by meaning |

If the project does not have a name, similar symbols are listed and the question is searched for by meaning; a question who imports it is searched for in
the text, since imports may come from elsewhere. If a route's tools find
nothing, the name is searched for in the text. At most three parts are answered at once, by four tool calls besides these
fallbacks; the answer names what is left aside, and tools that failed, with their message. If all fail, \`ask\` fails. \`ask\` calls only tools that change nothing.

| route | asked like | asks |
|---|---|---|`;

function renderRoutes(): string {
  const resolution = { kind: "symbol", address: "path#name", path: "path", namesakes: 0 } as const;
  const rows = ROUTES.map(({ name, example, calls }) => {
    const tools = calls({ question: example, subject: "name", resolution, language: null }).map(
      ({ tool }) => `\`${tool}\``,
    );
    return `| ${name} | ${example.replaceAll("|", "\\|")} | ${tools.join(", ")} |`;
  });
  return [...rows, ""].join("\n");
}

const PROMPTS_HEAD = `## Prompts

What a person picks in a client that has prompts; the model then gets a text that names the tools to call. \`target\` is completed with paths and symbols.
`;

function renderPrompts(): string {
  const lines = ALL_PROMPTS.map(({ name, description, arguments: taken }) => {
    const names = taken.map((one) => `\`${one.name}${one.required ? "" : "?"}\``);
    return `- \`${name}\` (${names.join(", ")}): ${description}`;
  });
  return [...lines, ""].join("\n");
}

function renderOtherName({ name, here, note }: OtherName): string {
  const tools = here.map((tool) => `\`${tool}\``).join(", ");
  const written = /^[a-z_]+$/.test(name) ? `\`${name}\`` : name;
  return `| ${written} | ${[tools, note].filter(Boolean).join("; ")} |`;
}
