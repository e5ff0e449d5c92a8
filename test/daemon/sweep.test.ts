// Files that daemons left behind go after a month; those of a daemon that listens stay.
import { existsSync, utimesSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { basename, join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { newEntry } from "../../src/daemon/entry.ts";
import { sweepDaemons } from "../../src/daemon/sweep.ts";
import { temporaryFolder } from "../support/folder-corpus.ts";
import { isPosix } from "../support/this-system.ts";

const DAY_MS = 24 * 3_600_000;

it.runIf(isPosix)("what nobody has written for a month is removed, if no daemon listens for it", async () => {
  const folder = temporaryFolder();
  onTestFinished(folder.remove);
  const file = (name: string) => join(folder.path, "daemon", name);
  const entry = newEntry(file("living.json"));
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(entry.endpoint, resolve));
  onTestFinished(() => void server.close());
  const write = (name: string, text: string, days: number) => {
    writeFileSync(file(name), text);
    const at = new Date(Date.now() - days * DAY_MS);
    utimesSync(file(name), at, at);
  };
  write("living.json", JSON.stringify(entry), 40);
  write("killed.json", JSON.stringify({ ...entry, endpoint: file("gone.sock") }), 40);
  for (const name of ["living.log", "killed.log", "killed.tmp", "gone.sock"]) {
    write(name, "", 40);
  }
  write("recent.tmp", "{}", 20);
  const socket = basename(entry.endpoint);
  utimesSync(entry.endpoint, new Date(0), new Date(0));

  await sweepDaemons(join(folder.path, "daemon"));

  const kept = ["living.json", "living.log", socket, "recent.tmp"];
  const names = [...kept, "killed.json", "killed.log", "killed.tmp", "gone.sock"];
  expect(names.filter((name) => existsSync(file(name)))).toEqual(kept);
});

it("a folder that is not there is no error", () => expect(sweepDaemons("/no/such/folder")).resolves.toBeUndefined());
