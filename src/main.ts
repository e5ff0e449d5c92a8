#!/usr/bin/env node
// The executable. A client's first requests are answered before anything else is loaded; everything else is the front's.
import process from "node:process";
import { USER_FILE } from "./config/folders.ts";
import { openClient } from "./opening/open-client.ts";
import { endAtSignals } from "./server/early-signals.ts";
import { claimStdout, leaveOutAnswers } from "./server/protocol-stdout.ts";

const args = process.argv.slice(2);
const client = openClient({
  args,
  env: process.env,
  userFile: USER_FILE,
  table: new URL("opening.json", import.meta.url),
  input: () => process.stdin,
  output: () => {
    endAtSignals();
    return claimStdout();
  },
  leaveOut: (id) => leaveOutAnswers([id]),
});
await client?.isBegun;
const { run } = await import("./front.ts");
const code = await run({ args, input: client?.rest ?? process.stdin });
if (code !== null) {
  process.exit(code);
}
