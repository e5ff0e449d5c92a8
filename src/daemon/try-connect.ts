// Connects to an endpoint, if a process listens there.
import { connect, type Socket } from "node:net";
import { sendValue } from "./frames.ts";

/** Null if no process listens there. */
export function tryConnect(endpoint: string): Promise<Socket | null> {
  const socket = connect(endpoint);
  return new Promise((resolve) => {
    socket.once("connect", () => resolve(socket));
    socket.once("error", () => resolve(null));
  });
}

/** Whether the process that listens there answers within so many milliseconds: one that hangs is connected to, too. */
export async function isAnswering(endpoint: string, ms: number): Promise<boolean> {
  const socket = await tryConnect(endpoint);
  if (socket === null) {
    return false;
  }
  return new Promise((resolve) => {
    const end = (answers: boolean) => {
      clearTimeout(waiting);
      socket.destroy();
      resolve(answers);
    };
    const waiting = setTimeout(() => end(false), ms);
    socket.once("data", () => end(true));
    socket.on("error", () => undefined);
    socket.once("close", () => end(false));
    sendValue(socket, "probe");
  });
}

export async function isListening(endpoint: string): Promise<boolean> {
  const socket = await tryConnect(endpoint);
  socket?.destroy();
  return socket !== null;
}
