// No command ends in silence: neither one that waits for what never comes, nor one that was interrupted just as it ended.
import { pathToFileURL } from "node:url";
import { Command } from "commander";
import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import type { CommandContext, Run } from "../../src/cli/command.ts";
import { watchSignals } from "../../src/cli/interrupt.ts";
import { declareOperation } from "../../src/cli/operation-command.ts";
import type { LoadedSettings } from "../../src/config/load-settings.ts";
import type { Operation } from "../../src/operations/contract/operation.ts";
import type { Services } from "../../src/operations/contract/services.ts";
import { captureOutput } from "./output.ts";
import { type Home, makeHome, makeShop } from "./run-cli.ts";

let home: Home;
let shop: string;

beforeAll(() => {
  home = makeHome();
  shop = makeShop(home);
});
afterAll(() => home.remove());

/** Putting the pointer to the index in place never ends, and keeps nothing going. */
const NEVER_MADE = `
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
fs.promises.link = () => new Promise(() => {});
syncBuiltinESMExports();
`;

it.each([
  { args: ["search", "session"], says: "error[INTERNAL]: the program ended before the command was finished\n" },
  { args: ["search", "session", "--json"], says: '"code":"INTERNAL"' },
])("$args that waits for what never comes fails, and says so", async ({ args, says }) => {
  const preload = home.write("never-made.mjs", NEVER_MADE);
  const ran = await home.run(args, { cwd: shop, env: { NODE_OPTIONS: `--import=${pathToFileURL(preload).href}` } });
  expect(ran).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining(says) });
});

/** Closing takes what it takes: who has interrupted does not wait for it. */
const forever = () => new Promise<void>(() => undefined);

it("an answer that comes after the interrupt is not given out as one that nobody stopped", async () => {
  const out = captureOutput();
  let run: Run | undefined;
  const operation = {
    name: "answer",
    summary: "answers",
    input: z.object({}),
    run: async () => {
      process.emit("SIGINT", "SIGINT");
      return { outcome: "found", text: "an answer", data: {} };
    },
    annotations: { readOnly: true, destructive: false, idempotent: true },
  } as unknown as Operation;
  const context = {
    cwd: shop,
    terminal: { out, err: captureOutput(), flush: async () => undefined },
    watchInterrupt: watchSignals,
    parts: { version: "1", openServices: async () => ({ close: forever }) as Services },
  } as unknown as CommandContext;
  declareOperation(
    new Command(),
    { operation, form: { command: "answer", positionals: [], examples: [] }, words: "answer" },
    context,
    (_, own) => {
      run = own;
    },
  );
  await expect(run?.({} as LoadedSettings, {}, [])).rejects.toMatchObject({ code: "CANCELLED" });
  expect(out.text()).toBe("");
});
