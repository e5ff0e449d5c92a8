// Addresses of saved results, there and back.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseSavedUri, savedUri } from "../../../src/operations/saved/saved-uri.ts";

describe("the address of a saved result", () => {
  it("is read back as it was written, whatever project and name are", () => {
    const part = fc.string({ minLength: 1, unit: "grapheme" });
    fc.assert(
      fc.property(part, part, (project, name) => {
        const uri = savedUri({ project, name });
        expect(parseSavedUri(uri)).toEqual({ project, name });
        expect(uri.split("/").length).toBe(5);
      }),
    );
  });

  it.each(["global", "in-project", "both"] as const)("says where to look for it: %s", (mode) => {
    const uri = savedUri({ project: "shop", name: "a?b", mode });
    expect(uri).toBe(`context-broker://saved/shop/a%3Fb?storage_mode=${mode}`);
    expect(parseSavedUri(uri)).toEqual({ project: "shop", name: "a?b", mode });
  });

  it.each([
    "context-broker://saved/a/b?storage_mode=elsewhere",
    "context-broker://saved/a/b?name=c",
    "context-broker://saved/a/b?storage_mode=both?",
    "",
    "context-broker://saved/",
    "context-broker://saved/a",
    "context-broker://saved/a/",
    "context-broker://saved//b",
    "context-broker://saved/a/b/c",
    "context-broker://saved/a/%E0%A4%A",
    "context-broker://other/a/b",
    "file:///a/b",
  ])("is not %j", (uri) => {
    expect(parseSavedUri(uri)).toBeNull();
  });
});
