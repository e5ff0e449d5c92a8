// `verify`, as a person types it: its exit codes, standard input, and files that no report may cite.
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Home, makeHome, makeShop } from "./run-cli.ts";

let home: Home;
let shop: string;
beforeAll(() => {
  home = makeHome();
  shop = makeShop(home);
  home.write("shop/src/verified.ts", "export const verified = 1;\n");
  home.write("shop/.gitignore", "left-out.ts\n");
  home.write("shop/left-out.ts", "export const leftOut = 1;\n");
  home.write("true.md", "It is so (src/verified.ts:1).\n");
  home.write("false.md", "It is so (src/verified.ts:7).\n");
});
afterAll(() => home.remove());

it.each([
  ["true.md", 0, "verified: 1 citation, none false\n"],
  ["false.md", 1, "1 of 1 citation false\nline 1: src/verified.ts:7: no-such-line: the file has 1 line\n"],
])("of %s exits with %i", async (report, code, stdout) => {
  const ran = await home.runHere(["verify", `${home.folder}/${report}`, "--repo", shop]);
  expect({ code: ran.code, stdout: ran.stdout }).toEqual({ code, stdout });
});

it.each(["left-out.ts:1", ".git/config:1", ".git/HEAD:1"])("%s is no file of the project", async (citation) => {
  const text = `So it is (\`${citation}\`).`;
  const ran = await home.runHere(["verify", "--text", text, "--project", shop, "--json"]);
  expect([ran.code, JSON.parse(ran.stdout).counts["no-such-file"]]).toEqual([1, 1]);
});

it("of a report that is not there exits with 2, and says what to do", async () => {
  const { code, stderr } = await home.runHere(["verify", "none.md", "--project", shop]);
  expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining("there is no such file") });
});
