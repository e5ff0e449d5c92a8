// Whether somebody listens at an endpoint, and the connection to them.
import { connect, type Socket } from "node:net";

/** Null where nobody listens. */
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
