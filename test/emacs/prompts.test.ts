// Questions to the person, on a real terminal: a frame of the daemon in tmux, with the server and a client at the other end.
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { callTool, openPlayground, type Playground, type RunningServer, startServer } from "../support/mcp-server.ts";
import { openScreen, type Screen } from "../support/tmux.ts";
import { EMACSCLIENT, type RunningEmacs, startEmacs } from "./support/running-emacs.ts";

let emacs: RunningEmacs;
let playground: Playground;
let server: RunningServer;
let screen: Screen;

beforeAll(async () => {
  emacs = await startEmacs([
    '(context-broker-deftool risky "Writes." :args ((text string :required)) (concat "did " text))',
    "(setq inhibit-startup-screen t)",
  ]);
  playground = await openPlayground();
  const root = await playground.project("shop");
  server = await startServer(playground, { cwd: root, args: ["--toolsets", "emacs", "--emacs-server", emacs.socket] });
  await server.client.listTools();
});

afterAll(async () => {
  screen?.close();
  await server.close();
  await emacs.close();
  await playground.remove();
});

beforeEach(async () => {
  await emacs.eval("(setq context-broker-tools--approved nil)");
});

/** In Emacs's window with the question; `keys` are typed as they are. */
async function answer(text: string | RegExp, ...keys: readonly string[]): Promise<void> {
  // The text of the question before may still be on the screen.
  await vi.waitFor(async () => expect(await emacs.eval("(consp context-broker-prompt--queue)")).toBe("t"), 60_000);
  await screen.shows(text);
  await emacs.eval("(with-selected-frame (context-broker-prompt-frame) (context-broker-prompt-answer))");
  screen.keys(...keys);
}

it("are refused, with the reason, where Emacs has no frame", async () => {
  const { isError, text } = await callTool(server, "confirm", { question: "Sure?" });
  expect(isError).toBe(true);
  expect(text).toContain("Emacs has no frame, so nobody would see the question");
  expect((await callTool(server, "risky", { text: "it" })).text).toContain("Emacs has no frame");
});

it("are shown without taking the cursor, and their answers come back typed", async () => {
  screen = openScreen([EMACSCLIENT, "-s", emacs.socket, "-t"], {
    cwd: playground.folder,
    env: { ...playground.env, TERM: "screen" },
    columns: 100,
  });
  await screen.shows("*scratch*");
  const asked = callTool(server, "prompt_choice", { question: "Which database?", options: ["SQLite", "Postgres"] });
  await screen.shows(/Which database\?[\s\S]*1 {2}SQLite[\s\S]*2 {2}Postgres/);
  // What is typed goes where it went before.
  screen.keys("2", "y");
  await vi.waitFor(
    async () => expect(await emacs.eval('(with-current-buffer "*scratch*" (buffer-string))')).toContain("2y"),
    5_000,
  );
  await answer("Which database?", "2");
  expect((await asked).structured).toEqual({ value: { answered: true, choice: "Postgres", index: 1 } });

  // More lines than the window has: the keys are still there, and point is at the first option.
  const letters = [..."abcdefghijklmnopqrst"];
  const many = callTool(server, "multiselect", { question: "Which ones?\nThey stay.", options: letters });
  await screen.shows("d: done   q: no answer");
  await answer("Which ones?", "3", "Enter", "d");
  expect((await many).structured).toEqual({ value: { answered: true, choices: ["a", "c"], indexes: [0, 2] } });

  const confirmed = callTool(server, "confirm", { question: "Delete it?" });
  await answer("Delete it?", "n");
  expect((await confirmed).structured).toEqual({ value: { answered: true, confirmed: false } });
});

