// Which of a team's nodes is called, and what happens when nodes fail.
import { beforeEach, describe, expect, it, vi } from "vitest";
import { type Connector, Nodes } from "../../src/team/nodes.ts";
import { Failure } from "../../src/vocabulary/failure.ts";

const endpointsOf = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ host: `n${at}`, port: 80, grpcPort: 81, secure: false }));

/** Nodes that are up unless a test says otherwise, and a record of what was asked of which. */
function scene(count: number) {
  const down = new Set<string>();
  const log: string[] = [];
  const connector: Connector<string> = {
    isReady: async ({ host }) => {
      log.push(`ready? ${host}`);
      return !down.has(host);
    },
    connect: async ({ host }) => {
      log.push(`connect ${host}`);
      return host;
    },
    close: async (host) => {
      log.push(`close ${host}`);
    },
    refusal: (error) => (error instanceof Failure ? error : null),
    reason: String,
  };
  const nodes = new Nodes(endpointsOf(count), connector);
  const ask = () =>
    nodes.call(async (host) => {
      if (down.has(host)) {
        throw new Error(`${host} is gone`);
      }
      return host;
    });
  return { nodes, down, log, ask };
}

describe("the nodes of a team's index", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["performance"] });
    return () => vi.useRealTimers();
  });

  it("calls one node as long as it answers, and asks only at first whether it is ready", async () => {
    const { ask, log } = scene(3);
    expect([await ask(), await ask(), await ask()]).toEqual(["n0", "n0", "n0"]);
    expect(log).toEqual(["ready? n0", "connect n0"]);
    vi.advanceTimersByTime(6_000);
    await ask();
    expect(log).toEqual(["ready? n0", "connect n0", "ready? n0"]);
  });

  it("goes on with the next node when one is gone, and stays there", async () => {
    const { ask, down, log } = scene(3);
    await ask();
    down.add("n0");
    expect([await ask(), await ask()]).toEqual(["n1", "n1"]);
    down.delete("n0");
    expect(await ask()).toBe("n1");
    down.add("n1").add("n2");
    expect(await ask()).toBe("n0");
    expect(log).toContain("close n0");
  });

  it("says which address did not answer, fails at once for a while, and then asks again", async () => {
    const { ask, down, log } = scene(2);
    down.add("n0").add("n1");
    await expect(ask()).rejects.toMatchObject({ code: "TEAM_INDEX_UNAVAILABLE", message: /n0:80, n1:80/ });
    const asked = log.length;
    await expect(ask()).rejects.toMatchObject({ code: "TEAM_INDEX_UNAVAILABLE" });
    expect(log).toHaveLength(asked);
    down.clear();
    vi.advanceTimersByTime(4_000);
    expect(await ask()).toBe("n0");
  });

  it("asks nobody for a while what one has refused, and then by a new connection, which may have another key", async () => {
    const { nodes, log } = scene(2);
    const refused = new Failure("TEAM_INDEX_UNAVAILABLE", "refuses access", { hint: "check the key" });
    await expect(nodes.call(() => Promise.reject(refused))).rejects.toBe(refused);
    await expect(nodes.call(async (host) => host)).rejects.toBe(refused);
    expect(log).toEqual(["ready? n0", "connect n0", "close n0"]);
    vi.advanceTimersByTime(4_000);
    expect(await nodes.call(async (host) => host)).toBe("n0");
    expect(log.filter((line) => line === "connect n0")).toHaveLength(2);
  });

  it("is CANCELLED before the next node is asked", async () => {
    const { nodes, log } = scene(2);
    const controller = new AbortController();
    const work = () => {
      controller.abort();
      return Promise.reject(new Error("gone"));
    };
    await expect(nodes.call(work, controller.signal)).rejects.toMatchObject({ code: "CANCELLED" });
    expect(log.filter((line) => line.includes("n1"))).toEqual([]);
  });
});
