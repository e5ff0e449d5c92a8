// docs/use/tools.md, made from the operations: every field of every input and output, as the schemas have them.
import type { z } from "zod";
import { ROUTES } from "../../src/intelligence/ask/routes.ts";
import { ALL_OPERATIONS } from "../../src/operations/all-operations.ts";
import type { Operation } from "../../src/operations/contract/operation.ts";
import { ALL_PROMPTS } from "../../src/operations/prompts.ts";
import { OTHER_NAMES, type OtherName } from "./other-names.ts";
import { defaultOf, type Field, fieldsOf, keyOf, Notation, nameOf, noteInput } from "./schema-notes.ts";

/** So many operations have a field before it stands above all of them. */
const SHARED_FROM = 5;

const HEAD = `# Tools and commands

<!-- Made from src/operations by \`npm run golden\`; edit the operations instead. -->

Each operation is an MCP tool, a command, or both, with the same fields: on the command line \`changed_since\` is
\`--changed-since\`, and \`--help\` shows what stands without a flag. Tools come in sets; a server offers those of the setting
\`toolsets\`, by default \`search\` and \`code\`. Their list costs a model fewer than 3,500 tokens, \`search\` alone fewer than 1,300: to
keep it short, \`tools/list\` leaves out answers, bounds, long descriptions, and fields that only programs set (\`format\`, \`explain\`).

An operation changes nothing of yours and may be repeated, unless it says otherwise.
`;

const READING = `## How to read this page

\`name?\` is a field that a call or an answer may lack. A field without a type is a string; \`1–100\` is a whole number. In
answers, fields before one type all have it, \`a|b\` is one of several, and after \`@\` stands where an object is
spelled out: \`@envelope\` below, \`@review.findings.evidence\` with \`review\`. A row of a \`table\` is a tuple: \`columns\` names its cells in
order, and cells missing at the end are null. \`same\` has the cells that all rows share, \`left\` what the rows left out come to. If \`rows\` is an object, its keys are the values of the
first column, and the tuples have the others. A column that is null in every row is left out. \`...@\` stands for the fields of another object.
Lines count from 1, ends are inclusive.

**Outcomes.** Every answer opens with \`summary\` (how the text begins) and has an \`outcome\`: \`found\`; \`empty\`, with the reason in
\`absence\`; \`ambiguous\`, the name has several definitions: a search still has hits, a question about one symbol has \`candidates\`
instead. A failure is a result with \`isError\`, \`outcome\` \`ambiguous\` (narrow the question), \`invalid\` (correct it) or \`failed\` (a
problem on this machine), and \`error: {code, message, hint}\` ([each code](errors.md)). Exit codes of commands: 0 found, 1 nothing found,
2 failed.

**Two forms.** Each answer comes as text and as structured content, both within \`max_tokens\`: some clients pass one to their model, some
the other ([clients](clients/README.md)). To a client that passes on both, only the text has the source. The text leaves usual values
out: a reference is exact unless its line says otherwise. Of answers about code it can be TOON or JSON instead ([what they cost](../records/answer-forms.md)).

**Resources.** Saved results are resources, \`context-broker://saved/<project>/<name>\`, both parts percent-encoded, with a template and
completion. Reading one returns the text of \`get_saved_result\`, whole. Saving and deleting send \`notifications/resources/list_changed\`; a
subscribed resource is watched, also for changes by other processes.
`;

const sharedInputs = (): string => `## Inputs that several have

\`project\` must be the launch project, one of the client's roots, a project that you indexed from the command line, or below a folder that
you trust or that \`allowed_projects\` names; anything else is \`PROJECT_NOT_ALLOWED\`. Without it: the launch project (\`serve --project\`, \`CONTEXT_BROKER_PROJECT\`),
otherwise the client's only root, otherwise the project of the working folder, otherwise that folder itself, unless it is a system folder.
The home folder and folders above it are never a project.

The inputs *of an edit* are ${togetherText(TOGETHER["of an edit"])}.
`;

/** Fields that stand together in many operations. */
const TOGETHER = {
  "about code": ["outcome", "project_root?", "projects?", "envelope?"],
  "of an edit": ["hash?", "apply?", "scope?", "allow_syntax_errors?", "leave_unread?", "worktree?"],
};

const togetherText = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(", ");

const SHARED_OUTPUTS = `## Fields that several answers have

An answer *about code* has ${togetherText(TOGETHER["about code"])}.
`;

