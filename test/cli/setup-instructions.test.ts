// `setup --instructions` in a project: which file it chooses, what it refuses, and that it can be undone.
import { existsSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Home, makeHome, makeShop } from "./run-cli.ts";

let home: Home;
let shop: string;
beforeEach(() => {
  home = makeHome();
  shop = makeShop(home);
});
afterEach(() => home.remove());

const MARK = "<!-- context-broker: begin -->";
const setup = (...args: readonly string[]) => home.runHere(["setup", "--instructions", ...args], { cwd: shop });
const marked = () =>
  ["AGENTS.md", "CLAUDE.md", "GEMINI.md"].filter(
    (name) => existsSync(join(shop, name)) && readFileSync(join(shop, name), "utf8").includes(MARK),
  );

describe("setup --instructions", () => {
  it.each([
    ["AGENTS.md where the project has no rules", [], [], ["AGENTS.md"]],
    ["the file that is there", ["CLAUDE.md"], [], ["CLAUDE.md"]],
    ["both where both are there", ["AGENTS.md", "CLAUDE.md"], [], ["AGENTS.md", "CLAUDE.md"]],
    ["the named client's", ["AGENTS.md"], ["claude-code"], ["CLAUDE.md"]],
    ["one for two clients that read the same", [], ["codex", "cursor"], ["AGENTS.md"]],
  ])("writes %s", async (_name, present, clients, expected) => {
    for (const name of present) {
      home.write(`shop/${name}`, "# Rules\n");
    }
    expect(await setup(...clients, "--yes")).toMatchObject({ code: 0 });
    expect(marked()).toEqual(expected);
  });

  it("leaves out a file that takes in another that is written", async () => {
    home.write("shop/AGENTS.md", "# Rules\n");
    home.write("shop/CLAUDE.md", "@AGENTS.md\n");
    await setup("--yes");
    expect(marked()).toEqual(["AGENTS.md"]);
  });

  it("writes one file to which two names lead, once", async () => {
    home.write("shop/AGENTS.md", "# Rules\n");
    symlinkSync("AGENTS.md", join(shop, "CLAUDE.md"));
    await setup("--yes");
    expect(readFileSync(join(shop, "AGENTS.md"), "utf8").split(MARK)).toHaveLength(2);
  });

  it("shows the difference, and writes nothing that nobody confirmed", async () => {
    const { code, stderr, stdout } = await setup();
    expect({ code, marked: marked() }).toEqual({ code: 1, marked: [] });
    expect(stderr).toContain(`+${MARK}`);
    expect(stdout).toContain("--yes writes it");
  });

  it("is undone to the byte, and removes a file that it made", async () => {
    const rules = home.write("shop/CLAUDE.md", "# Rules\r\n\r\nNo line end here");
    await setup("claude-code", "codex", "--yes");
    expect(marked()).toEqual(["AGENTS.md", "CLAUDE.md"]);
    await setup("--undo", "--yes");
    expect(readFileSync(rules, "utf8")).toBe("# Rules\r\n\r\nNo line end here");
    expect(existsSync(join(shop, "AGENTS.md"))).toBe(false);
  });

  it("says what is so already", async () => {
    await setup("--yes");
    expect((await setup("--yes")).stdout).toContain("as it should be");
  });

  it("follows no link out of the project", async () => {
    const outside = home.write("secret.md", "private\n");
    symlinkSync(outside, join(shop, "AGENTS.md"));
    const { code, stderr } = await setup("--yes");
    expect({ code, outside: readFileSync(outside, "utf8") }).toEqual({ code: 2, outside: "private\n" });
    expect(stderr).toContain("leads out of the project");
  });

  it.each([
    ["a client that reads no rules", ["claude-desktop"], "reads no rules"],
    ["a file that is not UTF-8", [], "not UTF-8"],
  ])("refuses %s", async (_name, clients, why) => {
    writeFileSync(join(shop, "AGENTS.md"), Buffer.from([0xff, 0xfe, 0x00]));
    const { code, stderr } = await setup(...clients, "--yes");
    expect(code).toBe(2);
    expect(stderr).toContain(why);
  });

  it("needs a project", async () => {
    const { code, stderr } = await home.runHere(["setup", "--instructions"], { cwd: home.folder });
    expect(code).toBe(2);
    expect(stderr).toContain("error[PROJECT_NOT_FOUND]");
  });
});
