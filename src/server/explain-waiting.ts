// A person who types `serve` would see nothing: the server waits for a client's messages. Clients never start it on a terminal.
import process from "node:process";

export function explainWaiting(): void {
  if (process.stdin.isTTY) {
    process.stderr.write(
      "waiting for an MCP client on standard input; Ctrl-C ends it\n" +
        "Clients start this command themselves: `context-broker setup` adds it to their configuration.\n" +
        "For a port, give --http; to search from here, use `context-broker search`.\n",
    );
  }
}
