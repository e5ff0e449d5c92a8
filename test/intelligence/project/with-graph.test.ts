// A question waits for the import graph no longer than it says, and answers with what there is then.
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { modulesOf } from "../../../src/intelligence/project/modules.ts";
import { type GraphScene, withGraph } from "../../../src/intelligence/project/with-graph.ts";
import { type FactsDatabase, openFactsDatabase } from "../../support/facts-database.ts";

let database: FactsDatabase;
beforeEach(async () => {
  database = await openFactsDatabase();
  const imports = [{ local: "a", imported: "a", specifier: "../a", line: 1 }];
  database.put("src/a.ts", {});
  for (let at = 0; at < 30; at++) {
    database.put(`src/deep/f${at}.ts`, { imports });
  }
});
afterEach(() => {
  vi.useRealTimers();
  database.dispose();
});

const sceneWith = (signal: AbortSignal): GraphScene => ({ signal, withSnapshot: database.ask });

it("is used whole where there is time, after what is to be made of it", async () => {
  const steps: string[] = [];
  const prepare = ["first", "second"].map((name) => () => steps.push(name));
  const importers = await withGraph(sceneWith(new AbortController().signal), {
    prepare,
    use(snapshot, graph) {
      steps.push("use");
      const id = snapshot.documentAt("src/a.ts")?.id;
      expect(modulesOf(graph).all.map(({ name }) => name)).toEqual(["src/deep", "src"]);
      return [graph.left, id === undefined ? -1 : graph.importersOf(id).length];
    },
  });
  expect(importers).toEqual([0, 30]);
  expect(steps).toEqual(["first", "second", "use"]);
});

it("is used as far as it is once time is over, and whole by a later question", async () => {
  const scene = sceneWith(new AbortController().signal);
  const left = (limitMs: number) => withGraph(scene, { limitMs, use: (_snapshot, graph) => graph.left });
  expect(await left(0)).toBeGreaterThan(0);
  expect(await left(10_000)).toBe(0);
});

it("is made whole behind an answer that had only a part of it", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  const scene = sceneWith(new AbortController().signal);
  const left = () => withGraph(scene, { limitMs: 0, use: (_snapshot, graph) => graph.left });
  expect(await left()).toBeGreaterThan(0);
  vi.advanceTimersByTime(10_000);
  expect(vi.getTimerCount()).toBe(0);
  expect(await left()).toBe(0);
});

it("is left as it is where the project was closed meanwhile", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  let isClosed = false;
  const withSnapshot: GraphScene["withSnapshot"] = (use) => {
    if (isClosed) throw new Error("closed");
    return database.ask(use);
  };
  await withGraph({ signal: new AbortController().signal, withSnapshot }, { limitMs: 0, use: () => null });
  isClosed = true;
  vi.advanceTimersByTime(10_000);
  expect(vi.getTimerCount()).toBe(0);
});

it("is not used for who has given up", async () => {
  const controller = new AbortController();
  controller.abort();
  const use = () => expect.unreachable();
  await expect(withGraph(sceneWith(controller.signal), { use })).rejects.toMatchObject({ code: "CANCELLED" });
});