export function toolsPage(): string {
  const inputs = sharedFields(({ input }) => input);
  const usual = sharedDefaults();
  const outputs = sharedFields(({ output }) => output);
  const notation = new Notation();
  const shared = notation.lines([...outputs.values()], "");
  return [
    HEAD,
    renderSets(),
    READING,
    sharedInputs(),
    ...[...inputs.values()].map((field) => noteInput(field, usual.has(keyOf(field)))),
    "",
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

<!-- Made from test/support/other-names.ts by \`npm run golden\`. -->

What the tools of two systems that this one takes after are called here.
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

/** Inputs that have one default wherever they are: it stands with the field, and not with each operation. */
function sharedDefaults(): ReadonlySet<string> {
  const defaults = new Map<string, Set<string>>();
  for (const field of ALL_OPERATIONS.flatMap(({ input }) => fieldsOf(input))) {
    defaults.set(keyOf(field), (defaults.get(keyOf(field)) ?? new Set()).add(defaultOf(field)));
  }
  return new Set([...defaults].filter(([, values]) => values.size === 1).map(([key]) => key));
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
  const sets = new Map<string, Operation[]>();
  for (const operation of ALL_OPERATIONS) {
    const set = operation.toolset === null ? "commands only" : `\`${operation.toolset}\``;
    sets.set(set, [...(sets.get(set) ?? []), operation]);
  }
  const lines = [...sets].map(([set, operations]) => `- ${set}: ${operations.map(linkTo).join(", ")}`);
  return [...lines, ""].join("\n");
}

interface Known {
  readonly inputs: Shared;
  readonly outputs: Shared;
  readonly usual: ReadonlySet<string>;
  readonly notation: Notation;
}

function renderOperations({ inputs, outputs, usual, notation }: Known): string[] {
  const firstInputs = new Map<string, Operation>();
  const firstOutputs = new Map<string, Operation>();
  const answers = new Map<string, Operation>();
  return ALL_OPERATIONS.flatMap((operation) => {
    const asked = split(fieldsOf(operation.input), { shared: inputs, usual, first: firstInputs }, operation);
    const fields = fieldsOf(operation.output).filter(({ name }) => name !== "summary");
    const answer = fields.map(keyOf).join();
    const same = answers.get(answer);
    answers.set(answer, same ?? operation);
    const given = split(fields, { shared: outputs, usual, first: firstOutputs }, operation);
    return [
      `## ${headingOf(operation)}`,
      "",
      `**${operation.title}.** ${operation.description}${effectsOf(operation)}`,
      "",
      ...fenced(operation.command?.examples ?? [], "sh"),
      ...asked.own.map((field) => noteInput(field)),
      ...(asked.also.length === 0 ? [] : [`- also ${asked.also.join(", ")}`]),
      ...(asked.own.length + asked.also.length === 0 ? [] : [""]),
      ...(same !== undefined
        ? [`Answer: as of ${linkTo(same)}.`, ""]
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
  { shared, usual, first }: { shared: Shared; usual: ReadonlySet<string>; first: Map<string, Operation> },
  operation: Operation,
): { readonly own: readonly Field[]; readonly also: readonly string[] } {
  const own: Field[] = [];
  const also: string[] = [];
  const elsewhere = new Map<Operation, string[]>();
  for (const field of fields) {
    const key = keyOf(field);
    const value = usual.has(key) ? "" : defaultOf(field);
    const name = `\`${nameOf(field)}\`${value === "" ? "" : ` (${value})`}`;
    const other = first.get(key);
    if (shared.has(key)) {
      also.push(name);
    } else if (other === undefined || isShort(field)) {
      first.set(key, operation);
      own.push(field);
    } else {
      elsewhere.set(other, [...(elsewhere.get(other) ?? []), name]);
    }
  }
  let named: readonly string[] = also;
  for (const [label, names] of Object.entries(TOGETHER)) {
    const quoted = names.map((name) => `\`${name}\``);
    if (quoted.every((name) => also.includes(name))) {
      named = [label, ...named.filter((name) => !quoted.includes(name))];
    }
  }
  const pointed = [...elsewhere].map(([other, names]) => `as in ${linkTo(other)} ${names.join(", ")}`);
  return { own, also: [...named, ...pointed] };
}

/** Written out sooner than pointed at. */
const isShort = (field: Field): boolean => keyOf(field).length < 60;

function effectsOf({ annotations }: Operation): string {
  const effects = [
    ...(annotations.readOnly ? [] : [annotations.destructive ? "writes, may destroy" : "writes"]),
    ...(annotations.idempotent === annotations.readOnly
      ? []
      : [annotations.idempotent ? "may be repeated" : "differs when repeated"]),
  ];
  return effects.length === 0 ? "" : ` (${effects.join("; ")})`;
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

What a person picks in a client that has prompts; the model then gets a text that names the tools to call, in order and with
the arguments filled in, of those tools that the server offers. The text claims nothing about the project. \`target\` is
completed with paths, folder by folder, and symbols, from the index as it stands.
`;

function renderPrompts(): string {
  const lines = ALL_PROMPTS.flatMap(({ name, description, arguments: taken }) => [
    `- \`${name}\`: ${description}`,
    ...taken.map((one) => `  - \`${one.name}${one.required ? "" : "?"}\`: ${one.description}`),
  ]);
  return [...lines, ""].join("\n");
}

function renderOtherName({ name, here, note }: OtherName): string {
  const tools = here.map((tool) => `\`${tool}\``).join(", ");
  const written = /^[a-z_]+$/.test(name) ? `\`${name}\`` : name;
  return `| ${written} | ${[tools, note].filter(Boolean).join("; ")} |`;
}
