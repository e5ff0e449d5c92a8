// The command line in this process: its help, and what is refused before a project is opened.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runCommandLine } from "../../src/cli/command-line.ts";
import { temporaryFolder } from "../support/folder-corpus.ts";
import { expectGolden } from "../support/golden.ts";
import { captureOutput } from "./output.ts";

const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as {
  version: string;
};

const COMMANDS = [
  "",
  "serve",
  "search",
  "index",
  "index status",
  "index gc",
  "index clear",
  "status",
  "save",
  "save-handoff",
  "saved",
  "saved list",
  "saved show",
  "saved delete",
  "report",
  "config",
  "config show",
  "config set",
  "config unset",
  "doctor",
  "setup",
  "hooks install",
  "hooks uninstall",
];

let home: ReturnType<typeof temporaryFolder>;
beforeAll(() => {
  home = temporaryFolder();
});
afterAll(() => home.remove());

const neverAsked = (): never => {
  throw new Error("a project was opened");
};

async function run(args: readonly string[]): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const [out, err] = [captureOutput(), captureOutput()];
  const parts = {
    version,
    openServices: neverAsked,
    finishIndex: neverAsked,
    serve: neverAsked,
    serveHttp: neverAsked,
    host: neverAsked,
    page: neverAsked,
    chat: neverAsked,
    checkModel: neverAsked,
    unreadRepository: neverAsked,
    askTeam: neverAsked,
    askLanguageModel: neverAsked,
  };
  const terminal = { out, err, flush: () => Promise.resolve() };
  const surroundings = { terminal, cwd: home.path, env: {}, userFile: join(home.path, "config.json") };
  const code = await runCommandLine(args, parts, surroundings);
  return { code, stdout: out.text(), stderr: err.text() };
}

describe("help", () => {
  it("is a page for each command, with examples", async () => {
    const pages: string[] = [];
    for (const command of COMMANDS) {
      const args = [...command.split(" ").filter(Boolean), "--help"];
      const { code, stdout, stderr } = await run(args);
      expect({ command, code, stderr }).toEqual({ command, code: 0, stderr: "" });
      expect(stdout).toMatch(
        command === "saved" || command === "config" ? /Commands:/ : /Examples?:\n {2}context-broker /,
      );
      pages.push(`$ context-broker ${args.join(" ")}\n${stdout}`);
    }
    expectGolden("cli/help.txt", pages.join("\n"));
  });
});

describe("misuse", () => {
  it.each([
    { args: ["indx"], stderr: "error[INVALID_INPUT]: unknown command 'indx'\nhint: Did you mean index?\n" },
    { args: ["diff"], stderr: "error[INVALID_INPUT]: unknown command 'diff'\nhint: Did you mean analyze-diff?\n" },
    {
      args: ["symbols"],
      stderr:
        "error[INVALID_INPUT]: unknown command 'symbols'\nhint: Did you mean search-symbols or list-symbols or edited-symbols?\n",
    },
    {
      args: ["get"],
      stderr:
        "error[INVALID_INPUT]: unknown command 'get'\nhint: Did you mean get-repo-overview or get-symbol or get-symbol-source or get-call-graph or get-module?\n",
    },
    // By a word of its help.
    { args: ["savings"], stderr: "error[INVALID_INPUT]: unknown command 'savings'\nhint: Did you mean report?\n" },
    { args: ["search"], stderr: /^error\[INVALID_INPUT\]: missing required argument 'query'\nhint: \S/ },
    {
      args: ["search", "q", "--top-k", "many"],
      stderr: /^error\[INVALID_INPUT\]: --top-k must be a number, not "many"\nhint: `context-broker search --help`/,
    },
    { args: ["search", "q", "--jbos", "2"], stderr: /^error\[INVALID_INPUT\]: unknown option '--jbos'\n/ },
    { args: ["status", "--vectors", "some"], stderr: /^error\[INVALID_SETTING\]: --vectors: expected one of auto, / },
    {
      args: ["index", "stat"],
      stderr:
        "error[INVALID_INPUT]: unknown command 'index stat'\nhint: the commands of index are: status, export, publish, import, gc, clear\n",
    },
    { args: ["help", "search"], stderr: /^error.*\nhint: `context-broker --help` lists the commands\n/ },
    { args: ["saved", "show"], stderr: /^error.*\nhint: `context-broker saved show --help` explains the command\n/ },
    { args: ["search", "q", "--project", ""], stderr: /^error\[INVALID_INPUT\]: --project must be a folder, not ""\n/ },
    {
      args: ["setup", "emacs"],
      stderr: /^error\[INVALID_INPUT\]: clients must be of claude-desktop, .*, zed, not "emacs"\n/,
    },
    ...["hooks", "hook"].map((word) => ({
      args: [word, "install", "vi"],
      stderr: /^error\[INVALID_INPUT\]: clients must be of claude-code, .*, not "vi"\n/,
    })),
    { args: ["hooks", "install", "--yes"], stderr: /^error\[INVALID_INPUT\]: --yes is for clients' hooks\n/ },
    {
      args: ["hooks", "uninstall", "codex", "--hooks", "pre-push"],
      stderr: /^error\[INVALID_INPUT\]: --hooks is for git's hooks\n/,
    },
    {
      args: ["serve", "--port", "8080"],
      stderr:
        "error[INVALID_INPUT]: --port works only with --http\nhint: add it to listen on a port; over stdio, leave the flag out\n",
    },
    ...[
      ["search", "q", "--json"],
      ...["json", "sarif", "gitlab"].flatMap((form) => [
        ["review", "--output", form],
        ["review", `--output=${form}`],
      ]),
    ].map((words) => ({
      args: [...words, "--vectors", "some"],
      stderr: /^\{"outcome":"invalid","error":\{"code":"INVALID_SETTING","message":"--vectors: [^\n]*\}\n$/,
    })),
    { args: ["review", "--output", "text", "--vectors", "some"], stderr: /^error\[INVALID_SETTING\]/ },
    { args: [], stderr: /^Usage: context-broker/ },
    { args: ["saved"], stderr: /^Usage: context-broker saved/ },
  ])("$args exits with 2 and says what to do", async ({ args, stderr }) => {
    const ran = await run(args);
    expect({ ...ran, stderr: "" }).toEqual({ code: 2, stdout: "", stderr: "" });
    expect(ran.stderr).toMatch(stderr);
  });
});
