// The operations as tools/list shows them, kept short: every conversation pays for each token of the list.
import type { Tool } from "@modelcontextprotocol/server";
import { z } from "zod";
import type { Operation } from "../operations/contract/operation.ts";
import { loadTokenCounter } from "../system/token-counter.ts";

interface FieldSchema {
  /** A longer description, for --help and docs/use/tools.md. */
  help?: string;
  /** True for a field that tools/list does not show. */
  readonly unlisted?: boolean;
  /** True for a field that tools/list shows only where the server may search several projects. */
  several?: boolean;
}

type ObjectSchema = Tool["inputSchema"] & { $schema?: unknown; properties?: Record<string, FieldSchema> };

/** That there is structured content. docs/use/tools.md has its fields; a model reads them in the answer. */
const OUTPUT_SCHEMA: Tool["outputSchema"] = { type: "object", required: ["outcome"] };

/**
 * The input's fields with their types, defaults and descriptions. Left out, because every conversation pays for the list: bounds (a
 * value beyond them is an error that says so), empty defaults, fields that only programs set (`unlisted`), and longer descriptions
 * (`help`).
 */
function inputSchemaOf(input: z.ZodObject, isForSeveral: boolean): ObjectSchema {
  const schema = z.toJSONSchema(input, {
    io: "input",
    override: ({ jsonSchema }) => {
      for (const limit of ["minLength", "maxLength", "minItems", "maxItems", "minimum", "maximum"] as const) {
        delete jsonSchema[limit];
      }
      delete (jsonSchema as FieldSchema).help;
      if (Array.isArray(jsonSchema.default) && jsonSchema.default.length === 0) {
        delete jsonSchema.default;
      }
    },
  }) as ObjectSchema;
  delete schema.$schema;
  delete schema["additionalProperties"];
  const listed = Object.entries(schema.properties ?? {}).filter(
    ([, field]) => field.unlisted !== true && (field.several !== true || isForSeveral),
  );
  for (const [, field] of listed) {
    delete field.several;
  }
  return { ...schema, properties: Object.fromEntries(listed), additionalProperties: false };
}

/** The tool as a client that reads the text alone is shown it: without structured content, there must be no schema of it. */
export function forText({ outputSchema: _, ...tool }: Tool): Tool {
  return tool;
}

/** `isForSeveral`: whether the server may search several projects. */
export function listedTool(operation: Operation, isForSeveral: boolean): Tool {
  const { name, title, description, input, annotations, textAlone = false } = operation;
  const { readOnly, destructive, idempotent } = annotations;
  return {
    name,
    description,
    inputSchema: inputSchemaOf(input, isForSeveral),
    ...(textAlone ? {} : { outputSchema: OUTPUT_SCHEMA }),
    annotations: {
      title,
      readOnlyHint: readOnly,
      ...(readOnly ? {} : { destructiveHint: destructive, idempotentHint: idempotent }),
      openWorldHint: false,
    },
  };
}

/** What a client pays at its start, in tokens: the tool list and the instructions. The savings report subtracts it once a session. */
export async function sessionTokens(listed: readonly Tool[], instructions: string): Promise<number> {
  const { count } = await loadTokenCounter();
  return count(JSON.stringify(listed)) + count(instructions);
}
