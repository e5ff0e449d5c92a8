// docs/use/tools.md, made from the operations: every field of every input and output, as the schemas have them.
import { z } from "zod";
import { ROUTES } from "../../src/intelligence/ask/routes.ts";
import { ALL_OPERATIONS } from "../../src/operations/all-operations.ts";
import { tableBehind } from "../../src/operations/answer/table.ts";
import { defaultText } from "../../src/operations/contract/default-text.ts";
import type { Operation } from "../../src/operations/contract/operation.ts";
import { ALL_PROMPTS } from "../../src/operations/prompts.ts";
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

Each operation is defined once (\`src/operations\`) and offered as an MCP tool, a command, or both. Tools come in sets; a
server offers those of the setting \`toolsets\`, by default \`search\` and \`code\`. Their list costs a model fewer
than 3,500 tokens, \`search\` alone fewer than 1,300. To keep it short, \`tools/list\` leaves out outputs, bounds, long descriptions, and fields
that only programs set (\`format\`, \`explain\`). This page has everything.

**Answers about code.** An \`envelope\` says what an answer lacks. Without one it is complete and made from the index. Each
field appears only if it says something unusual: how complete the answer is (\`completeness\`), fewer rows \`shown\` than
\`found\`, rows \`hidden\` by the call's own filters, files not indexed yet (\`lagging\`) or not searched (\`files_left\`), files
that were only partly parsed (\`parse\`), another source than the index (\`authority\`). The text says the same in its second line.

**Outcomes.** Every answer opens with \`summary\` (how the text begins) and has an \`outcome\`: \`found\`; \`empty\`, with the
reason in \`absence\` (\`absent\`: everything was searched; \`filtered\`: the call's own filters hide what there is;
\`not_searched\`: not everything was searched); \`ambiguous\`, the name has several definitions: a search still has hits, a
question about one symbol has \`candidates\` instead. A failure is a
result with \`isError\`, \`outcome\` \`ambiguous\` (narrow the question), \`invalid\` (correct it) or \`failed\` (a problem
on this machine), and \`error: {code, message, hint}\`; [errors.md](errors.md) explains each code. The command line exits with 0
found, 1 nothing found, 2 failed.

**Two forms.** Each answer comes as compact text and as structured content, both with the source and each within
\`max_tokens\`: some clients pass one to their model, some the other ([clients](clients/README.md)). A client that passes on
both gets the source only in the text. The text of answers about code can be TOON or JSON instead: \`format\` of the call, or
the setting \`answer_format\` ([what they cost](../records/answer-forms.md)).

**Which project.** \`project\` must be the launch project, one of the client's roots, a project that the user has indexed
from the command line, or under the user's setting \`allowed_projects\`; anything else is \`PROJECT_NOT_ALLOWED\`. Without
it: the launch project (\`serve --project\`, \`CONTEXT_BROKER_PROJECT\`), otherwise the client's only root, otherwise the project
of the working folder, otherwise that folder itself, unless it is a system folder. The home folder and folders above it are never a project.

**Resources.** Saved results of the workspace's projects are resources, \`context-broker://saved/<project>/<name>\`, both
parts percent-encoded, with a template and completion. Reading one returns the text of \`get_saved_result\`, whole: each
file as it was saved, and whether it has changed since. The document as JSON is the file whose path the text names
(\`context-broker saved show NAME --json\`). Saving and deleting send
\`notifications/resources/list_changed\`; a subscribed resource is watched, also for changes by other processes.

## Tables

Rows of structured answers are tuples: \`columns\` names their cells in order, and cells missing at the end of a
tuple are null. \`same\` has the cells that all rows share. If \`rows\` is an object, its keys are the values of the first column,
and the tuples have the others. A column that is null in every row is left out. The text has the same rows as lines, without usual
values: for example, a reference is exact unless its line says otherwise.
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
    const row = `| \`${path}\`${optional} | ${typeOf(field)} | ${[field.help ?? field.description, defaultText(told), field.doc].filter(Boolean).join("; ")} |`;
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
