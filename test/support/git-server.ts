// The repositories below a folder over real HTTP, by git's own server program.
import { execFileSync, spawn } from "node:child_process";
import { createServer, type Server } from "node:http";
import { join } from "node:path";

/** `isSlow`: requests are then never answered. */
export function serveGit(root: string, isSlow: () => boolean = () => false): Server {
  const backend = join(execFileSync("git", ["--exec-path"], { encoding: "utf8" }).trim(), "git-http-backend");
  return createServer((request, response) => {
    if (isSlow()) {
      return;
    }
    const { pathname, search } = new URL(request.url ?? "/", "http://localhost");
    const child = spawn(backend, [], {
      env: {
        PATH: process.env["PATH"],
        GIT_PROJECT_ROOT: root,
        GIT_HTTP_EXPORT_ALL: "1",
        PATH_INFO: pathname,
        QUERY_STRING: search.slice(1),
        REQUEST_METHOD: request.method,
        CONTENT_TYPE: request.headers["content-type"] ?? "",
        GIT_PROTOCOL: String(request.headers["git-protocol"] ?? ""),
        GIT_CONFIG_COUNT: "1",
        GIT_CONFIG_KEY_0: "safe.directory",
        GIT_CONFIG_VALUE_0: "*",
      },
    });
    request.pipe(child.stdin);
    let head = Buffer.alloc(0);
    child.stdout.on("data", (piece: Buffer) => {
      if (response.headersSent) {
        response.write(piece);
        return;
      }
      head = Buffer.concat([head, piece]);
      const end = head.indexOf("\r\n\r\n");
      if (end >= 0) {
        const headers = head.toString("latin1", 0, end).split("\r\n");
        const status = headers.find((line) => line.startsWith("Status: "));
        for (const line of headers.filter((one) => one !== status)) {
          const [name = "", ...value] = line.split(": ");
          response.setHeader(name, value.join(": "));
        }
        response.writeHead(status === undefined ? 200 : Number(status.slice(8, 11)));
        response.write(head.subarray(end + 4));
      }
    });
    child.stdout.on("end", () => response.end());
  });
}
