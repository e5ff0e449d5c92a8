// The difference that is shown before a file is written.
import { describe, expect, it } from "vitest";
import { planTextChange } from "../../src/clients/text-change.ts";

const diffOf = (file: string) =>
  planTextChange(
    file,
    () => "a\n",
    (why) => new Error(why) as never,
  ).diff;

describe("the difference of a new file", () => {
  it.each([
    ["/home/ada/it's here/mcp.json", "/home/ada/it's here/mcp.json"],
    ["C:\\Users\\ada\\mcp.json", "C:\\Users\\ada\\mcp.json"],
    // A name cannot begin a line.
    ["/home/ada/a\n+b.json", "/home/ada/a\\u{a}+b.json"],
  ])("names %j as the system writes it", (file, shown) => {
    expect(diffOf(file)).toBe(`--- /dev/null\n+++ ${shown}\n@@ -0,0 +1,1 @@\n+a\n`);
  });
});
