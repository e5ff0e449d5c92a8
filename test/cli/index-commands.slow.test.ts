// `index`, `index status`, `index gc` and `index clear`, as a person types them. Issue 5.
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cacheIn } from "../support/own-home.ts";
import { isPosix } from "../support/this-system.ts";
import { type Home, makeHome, makeShop, type Ran } from "./run-cli.ts";

let home: Home;
let shop: string;
let cart: string;
beforeAll(async () => {
  home = makeHome();
  shop = makeShop(home);
  cart = makeShop(home, "cart");
  home.write("cart/src/stock.ts", "export function stockOf(item: Item): number {\n  return item.count;\n}\n");
  expect((await home.runHere(["index", "--project", shop])).code).toBe(0);
  expect((await home.runHere(["index", "--project", cart])).code).toBe(0);
});
afterAll(() => home.remove());

const indexes = () => readdirSync(join(cacheIn(home.folder), "projects")).sort();
const read = ({ stdout }: Ran) => JSON.parse(stdout) as Record<string, unknown>;

it("index status says what status says, of the project that is named", async () => {
  const long = await home.runHere(["index", "status", "--project", shop]);
  const short = await home.runHere(["status", "--project", shop]);
  expect(long.stdout).toContain(`found: ${shop}: all`);
  expect(long.stdout.split("\n")[0]).toBe(short.stdout.split("\n")[0]);
});

it("list-projects counts the chunks with a vector, which nothing has read before", async () => {
  const { projects } = read(await home.runHere(["list-projects", "--json"])) as {
    projects: { chunks: number; chunks_by_meaning: number }[];
  };
  expect(projects.map(({ chunks_by_meaning }) => chunks_by_meaning)).toEqual(projects.map(({ chunks }) => chunks));
  expect(projects).toHaveLength(2);
});

// Windows has no such names.
it.runIf(isPosix)("a folder whose name has a line break stays on one line", async () => {
  const root = makeShop(home, "two\nlines");
  const shown = join(home.folder, "two\\u{a}lines");
  const run = async (...args: string[]) => (await home.runHere([...args, "--project", root])).stdout;
  expect(await run("index")).toMatch(`indexed: ${shown}\n`);
  expect(await run("index", "status")).toContain(`found: ${shown}: all`);
  expect(await run("saved", "list")).toBe("empty: 0 saved results of two\\u{a}lines\n");
  expect(await run("index", "export", join(root, "x.cbv"))).toContain(`exported: ${join(shown, "x.cbv")}, `);
  expect(await run("index", "clear")).toContain(`  ${shown}: `);
});

it("a word that is no command is refused", async () => {
  const { code, stderr } = await home.runHere(["index", "clean"]);
  expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining("error[INVALID_INPUT]") });
});

describe("index gc", () => {
  it("finds nothing to do where every project is there", async () => {
    const { code, stdout, stderr } = await home.runHere(["index", "gc"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(/^removed: 0 projects, 0 vectors, 0 leftover files\ncache: .* after; limit 10\.0 GiB\n$/);
  });

  it("says what it would remove, and removes it", async () => {
    const gone = makeShop(home, "gone");
    home.write("gone/src/till.ts", "export function openTill(): Till {\n  return new Till();\n}\n");
    await home.runHere(["index", "--project", gone]);
    rmSync(gone, { recursive: true });
    const before = indexes();
    const foretold = await home.runHere(["index", "gc", "--dry-run"]);
    expect(foretold.stdout).toMatch(
      /^would remove: 1 project, 1 vector, 0 leftover files\n {2}.*gone: its folder is gone;/,
    );
    expect(indexes()).toEqual(before);
    const { code, stdout } = await home.run(["index", "gc", "--json"]);
    const answer = JSON.parse(stdout) as { bytes_before: number; bytes_after: number };
    expect(code).toBe(0);
    expect(answer).toMatchObject({
      outcome: "found",
      dry_run: false,
      removed_projects: [{ root: gone, reason: "gone" }],
      removed_vectors: 1,
      problems: [],
    });
    expect(answer.bytes_after).toBeLessThan(answer.bytes_before);
    expect(indexes()).toHaveLength(before.length - 1);
  });
});

describe("index clear", () => {
  const saved = () => join(home.folder, ".context-broker/cart/kept.json");

  it("clears the project that is named, keeps what others share, and touches no saved result", async () => {
    await home.runHere(["save", "total of a cart", "--name", "kept", "--project", cart, "--vectors", "off"]);
    const text = readFileSync(saved(), "utf8");
    const { code, stdout } = await home.runHere(["index", "clear", "--project", "cart"]);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^cleared: 1 project\n {2}.*[\\/]cart: .*\nvectors: 1 removed, \d kept, shared with other projects\ncache: .* saved results are unchanged\n$/,
    );
    expect(indexes().map((name) => name.replace(/-.*/, ""))).toEqual(["shop"]);
    expect(readFileSync(saved(), "utf8")).toBe(text);
  });

  it("is empty where there is no index", async () => {
    const ran = await home.runHere(["index", "clear", "--project", cart, "--json"]);
    expect(ran.code).toBe(1);
    expect(read(ran)).toMatchObject({ outcome: "empty", cleared: [], removed_vectors: 0 });
  });

  it("clears a project whose folder is gone by the name that it had", async () => {
    await home.runHere(["index", "--project", cart]);
    rmSync(cart, { recursive: true });
    expect(read(await home.runHere(["index", "clear", "--project", cart, "--json"]))).toMatchObject({
      cleared: [{ root: cart }],
    });
  });

  it("of all says what it would do, and does it only when that is confirmed", async () => {
    const refused = await home.runHere(["index", "clear", "--all"]);
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining("--all removes 1 project's index") });
    expect(indexes()).toHaveLength(1);
    const both = await home.runHere(["index", "clear", "--all", "--yes", "--project", shop]);
    expect(both).toMatchObject({ code: 2, stderr: expect.stringContaining("cannot be combined") });
    const done = await home.runHere(["index", "clear", "--all", "--yes"]);
    expect(done).toMatchObject({ code: 0, stdout: expect.stringContaining("cleared: 1 project") });
    expect(indexes()).toEqual([]);
    expect(existsSync(saved())).toBe(true);
    expect((await home.runHere(["search", "renew a session", "--project", shop, "--vectors", "off"])).code).toBe(0);
  });
});
