// `serve`: over stdio for a client that starts it, or over HTTP on a port.
import type { Command } from "commander";
import { OF_EMACS } from "../config/emacs-settings.ts";
import { OF_HTTP } from "../config/http-settings.ts";
import type { LoadedSettings } from "../config/load-settings.ts";
import { flagName, SETTINGS } from "../config/settings.ts";
import { ALL_OPERATIONS } from "../operations/all-operations.ts";
import { Failure } from "../vocabulary/failure.ts";
import { offers, TOOLSETS } from "../vocabulary/toolsets.ts";
import { type CommandContext, type Declare, exampleText, type ListeningServer, type Run } from "./command.ts";

/** Which tools each set has, in lines of a terminal's width. */
function toolsetsText(): string {
  const lines = TOOLSETS.flatMap((set) => {
    const names = ALL_OPERATIONS.flatMap(({ name, toolset }) => (toolset === set ? [name] : []));
    const rows = names.join(", ").match(/.{1,66}(?:, |$)/g) ?? [];
    return rows.map((row, index) => `  ${(index === 0 ? set : "").padEnd(10)} ${row.trimEnd()}`);
  });
  lines.push("  emacs      those that your running Emacs offers");
  return `Toolsets and their tools (${SETTINGS.toolsets.default.join(" and ")} by default):\n${lines.join("\n")}`;
}

const EXAMPLES = [
  "context-broker serve --project ~/code/app",
  "context-broker serve --project ~/code/app --project ~/code/library",
  "context-broker serve --http --project ~/code/app",
  "context-broker serve --http --host 0.0.0.0 --host-names mcp.example.org --tls-cert cert.pem --tls-key key.pem",
];

export function declareServe(command: Command, context: CommandContext, declare: Declare): void {
  command
    .description("Run the MCP server: over stdio, as clients start it, or over HTTP")
    .option("--http", "Listen on a port of this machine instead; each request needs a token")
    .addHelpText("after", `\n${toolsetsText()}\n${exampleText(EXAMPLES)}`);
  const run: Run = async (loaded, options) => {
    if (options["http"] === true) {
      refuseEmacs(loaded);
      context.terminal.err.write(startedText(await context.parts.serveHttp(loaded)));
    } else {
      refuseFlagsOfHttp(loaded);
      await context.parts.serve(loaded);
    }
    return null;
  };
  declare(command, run, {
    shown: ["project", "allowed_projects", "toolsets", ...OF_EMACS, ...OF_HTTP],
  });
}

function refuseFlagsOfHttp({ origins }: LoadedSettings): void {
  const [given] = OF_HTTP.filter((key) => origins[key].kind === "flag");
  if (given !== undefined) {
    throw new Failure("INVALID_INPUT", `${flagName(given)} works only with --http`, {
      hint: "add it to listen on a port; over stdio, leave the flag out",
    });
  }
}

/** Clients behind a network must not reach the user's editor. */
function refuseEmacs({ settings: { toolsets } }: LoadedSettings): void {
  if (offers(toolsets, "emacs")) {
    throw new Failure("INVALID_INPUT", "toolset emacs is not offered over HTTP", {
      hint: "leave it out of `toolsets`, or let the client start the server over stdio",
    });
  }
}

/** On stderr: a token must not end up in a pipe by accident. */
function startedText({ url, tokenFile, newToken }: ListeningServer): string {
  const token =
    newToken === null
      ? `token: in ${tokenFile}`
      : `token: ${newToken}\nIt is shown only now, and kept in ${tokenFile}.`;
  return `listening on ${url}\n${token}\nClients send the header \`Authorization: Bearer TOKEN\`. Ctrl-C ends the server.\n`;
}
