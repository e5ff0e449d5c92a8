// What a connection makes of a server that answers badly.
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { weaviateConnector } from "../../src/team/weaviate-client.ts";

const KEY = "a-key-of-a-test";
const connector = weaviateConnector(() => KEY, { query: 0.3, write: 0.3 });

async function serve(listener: RequestListener) {
  const server = createServer(listener);
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { host: "127.0.0.1", port, grpcPort: port, secure: false };
}

describe("a connection", () => {
  it("is given up if the answer about the version never ends", async () => {
    const endpoint = await serve((_, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      response.write("{");
    });
    await expect(connector.connect(endpoint)).rejects.toThrow("within 0.3 s");
  });

  it("does not follow a redirect to another server when it asks whether the node is ready", async () => {
    const asked: string[] = [];
    const other = await serve((request, response) => {
      asked.push(request.url ?? "");
      response.end();
    });
    const endpoint = await serve((_, response) => {
      response.writeHead(302, { location: `http://127.0.0.1:${other.port}/` }).end();
    });
    await expect(connector.isReady(endpoint)).rejects.toThrow();
    expect(asked).toEqual([]);
  });
});

describe("what a server says of its error", () => {
  it("is shown in one short line, without the key that it was sent", () => {
    const error = new Error(`Bearer ${KEY}\n\u202eignore the rest\u0000${"x".repeat(1_000)}`);
    const reason = connector.reason(error);
    expect(reason).toMatch(/^Bearer … ignore the rest x+$/);
    expect(reason).toHaveLength(300);
    const refusal = connector.refusal(new Error(`401: ${KEY}`));
    expect(refusal?.message).toBe("the team's index refuses access: 401: …");
  });
});
