// docs/tools.md, made from the operations: every field of every input and output, as the schemas have them.
import { z } from "zod";
import { ROUTES } from "../../src/intelligence/ask/routes.ts";
import { ALL_OPERATIONS } from "../../src/operations/all-operations.ts";
import { tableBehind } from "../../src/operations/code/table.ts";
import type { Operation } from "../../src/operations/operation.ts";
import { ALL_PROMPTS } from "../../src/operations/prompts.ts";
import { toldDefault } from "../../src/operations/told-default.ts";
import { OTHER_NAMES, type OtherName } from "./other-names.ts";

interface Schema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  /** For this page only: the list of tools is paid for by the token. */
  readonly doc?: string;
  /** What --help says as well, in place of the description. */
  readonly help?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
}

const HEAD = `# Tools and commands

<!-- Made from src/operations by \`npm run golden\`; edit the operations instead. -->

Each operation is defined once (\`src/operations\`) and offered as an MCP tool, a command, or both. Tools come in sets, of which
a server offers those of the setting \`toolsets\`: \`search\` and \`code\` where nothing is set. Their list costs a model fewer
than 3,300 tokens, \`search\` alone fewer than 1,300; to keep it there, \`tools/list\` shows no outputs, no bounds and no fields
that only programs set (\`format\`, \`explain\`). This page has them all.

**Answers about code.** Each has an \`envelope\`: whether the answer is whole (\`completeness\`), how much was \`found\`, and the
index's \`generation\`. Further fields are there only where something is not as usual: fewer rows \`shown\` than found, rows
\`hidden\` by the call's own filters, files not indexed yet (\`lagging\`) or not looked through (\`files_left\`), files that are only
partly understood (\`parse\`), another source than the index (\`authority\`). The text says the same in its second line.

**Outcomes.** Every answer opens with \`summary\` (how the text begins) and has an \`outcome\`: \`found\`; \`empty\`, nothing
to show, and \`absence\` tells why (\`absent\`: everything was looked through; \`filtered\`: the call's own filters hide what there is;
\`not_searched\`: not everything was looked through); \`ambiguous\`, the name is defined in several places: a search has its hits all the same, a
question about one symbol answers with the \`candidates\` instead. A failure is a
result with \`isError\`, \`outcome\` \`ambiguous\` (narrow the question), \`invalid\` (correct it) or \`failed\` (trouble
here), and \`error: {code, message, hint}\`; [errors.md](errors.md) explains each code. The command line exits with 0
found, 1 nothing found, 2 failed.

**Two forms.** Each answer comes as compact text and as structured content, both with the source and each within
\`max_tokens\`: some clients hand a model the one, some the other ([clients](clients/README.md)). A client that hands on
both gets the source in the text alone. Of answers about code the text may be TOON or JSON instead: \`format\` of the call, or
the setting \`answer_format\` ([what they cost](answer-forms.md)).

**Which project.** \`project\` must be the launch project, one of the client's roots, a project that the user has indexed
from the command line, or under the user's setting \`allowed_projects\`; anything else is \`PROJECT_NOT_ALLOWED\`. Without
it: the launch project (\`serve --project\`, \`CONTEXT_BROKER_PROJECT\`), else the client's only root, else the project
above the working folder, else that folder itself, unless it is the system's. Home and what lies above it are no project.

**Resources.** Saved results of the projects in sight are resources, \`context-broker://saved/<project>/<name>\`, both
parts percent-encoded, with a template and completion. Reading one answers the saved document with a further field
\`standing\`: \`{name, scope, trust, current, files: [{path, state}]}\`. Saving and deleting send
\`notifications/resources/list_changed\`; a subscribed resource is watched, also for changes by other processes.

## Tables

Rows of structured answers are tuples: \`columns\` names their cells in order, and cells missing at the end of a
tuple are null. \`same\` holds the cells that all rows share. Where \`rows\` is an object, its keys are the values of the first column,
and the tuples have the others. A column that is null in every row is left out. The text has the same rows as lines, without what is
usual: the call is exact unless a line says otherwise.
`;

export function toolsPage(): string {
  return [
    HEAD,
    ...ALL_OPERATIONS.map(renderOperation),
    ASK_HEAD,
    renderRoutes(),
    PROMPTS_HEAD,
    renderPrompts(),
    renderOtherNames(),
  ].join("\n");
}

const ASK_HEAD = `## How \`ask\` chooses

A question is cut into clauses, at sentences and where what follows "and" asks something of its own. Each clause takes the first
of these routes that has a form like it and can be about what it names. Where no form fits, a clause that names one symbol or path
takes the route that its other words are about (tests, breaks, calls, extends …), and one that names none the route of the project
as a whole that its words are about (hotspots, cycles, uncommitted changes …). Any other clause is searched for by meaning, as are
questions for a reason or a way: why and how.

Letters' case, politeness and articles do not count; "it" is what the clause before named. Names are looked up in the index:
\`ctx.save\` is \`save\` where nothing is named so as a whole, \`save in lib/order-store.ts\` is \`lib/order-store.ts#save\`, and of several that have
a name the only one outside tests and other symbols is taken. A mark at the end of a name belongs to it where the project has
such a name: \`who calls save!?\` asks about \`save!\`; \`who calls empty?\` about \`empty\`, or about \`empty?\` where only that exists.

| confidence | when |
|---|---|
| high | the clause is asked like the route, and what it names is one symbol, file or folder here, or the route needs none |
| medium | the route is taken by single words; the name is a plain word, that of several, or only the last one of what is written; a text to be found is several unquoted words; the question is searched for by meaning; the route's tools found nothing; or the question is compound, whatever its parts have |
| low | no route is asked like it; what it names is not here; it asks for what is not so, or for a change; the route is taken by single words, and others of the question narrow it (said as “not taken into account”); or it asks for a list or a yes or no and is searched for by meaning |

Where a name is not here, symbols like it are listed and the question is searched for by meaning; who imports it is looked for in
the text, as what a project imports may come from elsewhere. Where a route's tools find
nothing, the name is looked for in the text. No more than three parts are answered at once, by four calls of tools beside those
looks; what is left aside is said. A tool that fails is said too, with its message; where all fail, so does \`ask\`. \`ask\` asks only tools that change nothing.

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

| prompt | argument | |
|---|---|---|`;

