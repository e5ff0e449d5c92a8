// Turns an operation's schema into arguments and flags, and their values into its input.

import { Argument, type Command, Option } from "commander";
import { z } from "zod";
import { defaultText } from "../operations/contract/default-text.ts";
import type { CommandForm, Operation } from "../operations/contract/operation.ts";
import { typedPath } from "../system/home-path.ts";
import { Failure } from "../vocabulary/failure.ts";
import { helpOf, type Positional } from "./command.ts";

/** Has the name and the meaning of a setting: a folder, which may be relative to the working folder. */
const FOLDER_FIELD = "project";
/** Several folders, or the word for all of them. */
const FOLDERS_FIELD = "projects";
const ALL = "all";

/** Positional fields that take a sentence: several words on the command line are one value, so that it needs no quotes. */
const SENTENCES: ReadonlySet<string> = new Set(["query", "question", "pattern", "goal", "task"]);

type FieldType = "text" | "integer" | "number" | "switch" | "list";

interface Field {
  readonly name: string;
  readonly type: FieldType;
  readonly required: boolean;
  readonly description: string;
  /** The allowed values; empty if any is. */
  readonly choices: readonly string[];
  /** The default, for the help; empty if there is none to mention. */
  readonly fallback: string;
}

interface PropertySchema {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly items?: PropertySchema;
  /** The forms of a value that has several. */
  readonly anyOf?: readonly PropertySchema[];
  readonly description?: string;
  /** A longer description than tools/list can afford. */
  readonly help?: string;
  readonly default?: unknown;
}

const TYPES: Readonly<Record<string, FieldType>> = {
  integer: "integer",
  number: "number",
  boolean: "switch",
  array: "list",
};

/** The input's fields in order, as JSON Schema describes them. */
export function fieldsOf(input: Operation["input"]): Field[] {
  const schema = z.toJSONSchema(input, { io: "input", unrepresentable: "any" });
  const required = new Set(schema.required ?? []);
  return Object.entries(schema.properties ?? {}).map(([name, property]) => {
    const schemaOfField = property as PropertySchema;
    const list = schemaOfField.anyOf?.find((form) => form.type === "array");
    const { type = list?.type ?? "", items, description = "", help = description, enum: own } = schemaOfField;
    return {
      name,
      type: TYPES[type] ?? "text",
      required: required.has(name),
      description: help,
      choices: (own ?? items?.enum ?? []).map(String),
      fallback: defaultText({ ...schemaOfField, description: help }),
    };
  });
}

const flagOf = (field: Field): string => `--${field.name.replaceAll("_", "-")}`;

function placeholderOf({ name, type, choices }: Field): string {
  if (choices.length > 0) {
    return `<${singular(name)}>`;
  }
  if (name === FOLDER_FIELD || name === FOLDERS_FIELD) {
    return "<folder>";
  }
  return { text: "<text>", integer: "<n>", number: "<n>", switch: "", list: `<${singular(name)}>` }[type];
}

/** One value of `storage_mode`, `kinds` or `paths`: a mode, a kind, a path. */
const singular = (name: string): string => (name.split("_").at(-1) ?? name).replace(/s$/, "");

function describe(field: Field): string {
  if (field.name === FOLDER_FIELD) {
    return "The project's folder; default: the project of the working folder";
  }
  const choices = field.choices.length > 0 ? ` (${field.choices.join(", ")})` : "";
  const repeats = field.type === "list" ? "; may be repeated" : "";
  const fallback = field.fallback === "" ? "" : `; ${field.fallback}`;
  return `${field.description}${choices}${repeats}${fallback}`;
}

const invalid = (flag: string, expected: string, text: string, help: string): Failure =>
  new Failure("INVALID_INPUT", `${flag} must be ${expected}, not ${JSON.stringify(text)}`, {
    hint: `${help} explains each flag`,
  });

/**
 * A flag's text as its field's type; the operation checks whether the value is allowed. `help`: the command that explains the
 * flags.
 */
function read(field: Field, text: string, help: string): unknown {
  if (field.choices.length > 0 && !field.choices.includes(text)) {
    throw invalid(flagOf(field), `one of ${field.choices.join(", ")}`, text, help);
  }
  if (field.name === FOLDER_FIELD && text === "") {
    throw invalid(flagOf(field), "a folder", text, help);
  }
  if (field.type === "integer" || field.type === "number") {
    if (!/^-?\d+(\.\d+)?$/.test(text)) {
      throw invalid(flagOf(field), "a number", text, help);
    }
    return Number(text);
  }
  return text;
}

function optionOf(field: Field, help: string, other: string | undefined): Option {
  const flags = other === undefined ? flagOf(field) : `${other}, ${flagOf(field)}`;
  const option = new Option(`${flags} ${placeholderOf(field)}`.trim(), describe(field));
  if (field.type === "list") {
    return option.argParser((text: string, before: readonly unknown[] | undefined) => [
      ...(before ?? []),
      read(field, text, help),
    ]);
  }
  return field.type === "switch" ? option : option.argParser((text: string) => read(field, text, help));
}

/** By field. */
export type Values = Readonly<Record<string, unknown>>;

export interface DeclaredInput {
  /** Names of the flags' fields, so that they take precedence over a setting's flag of the same name. */
  readonly flags: ReadonlySet<string>;
  /** The operation's input, from what commander parsed. */
  collect(positionals: readonly Positional[], options: Readonly<Record<string, unknown>>, cwd: string): Values;
}

const sentence = (words: Positional): string | undefined =>
  typeof words === "string" || words === undefined ? words : words.length === 0 ? undefined : words.join(" ");

/** Folders are independent of the working folder; `--projects all` is no folder. */
function settled(name: string, value: unknown, cwd: string): unknown {
  if (name === FOLDERS_FIELD && Array.isArray(value)) {
    return value.length === 1 && value[0] === ALL ? ALL : value.map((folder) => typedPath(String(folder), cwd));
  }
  return name === FOLDER_FIELD ? typedPath(String(value), cwd) : value;
}

/** Declares an operation's arguments and flags on its command. */
export function declareInput(
  command: Command,
  operation: Operation,
  { positionals, otherFlags = {} }: Pick<CommandForm, "positionals" | "otherFlags">,
): DeclaredInput {
  const fields = fieldsOf(operation.input);
  const help = helpOf(command);
  const byPlace = positionals.map((name) => fields.find((field) => field.name === name));
  for (const field of byPlace) {
    if (field === undefined) {
      throw new Error(`${operation.name} names a positional that is no input field`);
    }
    const name = SENTENCES.has(field.name) ? `${field.name}...` : field.name;
    command.addArgument(new Argument(field.required ? `<${name}>` : `[${name}]`, describe(field)));
  }
  const byFlag = fields
    .filter(({ name }) => !positionals.includes(name))
    .map((field) => ({ ...field, option: optionOf(field, help, otherFlags[field.name]) }));
  for (const { required, option } of byFlag) {
    command.addOption(required ? option.makeOptionMandatory() : option);
  }
  return {
    flags: new Set(byFlag.map(({ name }) => name)),
    collect: (given, options, cwd) => {
      const flags = byFlag.map(({ name, option }): [string, unknown] => [name, options[option.attributeName()]]);
      const input = [...positionals.map((name, index): [string, unknown] => [name, sentence(given[index])]), ...flags];
      return Object.fromEntries(
        input.filter(([, value]) => value !== undefined).map(([name, value]) => [name, settled(name, value, cwd)]),
      );
    },
  };
}
