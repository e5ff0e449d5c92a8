// Says in plain English what is wrong with an input: "top_k must be at least 1".
import type { z } from "zod";
import { formatNumber } from "../../vocabulary/shown-text.ts";

type Issue = Pick<z.core.$ZodIssue, "code" | "message" | "path"> & {
  readonly expected?: unknown;
  readonly values?: readonly unknown[];
  readonly keys?: readonly string[];
  readonly origin?: string;
  readonly minimum?: number | bigint;
  readonly maximum?: number | bigint;
  /** What is wrong by each form of a value that may have several. */
  readonly errors?: readonly (readonly Issue[])[];
};

/** What zod writes where a field has no words of its own. */
const UNION_MESSAGE = "Invalid input";

/** Names of unknown fields are repeated, and may be anything. */
const KEYS_SHOWN_MAX = 5;
const KEY_LENGTH_MAX = 64;

/** Type names as zod writes them. */
const TYPES: Readonly<Record<string, string>> = {
  string: "a string",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "an array",
  object: "an object",
  record: "an object",
};

const typeName = (type: string): string => TYPES[type] ?? type;
const count = (limit: number | bigint | undefined): string => formatNumber(Number(limit));

/** `paths[0]`, `params.name`; "" for the whole. */
const pathText = (path: readonly PropertyKey[]): string =>
  path.map((key, index) => (typeof key === "number" ? `[${key}]` : `${index === 0 ? "" : "."}${String(key)}`)).join("");

/** Zod's issues as sentences, one for each field: for a string in place of an array zod reports its length as well. */
export function describeIssues(issues: readonly Issue[]): string[] {
  const first = new Map<string, Issue>();
  for (const issue of issues) {
    const path = pathText(issue.path);
    first.set(path, first.get(path) ?? issue);
  }
  return [...first.values()].map(describeIssue);
}

function describeIssue(issue: Issue): string {
  const field = pathText(issue.path);
  const sentence = (text: string) => (field === "" ? text : `${field} ${text}`);
  switch (issue.code) {
    case "unrecognized_keys": {
      const keys = (issue.keys ?? [])
        .slice(0, KEYS_SHOWN_MAX)
        .map((key) => JSON.stringify(key.slice(0, KEY_LENGTH_MAX)));
      return `unknown field${keys.length === 1 ? "" : "s"} ${keys.join(", ")}${field === "" ? "" : ` in ${field}`}`;
    }
    case "invalid_type": {
      const received = /received (\w+)$/.exec(issue.message)?.[1] ?? "";
      if (received === "undefined") {
        return sentence("is required");
      }
      const wanted = typeName(String(issue.expected));
      return sentence(
        `must be ${wanted}${["", "number"].includes(received) && issue.expected === "int" ? "" : `, not ${typeName(received)}`}`,
      );
    }
    case "invalid_union":
      // A field's own words say more than what its forms have in common.
      return issue.message === UNION_MESSAGE ? describeForms(issue, sentence) : sentence(issue.message);
    case "invalid_value":
      return sentence(`must be one of ${(issue.values ?? []).map(String).join(", ")}`);
    case "too_small":
      return sentence(bound(issue, "at least", issue.minimum));
    case "too_big":
      return sentence(bound(issue, "at most", issue.maximum));
    default:
      return sentence(issue.message);
  }
}

/** The form that the value has, if what is wrong lies within it; otherwise all forms that it may have. */
function describeForms({ path, errors = [] }: Issue, sentence: (text: string) => string): string {
  const within = errors.find((issues) => issues.every((issue) => issue.path.length > 0));
  if (within !== undefined) {
    return describeIssues(within.map((issue) => ({ ...issue, path: [...path, ...issue.path] }))).join("; ");
  }
  const forms = errors.flatMap(([issue]) =>
    issue?.code === "invalid_value" ? (issue.values ?? []).map((value) => JSON.stringify(value)) : formOf(issue),
  );
  return sentence(`must be ${forms.join(" or ")}`);
}

const formOf = (issue: Issue | undefined): string[] =>
  issue?.code === "invalid_type" ? [typeName(String(issue.expected))] : [];

function bound({ origin }: Issue, side: string, limit: number | bigint | undefined): string {
  const unit = origin === "string" ? " characters" : origin === "array" ? " entries" : "";
  if (unit === "") {
    return `must be ${side} ${count(limit)}`;
  }
  return side === "at least" && Number(limit) === 1 ? "must not be empty" : `must have ${side} ${count(limit)}${unit}`;
}
