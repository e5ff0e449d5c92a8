#!/usr/bin/env node
// The executable. A client's first requests are answered before anything else is loaded; everything else is the front's. The build puts all that is
// imported here into one file, since each further one takes time, and the front into another: they share no state but what is passed.
import process from "node:process";
import { USER_FILE } from "./config/folders.ts";
import { openClient } from "./opening/open-client.ts";
import { endAtSignals } from "./server/early-signals.ts";

const args = process.argv.slice(2);
const client = openClient({
  args,
  env: process.env,
  userFile: USER_FILE,
  table: new URL("opening.json", import.meta.url),
  streams: () => {
    endAtSignals();
    return { input: process.stdin, output: process.stdout };
  },
});
await client?.isBegun;
const { run } = await import("./front.ts");
const code = await run({ args, client });
if (code !== null) {
  process.exit(code);
}
