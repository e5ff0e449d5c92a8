// Fields of inputs and outputs as docs/use/tools.md notes them: a field that several operations have stands once.
import { z } from "zod";
import { tableBehind } from "../../src/operations/answer/table.ts";
import { defaultText } from "../../src/operations/contract/default-text.ts";

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
  readonly properties?: Fields;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  /** Of a table: its rows. */
  readonly rows?: Schema;
}

type Fields = Readonly<Record<string, Schema>>;

/** A field of an operation, with whether a call or an answer always has it. */
export interface Field {
  readonly name: string;
  readonly required: boolean;
  readonly schema: Schema;
}

export function fieldsOf(schema: z.ZodObject): readonly Field[] {
  const { properties = {}, required = [] } = jsonSchema(schema);
  return toFields(properties, required);
}

const toFields = (properties: Fields, required: readonly string[]): Field[] =>
  Object.entries(properties).map(([name, schema]) => ({ name, required: required.includes(name), schema }));

function jsonSchema(schema: z.ZodType): Schema {
  return z.toJSONSchema(schema, {
    io: "input",
    override: ({ zodSchema, jsonSchema: written }) => {
      const table = tableBehind(zodSchema as unknown as z.ZodType);
      if (table !== undefined) {
        const { $schema: _, ...rows } = z.toJSONSchema(z.object(table.columns), { io: "input" });
        for (const key of Object.keys(written)) {
          delete written[key];
        }
        Object.assign(written, { doc: table.doc, rows });
      }
    },
  }) as Schema;
}

/** What two fields must share to be the same one, in any order; the default may differ. */
export function keyOf({ name, schema }: Field): string {
  const said = Object.entries({ ...schema, default: undefined });
  return JSON.stringify([name, Object.fromEntries(said.sort(([a], [b]) => (a < b ? -1 : 1)))]);
}

/** `limit?: 1–100 (Most symbols to show; default 20)` */
export function noteInput(field: Field, usual?: string): string[] {
  const { schema } = field;
  const told = { ...schema, description: schema.help ?? schema.description ?? "" };
  const said = [told.description, usual ?? defaultText(told), schema.doc].filter(Boolean).join("; ");
  return withDoc(plainText([{ names: [nameOf(field)], type: typeOf(schema) }]), said);
}

export const defaultOf = ({ schema }: Field): string => defaultText(schema);

const WIDTH = 130;

/** The lines of fields, much as TypeScript declares them, with what is said of each in parentheses. An object that was spelled out before is only named. */
export class Notation {
  /** Objects and rows of tables that are spelled out. */
  readonly #places: Place[] = [];

  lines(fields: readonly Field[], place: string, indent = ""): string[] {
    const lines: string[] = [];
    let plain: PlainFields[] = [];
    const flush = (): void => {
      lines.push(...(plain.length === 0 ? [] : [`${indent}${plainText(plain)}`]));
      plain = [];
    };
    for (const field of fields) {
      const doc = docOf(field.schema);
      const [type, ...inner] = this.#value(field.schema, `${place}${field.name}`, indent);
      if (inner.length > 0 || doc !== "") {
        flush();
        lines.push(...withDoc(`${indent}${plainText([{ names: [nameOf(field)], type }])}`, doc), ...inner);
        continue;
      }
      const last = plain.at(-1);
      const names = last?.type === type ? [...last.names, nameOf(field)] : [nameOf(field)];
      const next = [...(last?.type === type ? plain.slice(0, -1) : plain), { names, type }];
      if (`${indent}${plainText(next)}`.length > WIDTH) {
        flush();
        plain = [{ names: [nameOf(field)], type }];
      } else {
        plain = next;
      }
    }
    flush();
    return lines;
  }

