// `chat` in a real terminal, and over a pipe: the built program, a scripted language model over real HTTP, a real repository with git. The four
// workflows from start to finish: to understand, a targeted change, a refactoring over several files, a review of a change.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { packagePath } from "../../../src/system/package-root.ts";
import { KEY } from "../../language-model/settings.ts";
import {
  hanging,
  openScriptedServer,
  type ScriptedServer,
  stream,
  WIRES,
} from "../../support/language-model-server.ts";
import { environmentAt } from "../../support/own-home.ts";
import { openScreen, type Screen } from "../../support/tmux.ts";
import { type Home, makeHome } from "../run-cli.ts";

/** There is no tmux. */
const IS_WINDOWS = process.platform === "win32";
const MAIN = packagePath("dist/main.js");
const { begin, text, end, reasons } = WIRES.anthropic;
const says = (answer: string) => stream(...begin, text(answer), ...end(reasons.stop, 1_000, 200));
const fenced = (source: string): string => `\`\`\`\n${source}\n\`\`\``;
const change = (place: string, before: string, after: string): string =>
  `change ${place}\n${fenced(before)}\nwith\n${fenced(after)}\n`;

let server: ScriptedServer;
let home: Home;
let root: string;
let env: Record<string, string>;
beforeAll(async () => {
  server = await openScriptedServer();
  home = makeHome();
  root = join(home.folder, "shop");
  cpSync(packagePath("fixtures/ranking/shop/project"), root, { recursive: true });
  const git = (...args: readonly string[]) => execFileSync("git", args, { cwd: root, env: environmentAt(home.folder) });
  git("init", "-q");
  git("add", "-A");
  git("-c", "user.name=t", "-c", "user.email=t@example.org", "commit", "-qm", "Begin");
  env = {
    ...environmentAt(home.folder),
    LANG: "C.UTF-8",
    CONTEXT_BROKER_VECTORS: "off",
    CONTEXT_BROKER_JOBS: "1",
    CONTEXT_BROKER_FINISH_INDEX: "off",
    CONTEXT_BROKER_LANGUAGE_MODEL_PROVIDER: "anthropic",
    CONTEXT_BROKER_LANGUAGE_MODEL_URL: `${server.address}/v1`,
    CONTEXT_BROKER_LANGUAGE_MODEL: "some-model",
    CONTEXT_BROKER_LANGUAGE_MODEL_KEY: KEY,
    CONTEXT_BROKER_LANGUAGE_MODEL_INPUT_PRICE: "3",
    CONTEXT_BROKER_LANGUAGE_MODEL_OUTPUT_PRICE: "15",
  };
});
afterAll(async () => {
  home.remove();
  await server.close();
});

const read = (path: string): string => readFileSync(join(root, path), "utf8");
const prompt = (): string => {
  const body = JSON.parse(server.received.at(-1)?.body ?? "{}");
  return body.messages?.[0]?.content?.[0]?.text ?? "";
};

