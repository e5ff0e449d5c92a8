#!/usr/bin/env node
// The executable: hands over to the command line, which for `serve` hands over to the server. Everything heavy (index,
// grammars, model) is loaded at the first request that needs it, so that `initialize` is answered at once.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runCommandLine } from "./cli/command-line.ts";
import type { LoadedSettings } from "./config/load-settings.ts";
import { packagePath } from "./system/package-root.ts";
import { openPresence, type Presence, type ProcessKind } from "./system/running-processes.ts";

const { version } = JSON.parse(readFileSync(packagePath("package.json"), "utf8")) as { version: string };

const presenceOf = ({ settings: { cacheFolder } }: LoadedSettings, kind: ProcessKind, client: string) =>
  openPresence({ cacheFolder, kind, version, client });
const openServices = async (loaded: LoadedSettings, presence: Presence) =>
  (await import("./app.ts")).openApp(loaded, presence);

const code = await runCommandLine(process.argv.slice(2), {
  version,
  openServices: (loaded, command) => openServices(loaded, presenceOf(loaded, "command", command)),
  serve: async (loaded) => {
    const { serve } = await import("./server/serve.ts");
    const presence = presenceOf(loaded, "server", "");
    const { toolsets } = loaded.settings;
    await serve({
      version,
      toolsets,
      introduce: presence.introduce,
      openServices: () => openServices(loaded, presence),
    });
  },
  serveHttp: async (loaded) => {
    const { serveHttp } = await import("./server/serve-http.ts");
    const presence = presenceOf(loaded, "server", "");
    const { host, port, hostNames, tlsCert, tlsKey, allowPlainHttp, dataFolder, ...given } = loaded.settings;
    return serveHttp({
      version,
      place: { host, names: hostNames, tlsCert, tlsKey, allowPlain: allowPlainHttp },
      port,
      tokenFile: given.httpTokenFile ?? join(dataFolder, "http-token"),
      oauthIssuer: given.oauthIssuer,
      oauthAudience: given.oauthAudience,
      toolsets: given.toolsets,
      introduce: presence.introduce,
      openServices: () => openServices(loaded, presence),
    });
  },
  checkModel: async (settings) => (await import("./app.ts")).checkModel(settings),
});
if (code !== null) {
  process.exit(code);
}
