// Schemas as tools/list shows them. Knows that every token of the list is paid for in every conversation.
import { z } from "zod";

interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly JsonSchema[];
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
}
type ObjectSchema = JsonSchema & { readonly type: "object" };

/** A schema that only describes: arguments are checked by the operation, whose failure a model can read. */
interface DescribingSchema {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => { readonly value: unknown };
    readonly jsonSchema: { readonly input: () => ObjectSchema; readonly output: () => ObjectSchema };
  };
}

function describe(schema: ObjectSchema): DescribingSchema {
  return {
    "~standard": {
      version: 1,
      vendor: "context-broker",
      validate: (value) => ({ value }),
      jsonSchema: { input: () => schema, output: () => schema },
    },
  };
}

/** A greater maximum is out of anyone's way. */
const MAXIMUM_SHOWN = 10_000;

/** Lengths, minima and far maxima are left out: nobody plans by them, and a value beyond them is an error that says so. */
export function inputSchema(input: z.ZodObject): DescribingSchema {
  const schema = z.toJSONSchema(input, {
    io: "input",
    override: ({ jsonSchema }) => {
      for (const limit of ["minLength", "maxLength", "maxItems", "minimum"] as const) {
        delete jsonSchema[limit];
      }
      if ((jsonSchema.maximum ?? 0) > MAXIMUM_SHOWN) {
        delete jsonSchema.maximum;
      }
    },
  });
  delete schema.$schema;
  return describe(schema as ObjectSchema);
}

/**
 * The output as advertised: its fields with their types, and the fields of the entries of each list that has a
 * description. Optional fields without a description are left to docs/tools.md, like all that is deeper. Only `outcome`
 * is required, because a failure is an answer too, and clients check it against the same schema.
 */
export function outputSchema(output: z.ZodObject): DescribingSchema {
  const schema = z.toJSONSchema(output, { io: "input" }) as JsonSchema;
  // A failure has outcomes of its own, and an `error` that no list needs to spell out.
  const outcome: JsonSchema = { type: "string" };
  return describe({
    type: "object",
    properties: { ...mapFields(schema, summarizeField), outcome },
    required: ["outcome"],
  });
}

function summarizeField(field: JsonSchema): JsonSchema {
  const { description, items } = field;
  return description === undefined || items?.properties === undefined
    ? summarize(field)
    : { ...summarize(field), items: { type: "object", properties: mapFields(items, summarize) } };
}

function summarize(schema: JsonSchema): JsonSchema {
  const { description } = schema;
  const type = typeOf(schema);
  return { ...(type === undefined ? {} : { type }), ...(description === undefined ? {} : { description }) };
}

function typeOf({ type, anyOf }: JsonSchema): JsonSchema["type"] {
  const types = anyOf?.flatMap((one) => typeOf(one) ?? []);
  return types === undefined ? type : types.length === 1 ? types[0] : types;
}

function mapFields(
  { properties = {}, required = [] }: JsonSchema,
  map: (field: JsonSchema) => JsonSchema,
): Record<string, JsonSchema> {
  const shown = Object.entries(properties).filter(
    ([name, { description }]) => required.includes(name) || description !== undefined,
  );
  return Object.fromEntries(shown.map(([name, field]) => [name, map(field)]));
}
