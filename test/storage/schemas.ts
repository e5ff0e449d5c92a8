// The JSON Schemas of storage/schema, compiled.
import { readFileSync } from "node:fs";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";

export const SCHEMAS = [
  "saved-result",
  "handoff",
  "project-marker",
  "journal-entry",
  "report",
  "edit-session",
  "edit-journal",
  "setup-record",
] as const;
export type SchemaName = (typeof SCHEMAS)[number];

const ajv = new Ajv2020({ strict: true, strictRequired: false, allErrors: true, allowUnionTypes: true });
const compiled = new Map<SchemaName, ValidateFunction>();

/** What does not fit, as text; empty for a document that fits. */
export function misfits(schema: SchemaName, value: unknown): string {
  const file = new URL(`../../storage/schema/${schema}.schema.json`, import.meta.url);
  const validate = compiled.get(schema) ?? ajv.compile(JSON.parse(readFileSync(file, "utf8")));
  compiled.set(schema, validate);
  return validate(value) ? "" : ajv.errorsText(validate.errors ?? []);
}

export function validatorOf(schema: SchemaName): (value: unknown) => boolean {
  return (value) => misfits(schema, value) === "";
}
