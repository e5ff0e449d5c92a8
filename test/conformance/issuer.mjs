// An OAuth issuer on loopback with a key of its own: its metadata, its keys, and tokens signed by it or by others.
import { createServer } from "node:http";
import { exportJWK, exportSPKI, generateKeyPair, SignJWT, UnsecuredJWT } from "jose";

export async function openIssuer(audience) {
  const [ours, theirs] = await Promise.all([generateKeyPair("ES256"), generateKeyPair("ES256")]);
  const jwk = { ...(await exportJWK(ours.publicKey)), kid: "one", alg: "ES256", use: "sig" };
  const server = createServer((request, response) => {
    const issuer = `http://127.0.0.1:${server.address().port}`;
    const bodies = {
      "/.well-known/oauth-authorization-server": { issuer, jwks_uri: `${issuer}/jwks` },
      "/jwks": { keys: [jwk] },
    };
    const body = bodies[request.url];
    response.writeHead(body === undefined ? 404 : 200, { "Content-Type": "application/json" });
    response.end(JSON.stringify(body ?? {}));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const issuer = `http://127.0.0.1:${server.address().port}`;
  const claimsOf = (claims) => {
    const now = Math.floor(Date.now() / 1_000);
    return { iss: issuer, aud: audience, sub: "alice", iat: now, exp: now + 600, ...claims };
  };
  const sign = (claims = {}, key = ours.privateKey, header = {}) =>
    new SignJWT(claimsOf(claims)).setProtectedHeader({ alg: "ES256", kid: "one", ...header }).sign(key);
  const publicText = new TextEncoder().encode(await exportSPKI(ours.publicKey));
  return {
    issuer,
    sign,
    /** Tokens that are none: each with what is wrong. */
    forged: async () => {
      const past = Math.floor(Date.now() / 1_000) - 3_600;
      const good = await sign();
      const [head, body, signature] = good.split(".");
      const other = Buffer.from(JSON.stringify(claimsOf({ sub: "root" }))).toString("base64url");
      return {
        "another key": await sign({}, theirs.privateKey),
        "another key with its own in the header": await sign({}, theirs.privateKey, {
          jwk: await exportJWK(theirs.publicKey),
        }),
        "an unknown key id": await sign({}, theirs.privateKey, { kid: "two" }),
        "no signature": new UnsecuredJWT(claimsOf({})).encode(),
        "the public key as a secret": await new SignJWT(claimsOf({}))
          .setProtectedHeader({ alg: "HS256", kid: "one" })
          .sign(publicText),
        "expired, replayed": await sign({ iat: past - 600, exp: past }),
        "not yet valid": await sign({ nbf: past + 7_200 }),
        "no expiry": await sign({ exp: undefined }),
        "another audience": await sign({ aud: "https://other.example/mcp" }),
        "another issuer": await sign({ iss: "https://other.example" }),
        "no subject": await sign({ sub: undefined }),
        "another body": `${head}.${other}.${signature}`,
        "a body cut short": `${head}.${body.slice(0, -4)}.${signature}`,
        "a signature cut short": `${head}.${body}.${signature.slice(0, -4)}`,
        "no signature part": `${head}.${body}.`,
        "two parts": `${head}.${body}`,
        "a very long one": `${head}.${"a".repeat(9_000)}.${signature}`,
      };
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
