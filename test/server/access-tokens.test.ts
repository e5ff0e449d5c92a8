// The settings of an OAuth issuer and what the server tells of it; tokens themselves are judged in http.slow.test.ts.
import { describe, expect, it } from "vitest";
import { checkIssuer, metadataOf } from "../../src/server/access-tokens.ts";

const ISSUER = "https://login.example.org";

describe("an issuer", () => {
  it("is none without settings, and both of them together", () => {
    expect(checkIssuer(null, null)).toBeNull();
    expect(checkIssuer(ISSUER, "https://mcp.example.org/mcp")).toEqual({
      issuer: ISSUER,
      audience: "https://mcp.example.org/mcp",
    });
    expect(checkIssuer("http://127.0.0.1:1", "http://localhost:2/mcp")?.issuer).toBe("http://127.0.0.1:1");
  });

  it.each([
    [ISSUER, null],
    [null, "https://mcp.example.org/mcp"],
    ["http://login.example.org", "https://mcp.example.org/mcp"],
    [ISSUER, "http://mcp.example.org/mcp"],
    ["file:///etc/passwd", "https://mcp.example.org/mcp"],
    ["login.example.org", "https://mcp.example.org/mcp"],
    [ISSUER, "mcp"],
  ])("is refused as %s with %s", (issuer, audience) => {
    expect(() => checkIssuer(issuer, audience)).toThrow(expect.objectContaining({ code: "INVALID_SETTING" }));
  });

  it.each([
    ["https://mcp.example.org/mcp", "/.well-known/oauth-protected-resource/mcp"],
    ["https://mcp.example.org/team/mcp", "/.well-known/oauth-protected-resource/team/mcp"],
    ["https://mcp.example.org/", "/.well-known/oauth-protected-resource"],
  ])("of %s is told at %s", (audience, path) => {
    const metadata = metadataOf({ issuer: ISSUER, audience });
    expect([metadata.path, metadata.url]).toEqual([path, `https://mcp.example.org${path}`]);
    expect(metadata.body).toMatchObject({ resource: audience, authorization_servers: [ISSUER] });
  });
});
