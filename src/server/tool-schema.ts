// Schemas as tools/list shows them, kept short: every conversation pays for each token of the list.
import { z } from "zod";

interface JsonSchema {
  /** A longer description, for --help and docs/tools.md. */
  help?: string;
  readonly description?: string;
  /** True for a field that tools/list does not show. */
  readonly unlisted?: boolean;
}
type ObjectSchema = {
  type: "object";
  properties?: Record<string, JsonSchema>;
  required?: string[];
};

/** A schema that only describes: the operation checks the arguments, since a model can read its failures. */
interface DescribingSchema {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => { readonly value: unknown };
    readonly jsonSchema: { readonly input: () => ObjectSchema; readonly output: () => ObjectSchema };
  };
}

/** As FastMCP takes a schema. */
export function describe(schema: ObjectSchema): DescribingSchema {
  return {
    "~standard": {
      version: 1,
      vendor: "context-broker",
      validate: (value) => ({ value }),
      jsonSchema: { input: () => schema, output: () => schema },
    },
  };
}

/**
 * The input as tools/list shows it: fields with their types, defaults and descriptions. Left out, because every conversation pays
 * for the list: bounds (a value beyond them is an error that says so), empty defaults, fields that only programs set (`unlisted`), longer
 * descriptions (`help`), and that further fields are refused (the operation refuses them).
 */
export function shownInput(input: z.ZodObject): ObjectSchema {
  const schema = z.toJSONSchema(input, {
    io: "input",
    override: ({ jsonSchema }) => {
      for (const limit of ["minLength", "maxLength", "minItems", "maxItems", "minimum", "maximum"] as const) {
        delete jsonSchema[limit];
      }
      delete (jsonSchema as JsonSchema).help;
      if (Array.isArray(jsonSchema.default) && jsonSchema.default.length === 0) {
        delete jsonSchema.default;
      }
    },
  }) as ObjectSchema & { $schema?: unknown; additionalProperties?: unknown };
  delete schema.$schema;
  delete schema.additionalProperties;
  const listed = Object.entries(schema.properties ?? {}).filter(([, { unlisted }]) => unlisted !== true);
  return { ...schema, properties: Object.fromEntries(listed) };
}

/** That there is structured content. docs/tools.md has its fields; a model reads them in the answer. */
export const SHOWN_OUTPUT: ObjectSchema = { type: "object", required: ["outcome"] };