  /** The type, and the lines of its own fields. */
  #value(schema: Schema, place: string, indent: string): [string, ...string[]] {
    const { items, rows, anyOf = [], properties, additionalProperties } = schema;
    if (rows !== undefined) {
      return this.#object(rows, place, "table ", indent);
    }
    if (properties !== undefined) {
      return this.#object(schema, place, "", indent);
    }
    if (items?.properties !== undefined) {
      return this.#object(items, place, "list ", indent);
    }
    if (typeof additionalProperties === "object" && additionalProperties.properties !== undefined) {
      return this.#object(additionalProperties, place, "map ", indent);
    }
    const object = anyOf.find((one) => one.properties !== undefined);
    if (object !== undefined) {
      const others = anyOf.filter((one) => one !== object).map(typeOf);
      return this.#object(object, place, `${others.join("|")}|`, indent);
    }
    return [typeOf(schema)];
  }

  #object(
    { properties = {}, required = [] }: Schema,
    place: string,
    before: string,
    indent: string,
  ): [string, ...string[]] {
    const fields = toFields(properties, required);
    const known = this.#known(fields);
    if (known !== undefined && known.fields.length === fields.length) {
      return [`${before}@${known.place}`];
    }
    const spread = known === undefined ? [] : [`${indent}  ...@${known.place}`];
    const own = fields.filter((field) => known?.fields.every((one) => textOf(one) !== textOf(field)) ?? true);
    if (fields.length > 1) {
      this.#places.push({ place, fields });
    }
    const lines = [...spread, ...this.lines(own, `${place}.`, `${indent}  `)];
    const [first = ""] = lines;
    const line = `${before}{${first.trim()}}`;
    const isLine = lines.length === 1 && !line.includes("(") && line.length < WIDTH / 2;
    return isLine ? [line] : [before.trim() === "" ? "object" : before.trim().replace(/\|$/, "|object"), ...lines];
  }

  /** The same fields, or the most of them that are worth a name. */
  #known(fields: readonly Field[]): Place | undefined {
    const texts = new Set(fields.map(textOf));
    const parts = this.#places.filter((one) => one.fields.every((field) => texts.has(textOf(field))));
    const [most] = parts.sort((a, b) => b.fields.length - a.fields.length);
    return most !== undefined && (most.fields.length === fields.length || most.fields.length >= SPREAD_FROM)
      ? most
      : undefined;
  }
}

/** An object that is spelled out somewhere. */
interface Place {
  readonly place: string;
  readonly fields: readonly Field[];
}

/** An object has so many fields before another one that has them all refers to it. */
const SPREAD_FROM = 5;

const textOf = (field: Field): string => JSON.stringify(field);

/** Fields of one type, without a note of their own. */
interface PlainFields {
  readonly names: readonly string[];
  readonly type: string;
}

const plainText = (plain: readonly PlainFields[]): string =>
  plain.map(({ names, type }) => `${names.join(", ")}${type === "string" ? "" : `: ${type}`}`).join("; ");

export const nameOf = ({ name, required }: Field): string => `${name}${required ? "" : "?"}`;

/** What does not fit behind the field stands below it. */
function withDoc(line: string, doc: string): string[] {
  const indent = `${/^ */.exec(line)?.[0] ?? ""}    `;
  const lines = [line];
  for (const word of doc === "" ? [] : `(${doc})`.split(" ")) {
    const last = lines.at(-1) ?? "";
    if (`${last} ${word}`.length <= WIDTH) {
      lines[lines.length - 1] = `${last} ${word}`;
    } else {
      lines.push(`${indent}${word}`);
    }
  }
  return lines;
}

/** What goes without saying: the page says it above. */
const USUAL = ["1-based", "inclusive"];

function docOf({ help, description, doc, items }: Schema): string {
  return [help ?? description, doc, items?.doc].filter((text) => text && !USUAL.includes(text)).join("; ");
}

function typeOf(schema: Schema): string {
  const { type, enum: values, const: value, anyOf, items, minimum, maximum, additionalProperties } = schema;
  if (values !== undefined) {
    return values.map(String).join("|");
  }
  if (value !== undefined) {
    return String(value);
  }
  if (anyOf !== undefined) {
    return anyOf.map(typeOf).join("|");
  }
  if (type === "array") {
    const type = items === undefined ? "any" : typeOf(items);
    return type.includes("|") ? `(${type})[]` : `${type}[]`;
  }
  if (typeof additionalProperties === "object") {
    return `map<${typeOf(additionalProperties)}>`;
  }
  const isBounded = minimum !== undefined && maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER;
  return isBounded ? `${minimum}–${maximum}` : [type ?? "any"].flat().join("|");
}