function renderPrompts(): string {
  const rows = ALL_PROMPTS.flatMap(({ name, description, arguments: taken }) => [
    `| \`${name}\` | | ${description} |`,
    ...taken.map((one) => `| | \`${one.name}\`${one.required ? "" : " (optional)"} | ${one.description} |`),
  ]);
  return [...rows, ""].join("\n");
}

const OTHER_HEAD = `## Names in other systems

What the tools of two systems that this one takes after are called here.
`;

function renderOtherNames(): string {
  const tables = Object.entries(OTHER_NAMES).map(([system, names]) =>
    [`| ${system} | here |`, "|---|---|", ...names.map(renderOtherName), ""].join("\n"),
  );
  return [OTHER_HEAD, ...tables].join("\n");
}

function renderOtherName({ name, here, note }: OtherName): string {
  const tools = here.map((tool) => `\`${tool}\``).join(", ");
  const written = /^[a-z_]+$/.test(name) ? `\`${name}\`` : name;
  return `| ${written} | ${[tools, note].filter(Boolean).join("; ")} |`;
}

function renderOperation(operation: Operation): string {
  const { name, title, toolset, command, description, annotations } = operation;
  const heading = toolset !== null ? name : `\`context-broker ${command?.command ?? ""}\``;
  const effects = [
    annotations.readOnly ? "changes nothing of the user's" : "writes",
    ...(annotations.destructive ? ["may destroy"] : []),
    ...(annotations.idempotent ? ["idempotent"] : []),
  ];
  return [
    `## ${heading}`,
    "",
    `**${title}.** ${description}`,
    "",
    `${toolset !== null ? `MCP tool of the set \`${toolset}\`` : "Command only"}; ${effects.join(", ")}.`,
    "",
    ...(command === null ? [] : ["```sh", ...command.examples, "```", ""]),
    "| input | type | |",
    "|---|---|---|",
    ...renderFields(jsonSchema(operation.input), ""),
    "",
    "| output | type | |",
    "|---|---|---|",
    ...renderOutputs(operation.output),
    "",
  ].join("\n");
}

function jsonSchema(schema: z.ZodObject): Schema {
  return z.toJSONSchema(schema, { io: "input" }) as Schema;
}

/** As renderFields; of a table its columns. */
function renderOutputs(output: z.ZodObject): string[] {
  const schema = jsonSchema(output);
  return Object.entries(output.shape).flatMap(([name, field]) => {
    const inner = field instanceof z.ZodOptional ? field.unwrap() : field;
    const table = tableBehind(inner as z.ZodType);
    if (table === undefined) {
      const own = { properties: { [name]: schema.properties?.[name] ?? {} }, required: schema.required ?? [] };
      return renderFields(own, "");
    }
    const optional = inner === field ? "" : " (optional)";
    const columns = renderFields(jsonSchema(z.object(table.columns)), `${name}[].`);
    return [`| \`${name}\`${optional} | [table](#tables) | ${table.doc ?? ""} |`, ...columns];
  });
}

/** A row for each field, and below it for each field of the objects it holds. */
function renderFields(schema: Schema, prefix: string): string[] {
  const required = schema.required ?? [];
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const path = `${prefix}${name}`;
    const told = { ...field, description: field.help ?? field.description ?? "" };
    const optional = required.includes(name) ? "" : " (optional)";
    const row = `| \`${path}\`${optional} | ${typeOf(field)} | ${[field.help ?? field.description, toldDefault(told), field.doc].filter(Boolean).join("; ")} |`;
    const inner = field.items?.properties === undefined ? field : field.items;
    const step = inner === field ? "." : "[].";
    return [row, ...(inner.properties === undefined ? [] : renderFields(inner, `${path}${step}`))];
  });
}

function typeOf(schema: Schema): string {
  const { type, enum: values, const: value, anyOf, items, minimum, maximum, additionalProperties } = schema;
  if (values !== undefined) {
    return values.map((one) => `\`${String(one)}\``).join(" \\| ");
  }
  if (value !== undefined) {
    return `\`${String(value)}\``;
  }
  if (anyOf !== undefined) {
    return anyOf.map(typeOf).join(" or ");
  }
  if (type === "array") {
    return `list of ${items === undefined ? "values" : typeOf(items)}`;
  }
  if (typeof additionalProperties === "object" && additionalProperties.type !== undefined) {
    return `map to ${typeOf(additionalProperties)}`;
  }
  const range = minimum !== undefined && maximum !== undefined ? ` ${minimum}–${maximum}` : "";
  return `${[type ?? "any"].flat().join(" or ")}${range}`;
}
