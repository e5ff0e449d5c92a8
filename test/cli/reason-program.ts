// The command line with the stand-in for gather_context, for tests that need a process of its own. Without the stand-in, dist/main.js does.
import { openApp } from "../../src/app.ts";
import { runCommandLine } from "../../src/cli/command-line.ts";
import { withGather } from "../support/gather-stand-in.ts";

const notHere = (): never => {
  throw new Error("not in this program");
};

const parts = {
  version: "0",
  openServices: async (loaded: Parameters<typeof openApp>[0]) => openApp(loaded),
  finishIndex: () => "",
  serve: notHere,
  host: notHere,
  page: notHere,
  serveHttp: notHere,
  checkModel: notHere,
  askTeam: notHere,
  askLanguageModel: notHere,
};
process.exit((await runCommandLine(process.argv.slice(2), parts, { operations: withGather })) ?? 0);
