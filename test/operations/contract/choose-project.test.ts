// Who may name which project, on real folders and links.
import { mkdir, mkdtemp, realpath, rm, symlink } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { loadSettings } from "../../../src/config/load-settings.ts";
import { chooseProject, projectsInSight } from "../../../src/operations/contract/choose-project.ts";
import { rememberProject } from "../../../src/operations/contract/trusted-folders.ts";
import { withSlashes } from "../../../src/system/platform/below.ts";
import type { Failure } from "../../../src/vocabulary/failure.ts";

let top: string;
const FOLDERS = ["launch/.git", "one/.git", "one/src", "two/.git", "allowed/inner", "allowed-not", "known", "bare"];

beforeEach(async () => {
  top = await realpath(await mkdtemp(join(tmpdir(), "choose-project-")));
  for (const folder of FOLDERS) {
    await mkdir(join(top, folder), { recursive: true });
  }
  await symlink(join(top, "one"), join(top, "link-to-one"));
  await symlink(join(top, "bare"), join(top, "allowed", "link-out"));
  await rememberProject(join(top, "data"), join(top, "known"));
});
afterEach(() => rm(top, { recursive: true, force: true }));

interface Case {
  readonly kind?: "mcp" | "cli";
  readonly argument?: string;
  readonly launch?: string;
  readonly roots?: readonly string[];
  readonly cwd?: string;
}

function asked({ kind = "mcp", launch, roots = [], cwd = "bare" }: Case) {
  const { settings } = loadSettings({
    env: {
      CONTEXT_BROKER_DATA_FOLDER: join(top, "data"),
      CONTEXT_BROKER_ALLOWED_PROJECTS: join(top, "allowed"),
      ...(launch === undefined ? {} : { CONTEXT_BROKER_PROJECT: join(top, launch) }),
    },
    userFile: join(top, "no-settings.json"),
  });
  return {
    caller: {
      kind,
      client: { name: "test", version: "1" },
      roots: async () => roots.map((root) => join(top, root)),
      cwd: join(top, cwd),
    },
    services: { settings },
    signal: new AbortController().signal,
  };
}

/** The chosen folder relative to the top, or the failure's code. */
async function check(given: Case): Promise<string> {
  const argument =
    given.argument === undefined || given.argument.startsWith("./") ? given.argument : join(top, given.argument);
  try {
    return withSlashes((await chooseProject(argument, asked(given))).slice(top.length + 1));
  } catch (error) {
    return (error as { code: string }).code;
  }
}

describe("a client that names no project gets", () => {
  it.each<[string, Case, string]>([
    ["the launch project before its roots", { launch: "launch", roots: ["one"] }, "launch"],
    ["its only root", { roots: ["one"], cwd: "two" }, "one"],
    ["its only root as it is, not the repository above", { roots: ["one/src"] }, "one/src"],
    ["a question where it has several roots", { roots: ["one", "two"] }, "AMBIGUOUS"],
    ["the only root that is there", { roots: ["gone", "two"] }, "two"],
    ["the project above the working folder", { cwd: "one/src" }, "one"],
    ["the working folder itself where nothing marks a project", { cwd: "bare" }, "bare"],
    ["an error in a working folder that is gone", { cwd: "gone" }, "PROJECT_NOT_FOUND"],
    ["its working folder where several roots are gone", { roots: ["gone", "away"], cwd: "one/src" }, "one"],
    ["an error for a launch project that is gone", { launch: "gone", cwd: "one" }, "PROJECT_NOT_FOUND"],
  ])("%s", async (_name, given, expected) => {
    expect(await check(given)).toBe(expected);
  });
});

it.each([["gone"], ["gone", "away"]])(
  "says that the setting named the folders that are gone: %j %j",
  async (...launch) => {
    const given = asked({ cwd: "one" });
    const settings = { ...given.services.settings, project: launch.map((folder) => join(top, folder)) };
    await expect(chooseProject(undefined, { ...given, services: { settings } })).rejects.toMatchObject({
      code: "PROJECT_NOT_FOUND",
      message: `the folder does not exist or cannot be read: ${join(top, "gone")}, named by the setting project`,
      hint: expect.stringContaining("`context-broker config unset project`"),
    });
  },
);

