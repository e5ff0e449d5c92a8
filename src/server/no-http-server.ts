// Replaces `mcp-proxy`, FastMCP's HTTP server, in the bundle: this program serves only over stdio, and that package with its
// own protocol stack would be half of the code that is loaded before `initialize` is answered.

export function startHTTPServer(): never {
  throw new Error("context-broker supports stdio only");
}
