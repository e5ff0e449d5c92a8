// Stands in the bundle for `mcp-proxy`, FastMCP's HTTP server: this program serves over stdio alone, and the package
// with its own protocol stack is half of all that would be loaded before `initialize` is answered.

export function startHTTPServer(): never {
  throw new Error("context-broker supports stdio only");
}
