// Access tokens of a deployment's OAuth issuer: signed by a key of the issuer, for this server, not expired. The issuer's keys are
// fetched from where its metadata names them.
import type { JWTVerifyGetKey } from "jose";
import { log } from "../system/log.ts";
import { isLoopback } from "../system/loopback.ts";
import { once } from "../system/memo.ts";
import { Failure, messageOf } from "../vocabulary/failure.ts";

export interface Issuer {
  /** Its URL, as the tokens' `iss` has it. */
  readonly issuer: string;
  /** What the tokens' `aud` must name: the public URL of this server's endpoint. */
  readonly audience: string;
}

/** Public-key algorithms only: with a shared secret, this server could sign tokens, too. */
const ALGORITHMS = [
  "RS256",
  "RS384",
  "RS512",
  "PS256",
  "PS384",
  "PS512",
  "ES256",
  "ES384",
  "ES512",
  "EdDSA",
  "Ed25519",
];
const CLOCK_SECONDS_MAX = 30;
const FETCH_MS_MAX = 5_000;
const METADATA_BYTES_MAX = 256 * 1024;
/** In characters. Longer tokens are refused before any work is done. */
const TOKEN_LENGTH_MAX = 8_192;

/** Throws INVALID_SETTING if the two settings cannot be used. */
export function checkIssuer(issuer: string | null, audience: string | null): Issuer | null {
  if (issuer === null && audience === null) {
    return null;
  }
  if (issuer === null || audience === null) {
    throw new Failure("INVALID_SETTING", "oauth_issuer and oauth_audience are given together or not at all", {
      hint: "oauth_audience is the public URL of this server with /mcp",
    });
  }
  for (const [name, value] of [
    ["oauth_issuer", issuer],
    ["oauth_audience", audience],
  ] as const) {
    if (!isSafeUrl(value)) {
      throw new Failure("INVALID_SETTING", `${name} is not an https URL: ${JSON.stringify(value)}`, {
        hint: "give a URL such as https://login.example.org; http is accepted for loopback only",
      });
    }
  }
  return { issuer, audience };
}

function isSafeUrl(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url?.protocol === "https:" || (url?.protocol === "http:" && isLoopback(url.hostname));
}

/** The subject of a valid token; null for any other. Reasons are logged, never the token. */
export function verifyTokensOf({ issuer, audience }: Issuer): (token: string) => Promise<string | null> {
  const keys = once(() => keysOf(issuer));
  return async (token) => {
    if (token.length > TOKEN_LENGTH_MAX || token.split(".").length !== 3) {
      return null;
    }
    try {
      const { jwtVerify } = await import("jose");
      const { payload } = await jwtVerify(token, await keys.get(), {
        issuer,
        audience,
        algorithms: ALGORITHMS,
        requiredClaims: ["exp", "sub"],
        clockTolerance: CLOCK_SECONDS_MAX,
      });
      return payload.sub ?? null;
    } catch (error) {
      log("info", "an access token was refused", { reason: messageOf(error) });
      return null;
    }
  };
}

async function keysOf(issuer: string): Promise<JWTVerifyGetKey> {
  const { createRemoteJWKSet } = await import("jose");
  const base = new URL(issuer);
  const path = base.pathname.replace(/\/$/, "");
  // RFC 8414 puts the name before the issuer's path, OpenID Connect after it.
  const places = [
    `/.well-known/oauth-authorization-server${path}`,
    `${path}/.well-known/openid-configuration`,
    `/.well-known/openid-configuration${path}`,
  ];
  for (const place of places) {
    const metadata = await fetchJson(new URL(place, base));
    if (
      metadata?.["issuer"] === issuer &&
      typeof metadata["jwks_uri"] === "string" &&
      isSafeUrl(metadata["jwks_uri"])
    ) {
      return createRemoteJWKSet(new URL(metadata["jwks_uri"]), { timeoutDuration: FETCH_MS_MAX });
    }
  }
  throw new Error(`${issuer} has no metadata with its own name and a jwks_uri`);
}

async function fetchJson(url: URL): Promise<Record<string, unknown> | null> {
  const response = await fetch(url, { signal: AbortSignal.timeout(FETCH_MS_MAX), redirect: "error" });
  const text = response.ok ? await response.text() : "";
  if (text === "" || text.length > METADATA_BYTES_MAX) {
    return null;
  }
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    // This address may serve an HTML page; the next one is tried.
    return null;
  }
}

/** Where clients find who issues tokens for this server (RFC 9728). */
export function metadataOf({ issuer, audience }: Issuer): {
  readonly path: string;
  readonly url: string;
  readonly body: unknown;
} {
  const { origin, pathname } = new URL(audience);
  const path = `/.well-known/oauth-protected-resource${pathname === "/" ? "" : pathname}`;
  return {
    path,
    url: `${origin}${path}`,
    body: {
      resource: audience,
      authorization_servers: [issuer],
      bearer_methods_supported: ["header"],
      resource_name: "Context Broker",
    },
  };
}
