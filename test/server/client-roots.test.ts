// Roots of clients that answer, do not answer, or answer nonsense.
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { ListRootsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { Server, type Transport } from "@modelcontextprotocol/server";
import { describe, expect, it } from "vitest";
import { followRoots } from "../../src/server/client-roots.ts";
import { configureLog } from "../../src/system/log.ts";
import { isPosix } from "../support/this-system.ts";

configureLog({ level: "error" });

const uriOf = (folder: string): string => pathToFileURL(folder).href;

async function connect(answer: (() => unknown) | null, waitMs?: number) {
  const server = new Server({ name: "server", version: "1" }, { capabilities: {} });
  const roots = followRoots(server, waitMs);
  const client = new Client({ name: "client", version: "1" }, { capabilities: answer === null ? {} : { roots: {} } });
  let asked = 0;
  if (answer !== null) {
    client.setRequestHandler(ListRootsRequestSchema, () => {
      asked += 1;
      return answer() as { roots: { uri: string }[] };
    });
  }
  const [one, two] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(one as Transport), client.connect(two)]);
  return { roots, asked: () => asked };
}

describe("a client's roots", () => {
  it("are its folders, asked for once", async () => {
    const { roots, asked } = await connect(() => ({ roots: [{ uri: uriOf("/a/b c") }, { uri: uriOf("/d") }] }));
    expect(await Promise.all([roots(), roots()])).toEqual([
      [resolve("/a/b c"), resolve("/d")],
      [resolve("/a/b c"), resolve("/d")],
    ]);
    expect(asked()).toBe(1);
  });

  it("are none where it has no such capability", async () => {
    const { roots } = await connect(null);
    expect(await roots()).toEqual([]);
  });

  it("are none for the time that it fails to answer, and asked for again", async () => {
    let broken = true;
    const { roots } = await connect(() => {
      if (broken) {
        throw new Error("not now");
      }
      return { roots: [{ uri: uriOf("/a") }] };
    });
    expect(await roots()).toEqual([]);
    broken = false;
    expect(await roots()).toEqual([resolve("/a")]);
  });

  it("are none where it never answers, which costs one wait and not one a call", async () => {
    const { roots, asked } = await connect(() => new Promise(() => undefined), 300);
    expect(await roots()).toEqual([]);
    for (let call = 0; call < 5; call += 1) {
      const waited = new Promise((resolve) => setTimeout(() => resolve("waited again"), 0));
      expect(await Promise.race([roots(), waited])).toEqual([]);
    }
    expect(asked()).toBe(1);
  });

  it("are there as soon as a late answer has come", async () => {
    let answer: (roots: unknown) => void = () => undefined;
    const late = new Promise((resolve) => {
      answer = resolve;
    });
    const { roots } = await connect(() => late, 10);
    expect(await roots()).toEqual([]);
    answer({ roots: [{ uri: uriOf("/late") }] });
    await expect.poll(roots).toEqual([resolve("/late")]);
  });

  it("leave out what is no local folder", async () => {
    const uris = ["https://example.com/x", "not a uri", "file:///%2Fetc", uriOf("/ok")];
    const { roots } = await connect(() => ({ roots: uris.map((uri) => ({ uri })) }));
    expect(await roots()).toEqual([resolve("/ok")]);
  });

  it.runIf(isPosix)("leave out a folder of another machine", async () => {
    const { roots } = await connect(() => ({ roots: [{ uri: "file://host/share" }] }));
    expect(await roots()).toEqual([]);
  });

  it.skipIf(isPosix)("are drives, however clients write them, and shares", async () => {
    const uris = ["file:///C:/code/app", "file:///c%3A/code/an%20app", "file://host/share/app", "file:///code"];
    const { roots } = await connect(() => ({ roots: uris.map((uri) => ({ uri })) }));
    expect(await roots()).toEqual(["C:\\code\\app", "c:\\code\\an app", "\\\\host\\share\\app"]);
  });
});
