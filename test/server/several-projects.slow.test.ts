// A server of two projects of one name, with the SDK's client.
import { rm } from "node:fs/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { callTool, openPlayground, type Playground, type RunningServer, startServer } from "../support/mcp-server.ts";

let playground: Playground;
let server: RunningServer;
let [one, two, other] = ["", "", ""];

beforeAll(async () => {
  playground = await openPlayground();
  one = await playground.project("work/shop");
  two = await playground.project("play/shop");
  other = await playground.project("other");
  const args = ["--project", one, "--project", two];
  server = await startServer(playground, { cwd: playground.home, args, env: { CONTEXT_BROKER_VECTORS: "off" } });
});
afterAll(async () => {
  await server.close();
  await playground.remove();
});

const searchAll = (input: Record<string, unknown> = {}) =>
  callTool(server, "search_codebase", {
    query: "how is an order stored",
    projects: "all",
    max_tokens: 1_500,
    ...input,
  });

const projectsOf = ({ structured }: Awaited<ReturnType<typeof searchAll>>) =>
  structured["projects"] as { readonly name: string; readonly root: string; readonly failure?: { code: string } }[];

it("answers about both in one list, within one budget", async () => {
  const answer = await searchAll();
  expect(projectsOf(answer).map(({ name, root }) => [name, root])).toEqual([
    ["work/shop", one],
    ["play/shop", two],
  ]);
  const hits = answer.structured["hits"] as {
    readonly project: string;
    readonly path: string;
  }[];
  expect(new Set(hits.map(({ project }) => project))).toEqual(new Set(["work/shop", "play/shop"]));
  // The same file in both has the same score.
  const { scores } = answer.structured["details"] as { readonly scores: readonly number[] };
  const best = scores.filter((_, at) => hits[at]?.path === hits[0]?.path);
  expect(best).toEqual([best[0], best[0]]);
});

it("lists them, and another one neither in the list nor in an answer", async () => {
  const listed = await callTool(server, "list_projects");
  expect(listed.structured["projects"]).toMatchObject([
    { root: one, state: "fresh", allowed_by: "serve" },
    { root: two, state: "fresh", allowed_by: "serve" },
  ]);
  const refused = await searchAll({ projects: [one, other] });
  expect(refused).toMatchObject({ isError: true });
  expect(refused.text).toContain("PROJECT_NOT_ALLOWED");
});

it("asks which one where none is named", async () => {
  expect((await callTool(server, "search_codebase", { query: "order" })).text).toContain("AMBIGUOUS");
});

it("goes on with the rest when the folder of one is gone", async () => {
  await rm(two, { recursive: true });
  const answer = await searchAll();
  expect(answer.isError).toBe(false);
  expect(projectsOf(answer)).toMatchObject([{ root: one }, { root: two, failure: { code: "PROJECT_NOT_FOUND" } }]);
});
