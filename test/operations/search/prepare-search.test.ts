// What is done for a client's first question before it is asked.
import { describe, expect, it } from "vitest";
import type { OperationContext } from "../../../src/operations/contract/operation.ts";
import type { ProjectSession, Services } from "../../../src/operations/contract/services.ts";
import { prepareSearch } from "../../../src/operations/search/prepare-search.ts";
import { temporaryFolder } from "../../support/folder-corpus.ts";

type Asking = Pick<OperationContext, "services" | "caller" | "signal">;

function asking(folder: string, prepare: () => Promise<void>, roots: string[]): Asking {
  const session = { index: async () => ({ prepare }) } as unknown as ProjectSession;
  const services = {
    settings: { project: [folder] },
    async withProject<Result>(root: string, use: (session: ProjectSession) => Promise<Result>) {
      roots.push(root);
      return use(session);
    },
  } as unknown as Services;
  const caller = { kind: "mcp", client: { name: "test", version: "1" }, roots: async () => [], cwd: folder } as const;
  return { services, caller, signal: new AbortController().signal };
}

describe("before the first question", () => {
  it("the project that it will be about is prepared", async () => {
    const { path, remove } = temporaryFolder();
    const roots: string[] = [];
    let prepared = 0;
    const prepare = async () => {
      prepared += 1;
    };
    await prepareSearch(asking(path, prepare, roots));
    remove();
    expect({ roots, prepared }).toEqual({ roots: [path], prepared: 1 });
  });

  it("nothing fails: the question itself will say what is wrong", async () => {
    const { path, remove } = temporaryFolder();
    await prepareSearch(asking(path, () => Promise.reject(new Error("damaged")), []));
    await prepareSearch(asking(`${path}/nowhere`, async () => undefined, []));
    remove();
  });
});
