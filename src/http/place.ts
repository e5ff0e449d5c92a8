// Where a server listens and by which names it is reached. On any address but loopback it needs TLS, or `allowPlain`.

import { readFileSync } from "node:fs";
import { isIP } from "node:net";
import { isLoopback } from "../system/loopback.ts";
import { Failure, messageOf } from "../vocabulary/failure.ts";

export interface PlaceSettings {
  readonly host: string;
  /** Further names of the server, with a port where it is reached by another one. */
  readonly names: readonly string[];
  /** Files in PEM form; both or none. */
  readonly tlsCert: string | null;
  readonly tlsKey: string | null;
  readonly allowPlain: boolean;
}

export interface Place {
  readonly host: string;
  readonly names: readonly string[];
  /** Those of them that the settings give. */
  readonly givenNames: readonly string[];
  readonly tls: { readonly cert: Buffer; readonly key: Buffer } | null;
}

const LOOPBACK_NAMES = ["localhost", "127.0.0.1", "[::1]"];

/** All interfaces: not a name that a client could use. */
const isWildcard = (host: string): boolean => host === "0.0.0.0" || /^(::|[0:]+)$/.test(host);

/** Throws INVALID_SETTING where the settings contradict each other or would send a token in the clear. */
export function choosePlace({ host, names, tlsCert, tlsKey, allowPlain }: PlaceSettings): Place {
  if ((tlsCert === null) !== (tlsKey === null)) {
    throw new Failure("INVALID_SETTING", `tls_${tlsCert === null ? "cert" : "key"} is missing: TLS needs both files`, {
      hint: "give --tls-cert and --tls-key, or neither",
    });
  }
  const tls = tlsCert === null || tlsKey === null ? null : { cert: readPem(tlsCert), key: readPem(tlsKey) };
  if (tls === null && !isLoopback(host) && !allowPlain) {
    throw new Failure(
      "INVALID_SETTING",
      `${host} is not loopback, so that the token would cross a network unencrypted`,
      {
        hint: "give --tls-cert and --tls-key; behind a proxy that does TLS, give --allow-plain-http on",
      },
    );
  }
  const own = isLoopback(host) ? [...LOOPBACK_NAMES, authorityOf(host)] : isWildcard(host) ? [] : [authorityOf(host)];
  const all = [...new Set([...own, ...names])];
  if (all.length === 0) {
    throw new Failure("INVALID_SETTING", `${host} means every interface, so no request could name this server`, {
      hint: "give --host-names with the names that clients use, for example --host-names mcp.example.org",
    });
  }
  return { host, names: all, givenNames: names, tls };
}

/** Where clients connect: the address, or the first name where the address means every interface. */
export function shownAuthority({ host, names }: Place, port: number): string {
  const name = isWildcard(host) ? (names[0] ?? host) : authorityOf(host);
  return /:\d+$/.test(name) ? name : `${name}:${port}`;
}

/** As in a URL. */
export const authorityOf = (host: string): string => (isIP(host) === 6 ? `[${host}]` : host);

function readPem(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new Failure("INVALID_SETTING", `${path} cannot be read: ${messageOf(error)}`, {
      hint: "--tls-cert and --tls-key name files in PEM form",
      cause: error,
    });
  }
}
