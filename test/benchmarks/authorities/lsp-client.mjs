// A client of the Language Server Protocol over a process's stdin and stdout: requests with answers, nothing else.
import { spawn } from "node:child_process";

/**
 * `request` resolves with the result, or throws what the server says.
 *
 * `hear(method, params)` is told what the server notifies of.
 */
export function startLanguageServer(command, args, options, { hear = () => {} } = {}) {
  const child = spawn(command, args, { stdio: ["pipe", "pipe", "ignore"], ...options });
  const waiting = new Map();
  let read = Buffer.alloc(0);
  let last = 0;
  const send = (message) => {
    const body = JSON.stringify({ jsonrpc: "2.0", ...message });
    child.stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  };
  const receive = (message) => {
    if (message.method !== undefined) {
      // What the server asks of its client is answered with nothing: it goes on with its defaults.
      if (message.id !== undefined) {
        const items = message.params?.items;
        send({ id: message.id, result: Array.isArray(items) ? items.map(() => null) : null });
      } else {
        hear(message.method, message.params);
      }
      return;
    }
    const { resolve, reject } = waiting.get(message.id) ?? {};
    waiting.delete(message.id);
    if (message.error !== undefined) {
      reject?.(new Error(message.error.message));
    } else {
      resolve?.(message.result);
    }
  };
  child.stdout.on("data", (data) => {
    read = Buffer.concat([read, data]);
    for (;;) {
      const end = read.indexOf("\r\n\r\n");
      const length = Number(/content-length: (\d+)/i.exec(read.subarray(0, Math.max(0, end)).toString())?.[1]);
      if (end < 0 || read.length < end + 4 + length) {
        return;
      }
      const body = read.subarray(end + 4, end + 4 + length).toString();
      read = read.subarray(end + 4 + length);
      receive(JSON.parse(body));
    }
  });
  const ended = new Promise((resolve) => child.on("close", resolve));
  child.on("error", () => {});
  ended.then((code) => {
    for (const { reject } of waiting.values()) {
      reject(new Error(`the language server ended with ${code}`));
    }
  });
  return {
    notify: (method, params) => send({ method, params }),
    request: (method, params) => {
      last += 1;
      const id = last;
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        send({ id, method, params });
      });
    },
    ended,
  };
}
