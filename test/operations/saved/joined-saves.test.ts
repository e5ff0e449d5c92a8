// What was found in several projects together, saved and read back, in this process.
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  completeSaved,
  listSavedResources,
  locateSavedResource,
  readSavedResource,
} from "../../../src/operations/saved/saved-resources.ts";
import { misfits } from "../../storage/schemas.ts";
import { openSeveralProjects, type SeveralProjects } from "../../support/several-projects.ts";

const CHECK = "export function checkToken(token: string): boolean {\n  return token.length > 8;\n}\n";
const OTHER = "export function checkTokenAgain(token: string): boolean {\n  return token !== '';\n}\n";

let all: SeveralProjects;
let [web, api, jobs] = ["", "", ""];

beforeAll(async () => {
  all = await openSeveralProjects({
    web: { "src/token.ts": CHECK },
    api: { "src/token.ts": OTHER },
    "old/web": { "src/token.ts": CHECK },
    jobs: { "src/run.ts": "export const run = (): void => checkToken('a');\n" },
  });
  await all.complete();
  [web = "", api = "", jobs = ""] = ["web", "api", "jobs"].map((name) => all.roots.get(name));
});
afterAll(() => all.close());

const save = (name: string, input: object = {}) =>
  all.ask("save_search_results", { query: "who checks the token", name, projects: [web, api], ...input });

interface Read {
  readonly current: boolean;
  readonly files: readonly { readonly project?: string; readonly path: string; readonly state?: string }[];
}
const get = async (name: string, input: object = {}) =>
  (await all.ask("get_saved_result", { name, projects: [web, api], ...input })).structured as unknown as Read;

const dataFolder = () => join(all.folder, "data");
const documentOf = (name: string, folder = "api + web") =>
  JSON.parse(readFileSync(join(dataFolder(), folder, `${name}.json`), "utf8"));

