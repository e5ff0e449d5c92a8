// Admits requests that bring the token of this server.
import { isSameToken } from "../system/secret-token.ts";
import { HttpRefusal } from "./refusal.ts";
import { bearerOf, type RequestHead } from "./request-head.ts";

/** `caller`: the name for requests with the token. */
export const admitToken =
  (expected: string, caller: string): ((head: RequestHead) => string | HttpRefusal) =>
  (head) => {
    const token = bearerOf(head);
    return token !== null && isSameToken(token, expected) ? caller : unauthorized(token !== null);
  };

/** `challenge` is what `WWW-Authenticate` says beside the scheme, such as where to get a token. */
export function unauthorized(isGiven: boolean, challenge = ""): HttpRefusal {
  const parts = [...(isGiven ? ['error="invalid_token"'] : []), ...(challenge === "" ? [] : [challenge])];
  return new HttpRefusal(
    401,
    {
      what: "request refused",
      why: isGiven ? "its token is not valid here" : "it has no token",
      remedy: "send the header `Authorization: Bearer TOKEN`; the server shows the token, or its file, when it starts",
    },
    { "WWW-Authenticate": ["Bearer", parts.join(", ")].join(" ").trim() },
  );
}
