// What helps where git cannot read a repository.
import { expect, test } from "vitest";
import { gitRemedy } from "../../src/project/git-remedy.ts";

test.each([
  ["fatal: unknown repository extension found: refstorage", /reftable, which git 2\.45/],
  ["fatal: unknown repository extensions found: relativeworktrees", /git 2\.48/],
  ["fatal: unknown repository extension found: objectformat", /SHA-256, which git 2\.29/],
  ["fatal: unknown repository extension found: unheardof", /the extension unheardof/],
  ["fatal: could not fetch 5bffb93 from promisor remote", /git fetch --refetch/],
  ["fatal: something else", /git 2\.30 or newer/],
])("%s", (reason, remedy) => {
  expect(gitRemedy(reason)).toMatch(remedy);
});