describe("a saved result of several projects", () => {
  it("names the project of each hit and file, and is a valid document", async () => {
    const { structured, text } = await save("tokens");
    expect(structured).toMatchObject({
      outcome: "found",
      scope: "global",
      uri: "context-broker://saved/api%20%2B%20web/tokens",
      projects: [
        { name: "web", root: web },
        { name: "api", root: api },
      ],
      file_count: 2,
    });
    expect(text).toContain(`projects: web = ${web}; api = ${api}`);
    const document = documentOf("tokens");
    expect(misfits("saved-result", document)).toBe("");
    expect(document.projects).toEqual([
      { name: "web", root: web },
      { name: "api", root: api },
    ]);
    const hits = document.hits.map((hit: { project: string; path: string }) => `${hit.project} ${hit.path}`).sort();
    expect(hits).toEqual(["api src/token.ts", "web src/token.ts"]);
    const files = [join(api, "src/token.ts"), join(web, "src/token.ts")];
    expect(document.files.map(({ path }: { path: string }) => path).sort()).toEqual(files);
    expect(Object.keys(document.content_hashes).sort()).toEqual(files);
    expect(document.files.find(({ project }: { project: string }) => project === "web").content).toBe(CHECK);
  });

  it("lies in the home, and nothing of it in the projects", async () => {
    await save("both", { storage_mode: "both" });
    expect(documentOf("both").storage_mode).toBe("both");
    expect([web, api].flatMap((root) => readdirSync(root)).filter((name) => name === ".context-broker")).toEqual([]);
    for (const ask of [
      () => save("own", { storage_mode: "in-project" }),
      () => get("both", { storage_mode: "in-project" }),
    ]) {
      await expect(ask()).rejects.toMatchObject({ code: "INVALID_INPUT", hint: expect.stringContaining("global") });
    }
  });

  it("is of the set of projects, in whatever order they are named", async () => {
    await save("order");
    await expect(save("order", { projects: [api, web] })).rejects.toMatchObject({ code: "ALREADY_EXISTS" });
    expect(await get("order", { projects: [api, web] })).toMatchObject({ current: true });
    await save("order", { projects: [jobs, web] });
    expect(readdirSync(join(dataFolder(), "jobs + web"))).toContain("order.json");
  });

  it("is saved from the last answer too, whatever the order of its projects", async () => {
    await all.ask("search_codebase", { query: "who checks the token", projects: [web, api] });
    const saved = await all.ask("save_search_results", { name: "last", projects: [api, web] });
    expect(saved.structured).toMatchObject({ file_count: 2, query: "who checks the token" });
    const of = (project: string) =>
      documentOf("last").files.find((file: { project: string }) => file.project === project).content;
    expect([of("web"), of("api")]).toEqual([CHECK, OTHER]);
  });

  it("says file by file, by its project, what has changed since", async () => {
    await save("since");
    const path = join(api, "src/token.ts");
    const states = async () => {
      const { current, files } = await get("since");
      return [
        current,
        ...files.map(({ project, path: name, state = "unchanged" }) => `${project} ${name} ${state}`).sort(),
      ];
    };
    expect(await states()).toEqual([true, "api src/token.ts unchanged", "web src/token.ts unchanged"]);
    writeFileSync(path, CHECK);
    expect(await states()).toEqual([false, "api src/token.ts changed", "web src/token.ts unchanged"]);
    renameSync(path, `${path}.txt`);
    expect(await states()).toEqual([false, "api src/token.ts missing", "web src/token.ts unchanged"]);
    rmSync(`${path}.txt`);
    writeFileSync(path, OTHER);
    all.break(api, "open");
    expect(await states()).toEqual([false, "api src/token.ts unknown", "web src/token.ts unchanged"]);
    all.break(api, null);
    expect(await states()).toEqual([true, "api src/token.ts unchanged", "web src/token.ts unchanged"]);
  });

  it("never has a file looked at that a document names outside its projects", async () => {
    await save("forged");
    const document = documentOf("forged");
    document.projects = [
      { name: "web", root: join(web, "..", "jobs") },
      { name: "api", root: api },
    ];
    document.files[0] = { ...document.files[0], project: "web", path: join(web, "src/token.ts") };
    document.files[1] = { ...document.files[1], project: "api", path: join(api, "..", "web", "src/token.ts") };
    writeFileSync(join(dataFolder(), "api + web", "forged.json"), JSON.stringify(document));
    expect((await get("forged")).files.map(({ state }) => state)).toEqual(["outside", "outside"]);
  });

  it("is found among more projects than it was saved of, unless several sets have it", async () => {
    await save("among");
    await expect(get("among", { projects: [web, jobs] })).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(get("among", { project: web, projects: undefined })).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(await get("among", { projects: [jobs, web, api] })).toMatchObject({ current: true });
    await save("among", { projects: [jobs, web] });
    await expect(get("among", { projects: [jobs, web, api] })).rejects.toMatchObject({
      code: "AMBIGUOUS",
      message: expect.stringContaining("api + web; jobs + web"),
    });
    expect(await get("among", { projects: [jobs, web] })).toMatchObject({ current: true });
  });

  it("tells two projects of one name apart", async () => {
    const old = all.roots.get("old/web") ?? "";
    const parent = basename(all.folder);
    const { structured } = await save("twice", { projects: [web, old] });
    expect(structured).toMatchObject({ projects: [{ name: `${parent}/web` }, { name: "old/web" }], file_count: 2 });
    const { files } = await get("twice", { projects: [old, web] });
    expect(files.map(({ project, path }) => `${project} ${path}`).sort()).toEqual([
      `${parent}/web src/token.ts`,
      "old/web src/token.ts",
    ]);
    const uri = String(structured["uri"]);
    expect(await readSavedResource(uri, all.context({ roots: [web, old] }))).toContain("files: all unchanged since");
  });

  it("is listed with its projects, apart from those of one project, and deleted", async () => {
    await save("listed");
    await all.ask("save_search_results", { query: "token", name: "alone", project: web });
    const names = async (input: object) => {
      const { structured } = await all.ask("list_saved_results", input);
      return (structured["results"] as { name: string; projects?: string[] }[]).map(({ name, projects = [] }) => [
        name,
        ...projects,
      ]);
    };
    expect(await names({ projects: [jobs, web, api] })).toContainEqual(["listed", api, web]);
    expect(await names({ projects: [web, jobs] })).not.toContainEqual(["listed", api, web]);
    expect(await names({ project: web })).toEqual([["alone"]]);
    await all.ask("delete_saved_result", { name: "listed", projects: [jobs, web, api] });
    expect(await names({ projects: [web, api] })).not.toContainEqual(["listed", api, web]);
  });

  it("is not saved where nothing was found, and says which project had no part", async () => {
    all.break(api, "freshen");
    const found = await save("part");
    const empty = await save("none", { query: "zebra" });
    all.break(api, null);
    expect(found.structured["projects"]).toMatchObject([{ name: "web" }, { failure: { code: "INDEX_UNAVAILABLE" } }]);
    expect(found.text).toContain("not searched, INDEX_UNAVAILABLE");
    expect(documentOf("part").projects).toEqual([{ name: "web", root: web }]);
    expect(empty.structured).toMatchObject({ outcome: "empty" });
    await expect(get("none")).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});

describe("as a resource", () => {
  const URI = "context-broker://saved/api%20%2B%20web/resource";
  beforeAll(() => save("resource"));
  const client = (...roots: string[]) => all.context({ roots });

  it("has its own address, with the state of its files", async () => {
    const resources = await listSavedResources(client(web, api));
    expect(resources).toContainEqual(expect.objectContaining({ uri: URI, name: "api + web/resource" }));
    const text = await readSavedResource(URI, client(web, api));
    const asked = await all.ask("get_saved_result", { name: "resource", projects: [web, api] }, { roots: [web, api] });
    expect(text).toBe(asked.text);
    expect(text).toContain("files: all unchanged since");
    expect(text).toContain("\nweb:src/token.ts\n");
    expect(text).toContain("\napi:src/token.ts\n");
    expect(await locateSavedResource(URI, client(web, api))).toBe(join(dataFolder(), "api + web", "resource.json"));
    expect(await completeSaved("project", "api +", client(web, api))).toEqual(["api + web"]);
    expect(await completeSaved("name", "reso", client(web, api))).toEqual(["resource"]);
  });

  it("does not exist for a client that may not use each of its projects", async () => {
    expect((await listSavedResources(client(web, jobs))).map(({ uri }) => uri)).not.toContain(URI);
    await expect(readSavedResource(URI, client(web, jobs))).rejects.toMatchObject({ code: "NOT_FOUND" });
    const refused = all.ask("get_saved_result", { name: "resource", projects: [web, api] }, { roots: [web] });
    await expect(refused).rejects.toMatchObject({ code: "PROJECT_NOT_ALLOWED" });
  });

  it("is read back as its save said", async () => {
    const saved = await all.ask(
      "save_search_results",
      { query: "token", name: "it", projects: "all" },
      { roots: [web, api] },
    );
    const [, tool = "", input = ""] = /^(\w+) (.+)$/.exec(String(saved.structured["read_with"])) ?? [];
    expect(JSON.parse(input)).toEqual({ action: "get", name: "it", projects: "all" });
    const read = await all.ask(tool, JSON.parse(input), { roots: [web, api] });
    expect(read.structured).toMatchObject({ current: true, uri: saved.structured["uri"] });
    expect(read.text).toMatch(/\nweb:src\/token\.ts\n```/);
  });
});
