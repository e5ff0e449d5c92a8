// Where a server listens: a socket that only its user can reach, or a pipe.
import { existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { posixEndpoint, windowsEndpoint } from "../../../src/system/platform/local-endpoint.ts";
import { isPosix } from "../../support/this-system.ts";

/** Windows has no sockets in folders. */
const posix = it.runIf(isPosix);

function scratch(name = "endpoint-"): string {
  const folder = mkdtempSync(join(tmpdir(), name));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

posix("POSIX: a socket in the folder, closed to others and removed at its end", async () => {
  const endpoint = posixEndpoint.create(scratch());
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(endpoint, resolve));
  posixEndpoint.restrict(endpoint);
  expect(statSync(endpoint).mode & 0o777).toBe(0o600);
  posixEndpoint.remove(endpoint);
  expect(existsSync(endpoint)).toBe(false);
  await new Promise((resolve) => server.close(resolve));
  expect(posixEndpoint.create(scratch())).not.toBe(endpoint);
});

posix("POSIX: where the folder's path is too long for a socket, a private folder of its own, removed with it", () => {
  const endpoint = posixEndpoint.create(scratch(`${"long-".repeat(20)}`));
  expect(Buffer.byteLength(endpoint)).toBeLessThan(100);
  expect(statSync(dirname(endpoint)).mode & 0o777).toBe(0o700);
  posixEndpoint.removeOwnFolder(endpoint);
  expect(existsSync(dirname(endpoint))).toBe(false);
});

it("Windows: a pipe whose name nobody can guess, without a file", () => {
  const [one, other] = [windowsEndpoint.create("C:\\x"), windowsEndpoint.create("C:\\x")];
  expect(one).toMatch(/^\\\\\.\\pipe\\context-broker-[0-9a-f]{32}$/);
  expect(other).not.toBe(one);
  for (const act of [windowsEndpoint.restrict, windowsEndpoint.remove, windowsEndpoint.removeOwnFolder]) {
    expect(() => act(one)).not.toThrow();
  }
});
