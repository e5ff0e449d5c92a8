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
  readonly items?: { enum?: unknown };
}

type ObjectSchema = Tool["inputSchema"] & { $schema?: unknown; properties?: Record<string, FieldSchema> };

/** What a model takes for the default where none is given. */
const isEmpty = (value: unknown): boolean =>
  value === false || value === 0 || value === "" || (Array.isArray(value) && value.length === 0);

/** More values that a list may have are not listed: one that is none of them is an error that names them. */
const CHOICES_MAX = 5;

/**
 * The input's fields with their types, defaults and descriptions. Left out, because every conversation pays for the list: bounds (a
 * value beyond them is an error that says so, as is an unknown field), empty defaults and descriptions (a name that says all), fields that
 * are seldom set (`unlisted`), and longer descriptions (`help`). All of these may be sent, so nothing says that there are no other fields.
 */
function inputSchemaOf(input: z.ZodObject, isForSeveral: boolean): ObjectSchema {
  const schema = z.toJSONSchema(input, {
    io: "input",
    override: ({ jsonSchema }) => {
      for (const limit of ["minLength", "maxLength", "minItems", "maxItems", "minimum", "maximum"] as const) {
        delete jsonSchema[limit];
      }
      delete (jsonSchema as FieldSchema).help;
      if (isEmpty(jsonSchema.default)) {
        delete jsonSchema.default;
      }
      if (jsonSchema.description === "") {
        delete jsonSchema.description;
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
    if (Array.isArray(field.items?.enum) && field.items.enum.length > CHOICES_MAX) {
      delete field.items.enum;
    }
  }
  return { ...schema, properties: Object.fromEntries(listed) };
}

/**
 * Without a schema of the answer: docs/use/tools.md has its fields, a model reads them in the answer, and no client needs one to pass
 * structured content on. `isForSeveral`: whether the server may search several projects.
 */
export function listedTool(operation: Operation, isForSeveral: boolean): Tool {
  const { name, title, description, input, annotations } = operation;
  const { readOnly, destructive, idempotent } = annotations;
  return {
    name,
    description,
    inputSchema: inputSchemaOf(input, isForSeveral),
    annotations: {
      title,
      readOnlyHint: readOnly,
      ...(readOnly ? {} : { destructiveHint: destructive, ...(idempotent ? { idempotentHint: true } : {}) }),
      openWorldHint: false,
    },
  };
}

/** What a client pays at its start, in tokens: the tool list and the instructions. The savings report subtracts it once a session. */
export async function sessionTokens(listed: readonly Tool[], instructions: string): Promise<number> {
  const { count } = await loadTokenCounter();
  return count(JSON.stringify(listed)) + count(instructions);
}
