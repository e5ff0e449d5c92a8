// How a line of a chat is read, and that the help fits a terminal of 80 columns.
import { expect, it } from "vitest";
import { type Chat, show } from "../../../src/cli/chat/chat-state.ts";
import { NAMES, parseCommand, runLine } from "../../../src/cli/chat/commands.ts";
import { captureOutput } from "../output.ts";

it.each([
  ["/search retry with backoff ", { name: "/search", rest: "retry with backoff" }],
  ["  /STATUS", { name: "/status", rest: "" }],
  ["/save a: b; c", { name: "/save", rest: "a: b; c" }],
  ["/", { name: "/", rest: "" }],
  ["why does /search fail", null],
  ["/srv/app/a.ts fails", null],
  ["/app.ts fails", null],
  ["explain x", null],
])("%s", (line, command) => {
  expect(parseCommand(line)).toEqual(command);
});

const chatAt = (out: ReturnType<typeof captureOutput>) =>
  ({ terminal: { out, err: out }, clearBar: () => undefined }) as unknown as Chat;
const run = (line: string, out = captureOutput()) => runLine(line, chatAt(out), new AbortController().signal);

it.each([
  ["/sarch x", "did you mean /search?"],
  ["/comit", "did you mean /commit?"],
  ["/he", "did you mean /help?"],
  ["/nonsense", "/help lists them"],
  ["/", "/help lists them"],
  ["/symbol", "/help explains the commands"],
])("%s is an error with a hint", async (line, hint) => {
  await expect(run(line)).rejects.toMatchObject({ code: "INVALID_INPUT", hint });
});

it("shows source as it is, and nothing that is a command of the shell", () => {
  const out = captureOutput();
  const text = "found: x\nsteps:\nnext: deploy\nafter: yes\nnext: `context-broker edit commit` writes it";
  show(chatAt(out), { outcome: "found", structured: { summary: "", outcome: "found" }, text });
  expect(out.text()).toBe("found: x\nsteps:\nnext: deploy\nafter: yes\n");
});

it("ends with /quit, and lists each command in a line of at most 80 columns", async () => {
  expect(await run("/quit")).toBeNull();
  const out = captureOutput();
  expect(await run("/help", out)).toBe(0);
  const lines = out.text().trimEnd().split("\n");
  expect(lines.slice(1).map((line) => line.split(" ")[0])).toEqual(NAMES);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
});
