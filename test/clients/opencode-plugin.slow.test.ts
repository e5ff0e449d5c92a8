// The plugin of opencode, imported and called as opencode does, with commands of a shell in this program's place.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { withHooks } from "../../src/clients/hook-entries.ts";
import { opencodeHooks } from "../../src/clients/opencode/hooks.ts";
import { shellQuoted } from "../../src/system/platform/typed-words.ts";
import { isPosix } from "../support/this-system.ts";

interface Call {
  readonly tool: string;
  readonly sessionID: string;
  readonly callID: string;
  readonly args: unknown;
}
type After = (call: Call, output: { output?: unknown }) => Promise<void>;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "opencode-plugin-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** The hook of a plugin whose command runs this program of Node: `message` is what the plugin sends. */
async function pluginOf(name: string, program: string): Promise<After> {
  const script = join(folder, `${name}.cjs`);
  writeFileSync(
    script,
    `let message = ""; process.stdin.on("data", (text) => { message += text; }).on("end", () => { ${program} });`,
  );
  const quoted = (word: string): string => (isPosix ? shellQuoted(word) : `"${word}"`);
  const command = [process.execPath, script].map(quoted).join(" ");
  const file = join(folder, `${name}.mjs`);
  writeFileSync(file, withHooks(opencodeHooks, "", command));
  const module = (await import(pathToFileURL(file).href)) as Record<string, (input: object) => Promise<object>>;
  // opencode calls every function that the module exports.
  expect(Object.keys(module)).toEqual(["ContextBroker"]);
  const hooks = (await module["ContextBroker"]?.({ directory: folder })) as Record<string, After>;
  expect(Object.keys(hooks)).toEqual(["tool.execute.after"]);
  return hooks["tool.execute.after"] as After;
}

const edit: Call = { tool: "edit", sessionID: "ses_1", callID: "call_1", args: { filePath: "/shop/src/cart.ts" } };

async function outputAfter(after: After, call = edit, output: { output?: unknown } = { output: "Edit applied." }) {
  await after(call, output);
  return output.output;
}

describe("the plugin", () => {
  it("sends what this program reads, and adds the note to what the model reads", async () => {
    const sent = join(folder, "sent.json");
    const program = `require("node:fs").writeFileSync(${JSON.stringify(sent)}, message); console.log('{"note":"context-broker: x"}');`;
    expect(await outputAfter(await pluginOf("noted", program))).toBe("Edit applied.\n\ncontext-broker: x");
    expect(opencodeHooks.read(JSON.parse(readFileSync(sent, "utf8")))).toEqual({
      kind: "wrote",
      session: "ses_1",
      cwd: folder,
      paths: ["/shop/src/cart.ts"],
    });
  });

  it.each([
    ["has nothing to say", ""],
    ["writes what is no message", 'console.log("{");'],
    ["fails", 'console.log("no"); process.exit(3);'],
    ["does not end", "setInterval(() => undefined, 1000);"],
  ])("leaves the answer as it is where the command %s", async (what, program) => {
    const after = await pluginOf(what.replaceAll(" ", "-"), program);
    const started = performance.now();
    expect(await outputAfter(after)).toBe("Edit applied.");
    expect(performance.now() - started).toBeLessThan(4_000);
  });

  it("starts no command for other tools, nor for an answer that is no text", async () => {
    const after = await pluginOf("others", `console.log('{"note":"said"}');`);
    expect(await outputAfter(after, { ...edit, tool: "todowrite" })).toBe("Edit applied.");
    expect(await outputAfter(after, edit, {})).toBeUndefined();
  });

  it("ends in silence where there is no such command", async () => {
    const file = join(folder, "none.mjs");
    writeFileSync(file, withHooks(opencodeHooks, "", "/nowhere/node /nowhere/main.js hook run opencode"));
    const { ContextBroker } = await import(pathToFileURL(file).href);
    const hooks = (await ContextBroker({ directory: folder })) as Record<string, After>;
    expect(await outputAfter(hooks["tool.execute.after"] as After)).toBe("Edit applied.");
  });
});
