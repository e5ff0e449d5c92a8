// A glob that takes long is tried in a process of its own.
import { expect, it } from "vitest";
import { findFiles } from "../../../src/intelligence/files/find-files.ts";

it("finding files does not hold the server with a glob that takes long", async () => {
  const paths = Array.from({ length: 3_000 }, (_, at) => `${"a".repeat(2_000)}${at}`);
  const dear = `${"*a?".repeat(90)}c[x]`;
  const before = performance.now();
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 10);
  await findFiles(dear, paths, new AbortController().signal).catch((error: unknown) =>
    expect(error).toMatchObject({ code: "INVALID_INPUT" }),
  );
  clearInterval(timer);
  expect(turns).toBeGreaterThan((performance.now() - before) / 200);
});