describe("a client that works nowhere", () => {
  it.each([
    ["/", "PROJECT_TOO_BROAD"],
    [homedir(), "PROJECT_TOO_BROAD"],
    [process.env["ProgramFiles"] ?? "/usr/bin", "PROJECT_NOT_FOUND"],
    [process.env["SystemRoot"] ?? "/etc", "PROJECT_NOT_FOUND"],
  ])("and has its server started in %s gets an error that says what to pass", async (cwd, code) => {
    const given = asked({});
    const caller = { ...given.caller, cwd };
    await expect(chooseProject(undefined, { ...given, caller })).rejects.toMatchObject({
      code,
      hint: expect.stringContaining("--project"),
    });
  });
});

describe("a client may name", () => {
  it.each<[string, Case, string]>([
    ["the launch project", { launch: "launch", argument: "launch" }, "launch"],
    ["each of its roots", { roots: ["one", "two"], argument: "two" }, "two"],
    ["a root beside the launch project", { launch: "launch", roots: ["one"], argument: "one" }, "one"],
    ["the project that the server was started in", { cwd: "one/src", argument: "one" }, "one"],
    ["a root by a link to it", { roots: ["one"], argument: "link-to-one" }, "one"],
    ["a root that is itself given by a link", { roots: ["link-to-one"], argument: "one" }, "one"],
    ["a project that the user indexed", { argument: "known" }, "known"],
    ["an allowed folder", { argument: "allowed" }, "allowed"],
    ["what is under it", { argument: "allowed/inner" }, "allowed/inner"],
    ["what is gone under it, to learn that it is gone", { argument: "allowed/gone" }, "PROJECT_NOT_FOUND"],
  ])("%s", async (_name, given, expected) => {
    expect(await check(given)).toBe(expected);
  });
});

describe("a client may not name", () => {
  it.each<[string, Case]>([
    ["another project", { roots: ["one"], argument: "two" }],
    ["a folder inside its root, whose files the root may ignore", { roots: ["one"], argument: "one/src" }],
    ["the folder above its root", { roots: ["one"], argument: "" }],
    ["a folder whose name continues an allowed one's", { argument: "allowed-not" }],
    ["what a link inside an allowed folder leads to", { argument: "allowed/link-out", cwd: "gone" }],
    ["what leaves an allowed folder by dots", { argument: "allowed/../bare", cwd: "gone" }],
    ["a folder that is not there, without learning that", { argument: "gone" }],
  ])("%s", async (_name, given) => {
    expect(await check(given)).toBe("PROJECT_NOT_ALLOWED");
  });

  it("what a link leads to, without learning where that is, nor reading its own words back as a command", async () => {
    const fail = (argument: string) => chooseProject(argument, asked({ cwd: "gone" })).catch((error: Failure) => error);
    const linked = (await fail(join(top, "allowed/link-out"))) as Failure;
    expect(linked.code).toBe("PROJECT_NOT_ALLOWED");
    expect(linked.message + linked.hint).not.toContain(join(top, "bare"));
    const spoken = (await fail("/$(touch pwn)`touch pwn`")) as Failure;
    expect(spoken.message).toContain("$(touch pwn)");
    expect(spoken.hint).not.toContain("touch");
    const long = (await fail(`/${"x".repeat(1_000_000)}`)) as Failure;
    expect(long.message.length).toBeLessThan(500);
  });

  it("a relative path", async () => {
    expect(await check({ roots: ["one"], argument: "./one" })).toBe("INVALID_INPUT");
  });
});

describe("a person at a terminal", () => {
  it("may name any project, also relative to the working folder", async () => {
    expect(await check({ kind: "cli", argument: "two" })).toBe("two");
    expect(await chooseProject("../two", asked({ kind: "cli", cwd: "one" }))).toBe(join(top, "two"));
  });
});

describe("the projects in sight", () => {
  it.each<[string, Case, readonly string[]]>([
    ["are every root once", { roots: ["one", "link-to-one", "two", "gone"] }, ["one", "two"]],
    ["are the launch project alone", { launch: "launch", roots: ["one"] }, ["launch"]],
    ["are that of the working folder", { cwd: "one/src" }, ["one"]],
    ["may be none", { cwd: "gone" }, []],
  ])("%s", async (_name, given, expected) => {
    expect(await projectsInSight(asked(given))).toEqual(expected.map((folder) => join(top, folder)));
  });
});
