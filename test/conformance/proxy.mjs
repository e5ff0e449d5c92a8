// Adds the server's token to each request and changes nothing else: the conformance suite has no way to send one.
import { createServer, request } from "node:http";

/** Forwards to `target` (`{ port, token }`, set once the server listens); resolves with the proxy and its port. */
export function openProxy(target) {
  const server = createServer((incoming, outgoing) => {
    const headers = [...incoming.rawHeaders, "Authorization", `Bearer ${target.token}`];
    const forwarded = request(
      { host: "127.0.0.1", port: target.port, method: incoming.method, path: incoming.url, headers, setHost: false },
      (answer) => {
        outgoing.writeHead(answer.statusCode, answer.rawHeaders);
        answer.pipe(outgoing);
      },
    );
    forwarded.on("error", () => outgoing.destroy());
    outgoing.on("close", () => forwarded.destroy());
    incoming.pipe(forwarded);
  });
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve({ server, port: server.address().port }));
  });
}
