// Connects to an endpoint, if a process listens there.
import { connect, type Socket } from "node:net";

/** Null if no process listens there. */
export function tryConnect(endpoint: string): Promise<Socket | null> {
  const socket = connect(endpoint);
  return new Promise((resolve) => {
    socket.once("connect", () => resolve(socket));
    socket.once("error", () => resolve(null));
  });
}

export async function isListening(endpoint: string): Promise<boolean> {
  const socket = await tryConnect(endpoint);
  socket?.destroy();
  return socket !== null;
}
