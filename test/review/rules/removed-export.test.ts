// Files that were put into the place of a removed folder, of which the project has no texts.
import { expect, it } from "vitest";
import { removedExport } from "../../../src/review/rules/removed-export.ts";
import { runRule, sceneBetween } from "../review-states.ts";

const LIBRARY = "def get(url):\n    return url\n";
const USE = { "app.py": 'from vendored.client import get\n\nprint(get("a"))\n' };

it("leaves out what a submodule has in its place", async () => {
  const scene = await sceneBetween({ ...USE, "vendored/client.py": LIBRARY }, USE);
  const [file] = scene.files;
  const submodule = { ...file, path: "vendored", status: "added", unread: "a submodule", before: null } as typeof file;
  const withSubmodule = { ...scene, files: [...scene.files, submodule].filter((one) => one !== undefined) };
  expect((await runRule(removedExport, scene)).findings).toHaveLength(1);
  expect((await runRule(removedExport, withSubmodule)).findings).toEqual([]);
});