it("wait while the minibuffer is in use, and other tools go on", async () => {
  await emacs.eval("(with-selected-frame (context-broker-prompt-frame) (delete-other-windows))");
  screen.keys("\u001bx");
  await screen.shows("M-x");
  const first = callTool(server, "confirm", { question: "First question?" });
  const second = callTool(server, "confirm", { question: "Second question?" });
  await vi.waitFor(async () => expect(await emacs.eval("(length context-broker-prompt--queue)")).toBe("2"), 60_000);
  expect((await callTool(server, "buffer_list")).isError).toBe(false);
  expect(screen.text()).not.toContain("First question?");
  // C-g that comes while Emacs answers emacsclient ends that alone.
  const left = async () => {
    screen.keys("\u0007");
    expect(await emacs.eval("(minibuffer-depth)")).toBe("0");
  };
  await vi.waitFor(left, { timeout: 60_000, interval: 300 });
  await answer("First question?", "y");
  await answer("Second question?", "n");
  expect((await first).structured).toEqual({ value: { answered: true, confirmed: true } });
  expect((await second).structured).toEqual({ value: { answered: true, confirmed: false } });
});

it("end by their time, and by the client's cancelling", async () => {
  const late = await callTool(server, "confirm", { question: "Anybody?", timeout: 1 });
  expect(late.structured).toEqual({ value: { answered: false, reason: "timeout" } });
  await screen.shows("no answer in time: Anybody?");
  const cancelling = new AbortController();
  const call = callTool(server, "confirm", { question: "Still there?" }, { signal: cancelling.signal });
  await screen.shows("Still there?");
  cancelling.abort();
  await expect(call).rejects.toThrow();
  await vi.waitFor(async () => expect(await emacs.eval("(length context-broker-prompt--queue)")).toBe("0"), 60_000);
  await vi.waitFor(() => expect(screen.text()).not.toMatch(/Still there\?\n/), 60_000);
});

it("report progress, so that a client goes on waiting", async () => {
  const notes: string[] = [];
  const asked = callTool(
    server,
    "confirm",
    { question: "Slow?" },
    { onprogress: ({ message }) => notes.push(message ?? "") },
  );
  await vi.waitFor(() => expect(notes.length).toBeGreaterThan(0), 60_000);
  expect(notes[0]).toBe("the user is asked: Slow?");
  await answer("Slow?", "y");
  expect((await asked).structured).toEqual({ value: { answered: true, confirmed: true } });
});

it("show a proposal as a diff: accepted, edited or rejected", async () => {
  const change = { title: "Rename it?", old_text: "one\ntwo\n", new_text: "one\n2\n" };
  const accepted = callTool(server, "show_proposal", change);
  await answer(/Rename it\?[\s\S]*-two\s+\+2/, "a");
  expect((await accepted).structured).toEqual({ value: { answered: true, decision: "accept" } });

  const rejected = callTool(server, "show_proposal", change);
  await answer("Rename it?", "r", "no digits", "Enter");
  expect((await rejected).structured).toEqual({ value: { answered: true, decision: "reject", reason: "no digits" } });

  const edited = callTool(server, "show_proposal", change);
  await answer("Rename it?", "e");
  await screen.shows("C-c C-c accepts");
  screen.keys("away ", "C-c", "\u000b", "e");
  await screen.shows("C-c C-c accepts");
  screen.keys("zero ", "C-c", "C-c");
  expect((await edited).structured).toEqual({ value: { answered: true, decision: "edit", text: "zero one\n2\n" } });
});

it("decide about tools that change something, once or for the session", async () => {
  const once = callTool(server, "risky", { text: "it" });
  await answer(/May the agent run risky\?\s+text: it/, "1");
  expect((await once).text).toBe("did it");
  const refused = callTool(server, "risky", { text: "that" });
  await answer("text: that", "3");
  expect((await refused).text).toContain("the user refused it; nothing was done");
  const always = callTool(server, "risky", { text: "more" });
  await answer("text: more", "2");
  expect((await always).text).toBe("did more");
  expect((await callTool(server, "risky", { text: "again" })).text).toBe("did again");
});
