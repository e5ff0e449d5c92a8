// A server that listens with TLS, asked by Node's own client with its certificate as the only trusted one.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { get } from "node:https";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, describe, expect, it } from "vitest";
import { answerJson } from "../../src/http/exchange.ts";
import { listen } from "../../src/http/listen.ts";
import { choosePlace } from "../../src/http/place.ts";

const folder = mkdtempSync(join(tmpdir(), "context-broker-tls-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const [tlsCert, tlsKey] = [join(folder, "cert.pem"), join(folder, "key.pem")];
const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"];
execFileSync(
  "openssl",
  [
    "req",
    "-x509",
    "-newkey",
    "ec",
    "-pkeyopt",
    "ec_paramgen_curve:P-256",
    "-nodes",
    "-days",
    "1",
    ...subject,
    "-keyout",
    tlsKey,
    "-out",
    tlsCert,
  ],
  { stdio: "ignore" },
);

const settings = { host: "127.0.0.1", names: [], tlsCert, tlsKey, allowPlain: false };
const answers = {
  admit: () => "user",
  answer: async ({ response }: { response: Parameters<typeof answerJson>[0] }) => answerJson(response, 200, {}),
};

describe("a server with a certificate", () => {
  it("is answered over TLS, takes https alone as its own origin, and answers no plain request", async () => {
    const server = await listen({ place: choosePlace(settings), port: 0, ...answers });
    expect(server.url).toMatch(/^https:/);
    const ask = (headers: Record<string, string>) =>
      new Promise((resolve, reject) => {
        const options = { host: "127.0.0.1", port: server.port, servername: "localhost", ca: readFileSync(tlsCert) };
        get({ ...options, headers: { Host: `localhost:${server.port}`, ...headers } }, (response) => {
          response.resume();
          resolve(response.statusCode);
        }).on("error", reject);
      });
    expect(await ask({})).toBe(200);
    expect(await ask({ Origin: `https://localhost:${server.port}` })).toBe(200);
    expect(await ask({ Origin: `http://localhost:${server.port}` })).toBe(403);
    await expect(fetch(`http://127.0.0.1:${server.port}/`)).rejects.toThrow();
    await server.close();
  });

  it("keeps the connection of a known caller, whoever else connects", async () => {
    let finish: () => void = () => undefined;
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const server = await listen({
      place: choosePlace(settings),
      port: 0,
      limits: { strangersMax: 2 },
      admit: () => "user",
      answer: async ({ response }) => {
        await finished;
        answerJson(response, 200, {});
      },
    });
    const options = { host: "127.0.0.1", port: server.port, servername: "localhost", ca: readFileSync(tlsCert) };
    const answered = new Promise((resolve) => {
      const headers = { Host: `localhost:${server.port}` };
      get({ ...options, headers }, (response) => resolve(response.statusCode)).on("error", resolve);
    });
    await delay(100);
    const strangers = Array.from({ length: 8 }, () => connect(server.port, "127.0.0.1").on("error", () => undefined));
    await delay(200);
    expect(strangers.filter(({ readyState }) => readyState === "open").length).toBeLessThanOrEqual(2);
    finish();
    expect(await answered).toBe(200);
    await server.close();
  });

  it("does not start with files that are no certificate", async () => {
    writeFileSync(join(folder, "none.pem"), "none");
    const place = choosePlace({ ...settings, tlsCert: join(folder, "none.pem") });
    await expect(listen({ place, port: 0, ...answers })).rejects.toMatchObject({
      code: "INVALID_SETTING",
      hint: expect.stringContaining("PEM"),
    });
  });
});