describe.skipIf(IS_WINDOWS)("in a terminal of 80 columns", () => {
  let screen: Screen;
  beforeAll(async () => {
    screen = openScreen([process.execPath, MAIN, "chat", "--session", "shopping"], { cwd: root, env });
    await screen.shows(/some-model at 127\.0\.0\.1.*\n\/help lists the commands\n> $/s);
  });
  afterAll(() => screen.close());

  it("explains, remembers what it said, and saves what it rests on", async () => {
    server.script(hanging(...begin, text("Each coupon takes"), text(" its share (src/cart/discount.ts:20")));
    screen.line("how does priceAfterCoupons work");
    await screen.shows("Each coupon takes its share");
    screen.keys("C-c");
    await screen.shows("ended; no file was changed");
    await expect.poll(() => server.left()).toBe(1);
    server.script(says("# Coupons\nEach takes its share (src/cart/discount.ts:20-25). `findCoupon` looks them up."));
    screen.line("how does priceAfterCoupons work");
    await screen.shows("citations: 1, all among the lines that were sent");
    expect(screen.text(true)).toContain("\u001b[1m# Coupons");
    await screen.shows(/context [\d,]+ of 90,000 · tokens 1,000 in, 200 out · cost 0\.0060/);
    expect(prompt()).toContain("# Before this task");
    server.script(says("It takes nothing off (src/cart/discount.ts:13-17)."));
    screen.line("and what does it do with an unknown code?");
    await screen.shows("It takes nothing off");
    expect(prompt()).toContain("Question: how does priceAfterCoupons work\n\nAnswer: # Coupons");
    expect(prompt()).toContain("20: export function priceAfterCoupons");
    screen.line("/save coupons: percent only; no amounts");
    await screen.shows("rests on 2 places");
    const saved = (await home.run(["saved", "show", "coupons"], { cwd: root, env })).stdout;
    expect(saved).toContain("how does priceAfterCoupons work");
    expect(saved).toContain("no amounts");
    expect(saved).toContain("src/cart/discount.ts:13-17");
  });

  it("takes what is pasted for one text, which waits for Enter", async () => {
    server.script(says("It is the coupon (src/cart/discount.ts:20)."));
    screen.paste("priceAfterCoupons fails:\n\tat one\n\tat two\n");
    await screen.shows(/at two\s*$/);
    expect(server.received.length).toBe(0);
    screen.keys("Enter");
    await screen.shows("It is the coupon");
    expect(prompt()).toContain("priceAfterCoupons fails:\n\tat one\n\tat two");
    expect(server.received.length).toBe(1);
    screen.paste("gone\nwith Ctrl-C\n");
    await screen.shows(/with Ctrl-C\s*$/);
    screen.keys("C-c");
    screen.line("/status");
    await screen.shows("session: shopping");
  });

  it("changes one function: a diff, a question, the file; and takes it back", async () => {
    const before = read("src/auth/session.ts");
    const edit = change("src/auth/session.ts#createSession", "randomBytes(24)", "randomBytes(32)");
    server.script(says(`Ids are short (src/auth/session.ts:14).\nEDITS\n${edit}END EDITS\n`));
    screen.line("fix createSession: its ids need 32 bytes");
    await screen.shows("Write this file? [y/N]");
    screen.keys("C-c");
    await screen.shows(/\[y\/N\] \n+ended; no file was changed/);
    screen.line("/preview");
    await screen.shows("no edit is staged");
    screen.line("fix createSession: its ids need 32 bytes");
    await expect.poll(() => screen.text().split("Write this file? [y/N]").length, { timeout: 30_000 }).toBe(3);
    expect(screen.text()).toContain("randomBytes(32)");
    expect(read("src/auth/session.ts")).toBe(before);
    screen.line("y");
    await screen.shows("edits written: 1 file; `/undo` takes them back");
    expect(read("src/auth/session.ts")).toBe(before.replace("randomBytes(24)", "randomBytes(32)"));
    screen.line("/undo");
    await screen.shows("Write this? [y/N]");
    screen.line("y");
    await screen.shows(/undone|reverted/);
    expect(read("src/auth/session.ts")).toBe(before);
  });

  it("renames over several files: staged, previewed, discarded; again, and committed", async () => {
    const [cart, discount] = [read("src/cart/cart.ts"), read("src/cart/discount.ts")];
    const renamed = (source: string): string => source.replaceAll("priceAfterCoupons", "discounted");
    const edits = [
      change("src/cart/discount.ts", "export function priceAfterCoupons(", "export function discounted("),
      change("src/cart/cart.ts", "import { priceAfterCoupons }", "import { discounted }"),
      change("src/cart/cart.ts", "return priceAfterCoupons(", "return discounted("),
    ];
    server.script(says(`1. The name (src/cart/discount.ts:20).\nEDITS\n${edits.join("")}END EDITS\n`));
    screen.line("/allow src/cart");
    const task = "/edit call priceAfterCoupons discounted everywhere";
    screen.line(task);
    await screen.shows(/Write these 2 files[^?]*\? \[y\/N\]/);
    screen.line("n");
    await screen.shows("they are staged: `/commit` writes them, `/rollback` discards them");
    screen.line("/preview");
    await screen.shows(/\+export function discounted/);
    screen.line("/rollback");
    await screen.shows("discarded with 3 edits");
    expect([read("src/cart/cart.ts"), read("src/cart/discount.ts")]).toEqual([cart, discount]);
    screen.line(task);
    await expect.poll(() => screen.text().split("[y/N]").length, { timeout: 30_000 }).toBe(6);
    screen.line("n");
    screen.line("/commit");
    await expect.poll(() => screen.text().split("[y/N]").length, { timeout: 30_000 }).toBe(7);
    screen.line("y");
    await expect.poll(() => read("src/cart/cart.ts"), { timeout: 30_000 }).toBe(renamed(cart));
    expect(read("src/cart/discount.ts")).toBe(renamed(discount));
  });

  it("reviews the change: symbols that differ, then findings", async () => {
    screen.line("/diff");
    await screen.shows(/renamed|removed/);
    server.script(says("- src/cart/discount.ts:20 is public: importers break."));
    screen.line("review my changes, in src/cart/discount.ts too");
    await screen.shows("importers break");
    expect(prompt()).toMatch(/The change\n```\nworktree against HEAD.*: 2 symbols changed\n/);
    expect(prompt()).toContain("(discounted; changed in uncommitted changes)");
    expect(prompt()).toContain("You can only point at problems");
  });

  it("completes, has a history for its owner alone, goes on after a mistake, and ends", async () => {
    screen.keys("/sta", "Tab");
    await screen.shows(/> \/status $/m);
    screen.keys("C-c", "explain src/auth/se", "Tab");
    await screen.shows(/> explain src\/auth\/session\.ts$/m);
    screen.keys("C-c", "explain createSes", "Tab");
    await screen.shows(/> explain createSession$/m);
    screen.keys("C-c", "/sarch x", "Enter");
    await screen.shows("did you mean /search?");
    screen.keys("Up");
    await screen.shows(/> \/sarch x$/m);
    screen.keys("C-c", "C-c");
    await screen.shows("Ctrl-C again, Ctrl-D or /quit ends the chat");
    screen.keys("C-c");
    await screen.shows("chat --session shopping");
    await screen.shows(/^exit code 0$/m);
    const history = join(home.folder, ".context-broker/chat-history");
    expect(statSync(history).mode & 0o777).toBe(0o600);
    expect(readFileSync(history, "utf8")).toContain("\n/sarch x\n");
    expect(readFileSync(history, "utf8")).not.toMatch(/^y$/m);
  });
});

async function pipe(
  lines: readonly string[],
  more: Readonly<Record<string, string>> = {},
  ...flags: readonly string[]
) {
  const child = spawn(process.execPath, [MAIN, "chat", ...flags], { cwd: root, env: { ...env, ...more } });
  let [stdout, stderr] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (piece: string) => {
    stdout += piece;
  });
  child.stderr.setEncoding("utf8").on("data", (piece: string) => {
    stderr += piece;
  });
  child.stdin.end(lines.map((line) => `${line}\n`).join(""));
  const [code] = await once(child, "close");
  return { code, stdout, stderr };
}

it("reads tasks over a pipe, answers them plainly, and writes nothing that it cannot ask about", async () => {
  const before = read("src/auth/session.ts");
  const edit = change("src/auth/session.ts#logout", "sessions.delete(id);", "sessions.clear();");
  server.script(says("It forgets the session (src/auth/session.ts:30)."), says(`So.\nEDITS\n${edit}END EDITS\n`));
  const ran = await pipe(
    ["what does logout do", "/nonsense", "fix logout()", "/commit", "/status"],
    {},
    "--debug",
    "--session",
    "shopping",
  );
  expect(ran.stdout).toMatch(/^It forgets the session \(src\/auth\/session\.ts:30\)\.\n\ncitations: 1, all/);
  expect(ran.stdout).toMatch(/nothing was written: nobody could be asked.*^session: shopping$/ms);
  expect(ran.stderr).toContain("there is no command /nonsense");
  expect(ran.stderr).toMatch(/looked up: .*search/);
  expect(ran.stderr).toMatch(/^ {2}src\/auth\/session\.ts:\d+-\d+ (?:\w+ )?(?:high|critical): /m);
  expect(prompt()).toContain("Question: how does priceAfterCoupons work");
  expect(prompt()).not.toContain(home.folder);
  expect(ran.stdout + ran.stderr).not.toContain("\u001b");
  expect(ran.code).toBe(2);
  expect(read("src/auth/session.ts")).toBe(before);
});

it.skipIf(IS_WINDOWS)(
  "shows the source of a task and how to set a language model, where there is none, without colours",
  async () => {
    const more = { CONTEXT_BROKER_LANGUAGE_MODEL_PROVIDER: "none", NO_COLOR: "1" };
    const screen = openScreen([process.execPath, MAIN, "chat"], { cwd: root, env: { ...env, ...more } });
    onTestFinished(() => screen.close());
    await screen.shows(/> $/);
    screen.line("explain createSession");
    await screen.shows(/export function createSession.*no language model is configured.*> $/s);
    expect(screen.text(true)).not.toContain("\u001b[");
    screen.keys("C-d");
    await screen.shows(/^exit code 0$/m);
  },
);
