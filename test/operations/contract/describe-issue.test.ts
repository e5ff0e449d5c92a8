import { expect, it } from "vitest";
import { z } from "zod";
import { describeIssues } from "../../../src/operations/contract/describe-issue.ts";

const schema = z.strictObject({
  query: z.string().min(1).max(5),
  name: z.string().min(3).optional(),
  top_k: z.int().min(1).max(1000).optional(),
  weight: z.number().optional(),
  overwrite: z.boolean().optional(),
  paths: z.array(z.string().min(1)).min(1).max(2).optional(),
  detail: z.enum(["files", "locations"]).optional(),
  inner: z.strictObject({ deep: z.string() }).optional(),
  address: z
    .union([z.string(), z.array(z.string()).max(2)], { error: "must be one address or a list of up to 2" })
    .optional(),
  projects: z.union([z.literal("all"), z.array(z.string()).min(1)]).optional(),
});

it.each([
  [{}, "query is required"],
  [{ query: 5 }, "query must be a string, not a number"],
  [{ query: "" }, "query must not be empty"],
  [{ query: "abcdef" }, "query must have at most 5 characters"],
  [{ query: "a", name: "b" }, "name must have at least 3 characters"],
  [{ query: "a", top_k: "x" }, "top_k must be a number, not a string"],
  [{ query: "a", top_k: 1.5 }, "top_k must be a whole number"],
  [{ query: "a", top_k: 0 }, "top_k must be at least 1"],
  [{ query: "a", top_k: 1001 }, "top_k must be at most 1,000"],
  [{ query: "a", weight: null }, "weight must be a number, not null"],
  [{ query: "a", overwrite: "yes" }, "overwrite must be true or false, not a string"],
  [{ query: "a", paths: "src" }, "paths must be an array, not a string"],
  [{ query: "a", paths: [] }, "paths must not be empty"],
  [{ query: "a", paths: ["a", ""] }, "paths[1] must not be empty"],
  [{ query: "a", paths: ["a", "b", "c"] }, "paths must have at most 2 entries"],
  [{ query: "a", detail: "all" }, "detail must be one of files, locations"],
  [{ query: "a", projects: "some" }, 'projects must be "all" or an array'],
  [{ query: "a", projects: null }, 'projects must be "all" or an array'],
  [{ query: "a", projects: ["b", 5] }, "projects[1] must be a string, not a number"],
  [{ query: "a", projects: [] }, "projects must not be empty"],
  [{ query: "a", address: 5 }, "address must be one address or a list of up to 2"],
  [{ query: "a", inner: {} }, "inner.deep is required"],
  [{ query: "a", depth: 1 }, 'unknown field "depth"'],
  [{ query: "a", depth: 1, kind: 2 }, 'unknown fields "depth", "kind"'],
  [{ query: "a", inner: { deep: "x", more: 1 } }, 'unknown field "more" in inner'],
  [[], "must be an object, not an array"],
])("%j: %s", (value, told) => {
  expect(describeIssues(schema.safeParse(value).error?.issues ?? []).join("; ")).toBe(told);
});
