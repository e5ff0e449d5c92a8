// `trust add`, `list` and `remove`, on real folders and links.
import { mkdirSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { runCommandLine } from "../../src/cli/command-line.ts";
import { clientOfShell } from "../../src/clients/registry.ts";
import { temporaryFolder } from "../support/folder-corpus.ts";
import { captureOutput } from "./output.ts";

let home: ReturnType<typeof temporaryFolder>;
let top: string;
beforeEach(() => {
  home = temporaryFolder();
  top = realpathSync(home.path);
  for (const name of ["code/app", "code/lib", "other"]) {
    mkdirSync(join(top, name), { recursive: true });
  }
});
afterEach(() => home.remove());

const neverAsked = (): never => {
  throw new Error("a project was opened");
};

/** Runs `trust …` with paths below the test's folder written as `~/…`, and answers with them written so, too. */
async function trust(words: string, env: Readonly<Record<string, string>> = {}) {
  const [out, err] = [captureOutput(), captureOutput()];
  const parts = { version: "1", openServices: neverAsked, serve: neverAsked, checkModel: neverAsked };
  const code = await runCommandLine(["trust", ...words.split(" ").map((word) => word.replace(/^~/, top))], parts, {
    terminal: { out, err, flush: () => Promise.resolve() },
    cwd: top,
    env: { CONTEXT_BROKER_DATA_FOLDER: join(top, "data"), ...env },
    userFile: join(top, "config.json"),
  });
  return { code, text: (out.text() + err.text()).replaceAll(top, "~") };
}

const listed = async (env?: Readonly<Record<string, string>>) => {
  const { text } = await trust("list --json", env);
  const { folders } = JSON.parse(text) as {
    folders: { folder: string; why: string; except: string[]; from: string }[];
  };
  return folders.map(({ folder, why, except, from }) => [folder, from ?? why, ...except].join(" "));
};

describe("trust add", () => {
  it("lists the real folder, once, with who added it and when", async () => {
    symlinkSync(join(top, "code"), join(top, "link"));
    expect(await trust("add ~/link")).toEqual({ code: 0, text: "trusted: ~/code and the folders below it\n" });
    expect(await trust("add code")).toEqual({ code: 0, text: "trusted already: ~/code and the folders below it\n" });
    const { text } = await trust("list");
    const user = userInfo().username;
    expect(text).toMatch(
      new RegExp(
        `^~/code and below\n {2}trusted, \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d UTC by ${user} \\(trust add(?:, from \\S+)?\\)\n$`,
      ),
    );
    expect(readFileSync(join(top, "data/projects.jsonl"), "utf8").trim().split("\n")).toHaveLength(1);
  });

  it.each([
    ["a folder that is not there", "add ~/gone", "PROJECT_NOT_FOUND"],
    ["a file", "add ~/config", "PROJECT_NOT_FOUND"],
    ["everything", "add /", "PROJECT_TOO_BROAD"],
  ])("refuses %s", async (_, words, code) => {
    writeFileSync(join(top, "config"), "");
    const refused = await trust(words);
    expect(refused.code).toBe(2);
    expect(refused.text).toMatch(new RegExp(`^error\\[${code}\\]`));
    expect(await listed()).toEqual([]);
  });
});

describe("trust remove", () => {
  it("revokes a trusted folder with all below it, and says so", async () => {
    await trust("add ~/code");
    await trust("add ~/code/app");
    expect(await trust("remove ~/code")).toEqual({
      code: 0,
      text: "removed: ~/code and the folders below it\n  ~/code/app (trusted)\n",
    });
    expect(await listed()).toEqual([]);
  });

  it("takes a folder out of a trusted one", async () => {
    await trust("add ~/code");
    expect(await trust("remove ~/code/app")).toMatchObject({ code: 0 });
    expect(await listed()).toEqual(["~/code trusted ~/code/app"]);
    expect((await trust("list")).text).toContain("\n  except ~/code/app\n");
    await trust("add ~/code");
    expect(await listed()).toEqual(["~/code trusted"]);
  });

  it("removes a folder that is gone, and one that was given by a link whose target is gone", async () => {
    await trust("add ~/code/app");
    await trust("add ~/code/lib");
    rmSync(join(top, "code"), { recursive: true });
    expect(await trust("remove ~/code/app")).toMatchObject({ code: 0 });
    symlinkSync(top, join(top, "other/up"));
    expect(await trust("remove ~/other/up/code/lib")).toMatchObject({ code: 0 });
    expect(await listed()).toEqual([]);
  });

  it("says where a setting still allows the folder", async () => {
    writeFileSync(join(top, "config.json"), JSON.stringify({ allowed_projects: [join(top, "code")] }));
    expect(await listed()).toEqual(["~/code user file ~/config.json"]);
    const still = "still allowed by the setting allowed_projects: ~/code (user file ~/config.json); change it there\n";
    expect(await trust("remove ~/code/app")).toEqual({ code: 1, text: still });
    await trust("add ~/code/app");
    expect(await trust("remove ~/code/app")).toEqual({
      code: 0,
      text: `removed: ~/code/app and the folders below it\n${still}`,
    });
    const env = { CONTEXT_BROKER_ALLOWED_PROJECTS: join(top, "other") };
    expect((await trust("remove ~/other", env)).text).toContain("(environment CONTEXT_BROKER_ALLOWED_PROJECTS)");
  });

  it("refuses what is not listed", async () => {
    await trust("add ~/code/app");
    expect(await trust("remove ~/other")).toMatchObject({
      code: 2,
      text: expect.stringMatching(/^error\[NOT_FOUND\]/),
    });
  });
});

describe("trust list", () => {
  it("says what to do where there is none", async () => {
    expect(await trust("list")).toMatchObject({
      code: 1,
      text: expect.stringContaining("`context-broker trust add DIR`"),
    });
  });
});

it.each([
  [{}, null],
  [{ CLAUDECODE: "1" }, "claude-code"],
  [{ GEMINI_CLI: "1", CLAUDECODE: "" }, "gemini"],
])("the shell of %j is that of %s", (env, client) => {
  expect(clientOfShell(env)).toBe(client);
});
