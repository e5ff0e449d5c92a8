// Schemas as tools/list shows them. Knows that every token of the list is paid for in every conversation.
import { z } from "zod";

type JsonSchema = { [key: string]: unknown; type: string; properties?: Record<string, unknown> };

/** A schema that only describes: arguments are checked by the operation, whose failure a model can read. */
interface DescribingSchema {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => { readonly value: unknown };
    readonly jsonSchema: { readonly input: () => JsonSchema; readonly output: () => JsonSchema };
  };
}

function describe(schema: JsonSchema): DescribingSchema {
  return {
    "~standard": {
      version: 1,
      vendor: "context-broker",
      validate: (value) => ({ value }),
      jsonSchema: { input: () => schema, output: () => schema },
    },
  };
}

export function inputSchema(input: z.ZodObject): DescribingSchema {
  const { $schema: _, ...schema } = z.toJSONSchema(input, { io: "input" });
  return describe(schema as JsonSchema);
}

/**
 * The output as advertised: of the top level only `outcome` is required, because a failure is an answer too and
 * clients check it against the same schema.
 */
export function outputSchema(output: z.ZodObject): DescribingSchema {
  const { properties } = z.toJSONSchema(output, { io: "input" });
  const error = { type: "object", description: "code, message, hint" };
  return describe({ type: "object", properties: { ...properties, error }, required: ["outcome"] });
}
