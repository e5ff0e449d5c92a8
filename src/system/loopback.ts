// Which hosts are this machine, whatever a network answers for their names.
import { isIP } from "node:net";

/** `host`: a name or an address; IPv6 also in brackets, as in a URL. */
export const isLoopback = (host: string): boolean =>
  host === "localhost" || host === "::1" || host === "[::1]" || (isIP(host) === 4 && host.startsWith("127."));
