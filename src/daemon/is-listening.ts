// Whether somebody listens at an endpoint.
import { connect } from "node:net";

export function isListening(endpoint: string): Promise<boolean> {
  const socket = connect(endpoint);
  return new Promise((resolve) => {
    const end = (answer: boolean) => () => {
      socket.destroy();
      resolve(answer);
    };
    socket.once("connect", end(true));
    socket.once("error", end(false));
  });
}
