// Permissions that are taken away while the program runs, and given back: what cannot be read is said and counted, the rest
// is answered, and afterwards all is as it was.
import { chmodSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { localDisk } from "../../../src/project/disk.ts";
import { describeBound } from "../../support/bound-by-permissions.ts";
import { WAIT } from "../../support/test-index.ts";
import { type FaultyProject, found, openFaultyProject } from "./faulty-project.ts";

const FILES = {
  "a.ts": "export const orchid = 1;\n",
  "src/b.ts": "export const banana = 2;\n",
  "src/deep/c.ts": "export const tulip = 3;\n",
};

describeBound(import.meta.filename, () => {
  let project: FaultyProject;
  afterEach(() => project.dispose());

  const mode = (path: string, bits: number): void => chmodSync(join(project.files, path), bits);

  it.each<[string, string, number, { readonly gone: readonly string[]; readonly problem: string }]>([
    ["a file", "src/b.ts", 0o644, { gone: ["banana"], problem: "FILE_UNREADABLE" }],
    ["a folder", "src", 0o755, { gone: ["banana", "tulip"], problem: "FOLDER_UNREADABLE" }],
  ])("of %s", async (_name, path, bits, { gone, problem }) => {
    project = openFaultyProject(FILES);
    const index = await project.openBehind(localDisk);
    await index.freshen(WAIT);
    mode(path, 0);
    // The first look meets the missing permission, the second counts what it met.
    await index.freshen(WAIT);
    const without = await index.freshen(WAIT);
    expect(without.problems).toMatchObject([{ code: problem, path }]);
    expect(without).toMatchObject({ lagging: 0, coverage: { files: 3 - gone.length } });
    expect(["orchid", "banana", "tulip"].filter((term) => found(index, term).length === 0)).toEqual(gone);
    mode(path, bits);
    expect(await index.freshen(WAIT)).toMatchObject({ lagging: 0, problems: [], coverage: { files: 3 } });
    expect(project.contents()).toEqual(await project.freshContents());
  });

  it("of the whole project is a failure, and no empty answer", async () => {
    project = openFaultyProject(FILES);
    const index = await project.openBehind(localDisk);
    await index.freshen(WAIT);
    mode("", 0);
    await expect(index.freshen(WAIT)).rejects.toMatchObject({ code: "PROJECT_NOT_FOUND" });
    mode("", 0o755);
    expect(await index.freshen(WAIT)).toMatchObject({ lagging: 0, problems: [] });
    expect(found(index, "tulip")).toHaveLength(1);
  });

  it("of the index's folder: an edit is found, or the answer says that it lags", async () => {
    project = openFaultyProject(FILES);
    const folder = join(project.folder, "index");
    const index = await project.openBehind(localDisk);
    await index.freshen(WAIT);
    const bits = (file: number, ofFolder: number) => {
      chmodSync(folder, 0o755);
      for (const name of readdirSync(folder)) {
        chmodSync(join(folder, name), file);
      }
      chmodSync(folder, ofFolder);
    };
    bits(0o444, 0o555);
    project.write("a.ts", "export const walnut = 1;\n");
    const { lagging, problems } = await index.freshen(WAIT);
    const seen = found(index, "walnut").length === 1;
    expect(seen || (lagging > 0 && problems.some(({ code }) => code === "INDEX_READ_ONLY"))).toBe(true);
    // A server that starts now.
    const later = await project.openBehind(localDisk);
    const standing = await later.freshen(WAIT);
    expect(standing.lagging === 0 || standing.problems.some(({ code }) => code === "INDEX_READ_ONLY")).toBe(true);
    bits(0o644, 0o755);
    const healed = await project.openBehind(localDisk);
    expect(await healed.freshen(WAIT)).toMatchObject({ lagging: 0, problems: [] });
    expect(found(healed, "walnut")).toHaveLength(1);
  });
});
