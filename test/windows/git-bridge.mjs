// Runs the git of this machine for git.exe (git.c) under Wine: Windows' paths become this machine's on the way in, and those that
// `rev-parse` answers become Windows' on the way out, with `/`, as Git for Windows writes them.
import { spawn } from "node:child_process";
import { createServer } from "node:net";
import process from "node:process";

const HEAD_BYTES = 5;
/** What git.exe takes at once. */
const PIECE_BYTES = 2 ** 19;

/** `drives`: this machine's folder of each drive, by its small letter. */
function pathsOf(drives) {
  const toUnix = (path) => {
    const [, letter, rest] = /^(?:\\\\\?\\)?([A-Za-z]):[\\/]?(.*)$/s.exec(path) ?? [];
    const drive = letter === undefined ? undefined : drives[letter.toLowerCase()];
    return drive === undefined ? path : `${drive}/${rest.replaceAll("\\", "/")}`.replace(/^\/+/, "/");
  };
  const isNull = (text) => /^(?:\\\\\.\\)?nul$/i.test(text);
  return {
    toUnix: (text) => (isNull(text) ? "/dev/null" : toUnix(text)),
    /** A path or its URL, alone or after `--option=` or `name=`. */
    argument: (text) => {
      const [, name = "", value = text] = /^((?:--?)?[\w.-]+=)(.*)$/s.exec(text) ?? [];
      const [, inUrl] = /^file:\/\/\/?([A-Za-z]:.*)$/s.exec(value) ?? [];
      if (inUrl !== undefined) {
        return `${name}file://${toUnix(inUrl)}`;
      }
      return isNull(value) ? `${name}/dev/null` : `${name}${toUnix(value)}`;
    },
    toWindows: (line) => {
      // The deepest folder first: drive Z is the root.
      const found = Object.entries(drives)
        .sort(([, a], [, b]) => b.length - a.length)
        .find(([, folder]) => line.startsWith(folder.endsWith("/") ? folder : `${folder}/`));
      return found === undefined
        ? line
        : `${found[0].toUpperCase()}:/${line.slice(found[1].length).replace(/^\//, "")}`;
    },
  };
}

function frame(kind, bytes) {
  const head = Buffer.alloc(HEAD_BYTES);
  head.write(kind);
  head.writeUInt32BE(bytes.length, 1);
  return Buffer.concat([head, bytes]);
}

function serveOne(socket, paths) {
  const args = [];
  const env = { PATH: process.env.PATH, HOME: "/nonexistent" };
  let cwd = "/";
  let git = null;
  const send = (kind, bytes) => {
    for (let at = 0; at === 0 || at < bytes.length; at += PIECE_BYTES) {
      socket.write(frame(kind, bytes.subarray(at, at + PIECE_BYTES)));
    }
  };
  const start = () => {
    git = spawn("git", args, { cwd, env });
    git.stdin.on("error", () => undefined);
    const printed = [];
    git.stdout.on("data", (bytes) => (args.includes("rev-parse") ? printed.push(bytes) : send("O", bytes)));
    git.stderr.on("data", (bytes) => send("R", bytes));
    git.on("error", (error) => {
      send("R", Buffer.from(`${error.message}\n`));
      send("X", Buffer.from("128"));
      socket.end();
    });
    git.on("close", (code) => {
      const lines = Buffer.concat(printed).toString().split("\n");
      send("O", Buffer.from(lines.map(paths.toWindows).join("\n")));
      send("X", Buffer.from(String(code ?? 1)));
      socket.end();
    });
  };
  const take = {
    A: (bytes) => args.push(paths.argument(bytes.toString())),
    C: (bytes) => {
      cwd = paths.toUnix(bytes.toString());
    },
    V: (bytes) => {
      const [, name, value] = /^([^=]+)=(.*)$/s.exec(bytes.toString()) ?? [];
      // Git for Windows sets HOME to the profile's folder.
      const to = name === "USERPROFILE" ? (env.HOME === "/nonexistent" ? "HOME" : null) : name;
      if (to !== null) {
        env[to] = paths.toUnix(value);
      }
    },
    G: start,
    I: (bytes) => git.stdin.write(bytes),
    E: () => git.stdin.end(),
  };
  let waiting = Buffer.alloc(0);
  socket.on("data", (bytes) => {
    waiting = Buffer.concat([waiting, bytes]);
    while (waiting.length >= HEAD_BYTES && waiting.length >= HEAD_BYTES + waiting.readUInt32BE(1)) {
      const end = HEAD_BYTES + waiting.readUInt32BE(1);
      take[String.fromCharCode(waiting[0])](waiting.subarray(HEAD_BYTES, end));
      waiting = waiting.subarray(end);
    }
  });
  // git.exe was ended.
  socket.on("close", () => git?.kill());
  socket.on("error", () => git?.kill());
}

/** Answers its port of 127.0.0.1, and `close`. */
export async function startGitBridge(drives) {
  const paths = pathsOf(drives);
  const server = createServer((socket) => serveOne(socket, paths));
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { port: server.address().port, close: () => server.close() };
}
