// What rust-analyzer would rename. The folder of tools has it as `cargo install` leaves it, and the sources of the standard library
// in `rust-src/`, as Debian's package has them.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { answerByServer, readTask } from "./lsp-renames.mjs";

const task = readTask();
const { tools } = task;
const sources = join(tools, "rust-src", "usr", "src");
const sysrootSrc = join(sources, readdirSync(sources)[0], "library");

await answerByServer(task, {
  command: join(tools, "rust-analyzer", "bin", "rust-analyzer"),
  args: [],
  languageOf: () => "rust",
  initializationOptions: {
    cargo: { sysrootSrc, buildScripts: { enable: false }, allTargets: true, features: "all" },
    procMacro: { enable: false },
    checkOnSave: false,
    cachePriming: { enable: false },
    numThreads: 2,
  },
  isReady: (method, params) => method === "experimental/serverStatus" && params.quiescent,
});
