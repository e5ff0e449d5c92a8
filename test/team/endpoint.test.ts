// What the settings of a team's index may say.
import { mkdirSync, realpathSync, symlinkSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { tenantOf } from "../../src/team/choose-tenant.ts";
import { parseEndpoint } from "../../src/team/endpoint.ts";
import { keyOf, uuidOf } from "../../src/team/uuid.ts";
import { temporaryFolder } from "../support/folder-corpus.ts";

describe("an endpoint", () => {
  it.each([
    ["https://weaviate.example.org", { host: "weaviate.example.org", port: 443, grpcPort: 443, secure: true }],
    ["https://w.example.org:8443?grpc=50051", { host: "w.example.org", port: 8443, grpcPort: 50_051, secure: true }],
    ["http://127.0.0.1", { host: "127.0.0.1", port: 8080, grpcPort: 50_051, secure: false }],
    ["http://localhost:9000?grpc=9001", { host: "localhost", port: 9000, grpcPort: 9001, secure: false }],
    ["http://[::1]:9000", { host: "[::1]", port: 9000, grpcPort: 50_051, secure: false }],
  ])("%s", (text, expected) => {
    expect(parseEndpoint(text, false)).toEqual(expected);
  });

  it.each([
    ["weaviate.example.org", "no address"],
    ["ftp://weaviate.example.org", "no address"],
    ["http://weaviate.example.org", "without TLS the API key could be read"],
    ["http://127.0.0.1.example.org", "without TLS the API key could be read"],
    ["https://user:secret@weaviate.example.org", "contains a password"],
    ["https://weaviate.example.org?grpc=0", "0 is no port"],
    ["https://weaviate.example.org?grpc=x", "x is no port"],
  ])("%s is refused", (text, why) => {
    let message = "";
    try {
      parseEndpoint(text, false);
    } catch (error) {
      message = String(error);
      expect(error).toMatchObject({ code: "INVALID_SETTING" });
    }
    expect(message).toContain(why);
    expect(message).not.toContain("secret");
  });

  it("may be without TLS on another machine where the user allows it", () => {
    expect(parseEndpoint("http://10.0.0.7:8080", true)).toMatchObject({ host: "10.0.0.7", secure: false });
  });
});

describe("the tenant of a project", () => {
  it("is what the user's settings name for its folder, and for no other", () => {
    const tenants = { "/srv/shop": "shop", "~/notes": "notes", "/srv/trailing/": "trailing" };
    expect(tenantOf(resolve("/srv/shop"), tenants)).toBe("shop");
    expect(tenantOf(join(homedir(), "notes"), tenants)).toBe("notes");
    expect(tenantOf(resolve("/srv/trailing"), tenants)).toBe("trailing");
    expect(tenantOf(resolve("/srv/shop/below"), tenants)).toBeNull();
    expect(tenantOf(resolve("/srv"), tenants)).toBeNull();
  });

  it("is found where the settings name a link to the folder, as a project's root is a real path", () => {
    const temporary = temporaryFolder();
    onTestFinished(() => temporary.remove());
    const root = join(realpathSync.native(temporary.path), "shop");
    mkdirSync(root);
    symlinkSync(root, join(temporary.path, "link"));
    expect(tenantOf(root, { [join(temporary.path, "link")]: "shop" })).toBe("shop");
  });
});

it("a content key is the id of its object", () => {
  const key = "00112233445566778899aabbccddeeff";
  expect(uuidOf(key)).toBe("00112233-4455-6677-8899-aabbccddeeff");
  expect(keyOf(uuidOf(key))).toBe(key);
  expect(keyOf("00112233-4455-6677-8899-AABBCCDDEEFF")).toBe(key);
  for (const wrong of ["", null, undefined, "../x", `${uuidOf(key)} `, 7]) {
    expect(keyOf(wrong)).toBeNull();
  }
});
