// Labels the projects in an answer about several: a path becomes `app:src/main.ts`, and the root of each project is listed once.
import { z } from "zod";
import { type InnerFolder, withLabels } from "../../vocabulary/joined-path.ts";
import { escapeName, escapeRoot, renderCount, shortened } from "../../vocabulary/shown-text.ts";
import type { Member } from "../contract/join-sessions.ts";

export const projectsAnsweredField = z
  .array(
    z.object({
      name: z.string(),
      root: z.string(),
      lagging_files: z.number().optional(),
      failure: z.object({ code: z.string(), message: z.string() }).optional(),
    }),
  )
  .meta({ doc: "of an answer about several: a path is name:path then; failure: why a project has no part in it" });

interface Written {
  readonly text: string;
  readonly structured: object;
}

export interface ProjectLabels {
  readonly line: string;
  readonly fields: { readonly projects: z.output<typeof projectsAnsweredField> };
  /** Replaces each project's mark in the answer by its label. */
  apply<Form extends Written>(written: Form): Pick<Form, "text" | "structured">;
}

function renderMember({ label, root, freshness, failure }: Member): string {
  const lagging = freshness?.lagging ?? 0;
  const state =
    failure !== null
      ? ` (not searched, ${failure.code}: ${escapeName(shortened(failure.message))})`
      : lagging > 0
        ? ` (${renderCount(lagging, "file")} not indexed yet)`
        : "";
  return `${escapeName(label)} = ${escapeRoot(root)}${state}`;
}

/** Maps every string of a structured answer, including keys: tables are grouped by path. */
function mapStrings(value: unknown, map: (text: string) => string): unknown {
  if (typeof value === "string") {
    return map(value);
  }
  if (Array.isArray(value)) {
    return value.map((one) => mapStrings(one, map));
  }
  return typeof value === "object" && value !== null
    ? Object.fromEntries(Object.entries(value).map(([key, one]) => [map(key), mapStrings(one, map)]))
    : value;
}

/** `members` by place; `inner`: which of them lie inside another one. */
export function projectLabels(members: readonly Member[], inner: readonly InnerFolder[] = []): ProjectLabels {
  const labels = members.map(({ label }) => label);
  const escaped = labels.map(escapeName);
  return {
    line: `projects: ${members.map(renderMember).join("; ")}`,
    fields: {
      projects: members.map(({ label, root, freshness, failure }) => ({
        name: label,
        root,
        ...((freshness?.lagging ?? 0) > 0 ? { lagging_files: freshness?.lagging } : {}),
        ...(failure === null ? {} : { failure: { code: failure.code, message: failure.message } }),
      })),
    },
    apply: <Form extends Written>({ text, structured }: Form) => ({
      text: withLabels(text, escaped, inner),
      structured: mapStrings(structured, (one) => withLabels(one, labels, inner)) as Form["structured"],
    }),
  };
}
