// What has to change with a member because of what its class extends or is extended by.
import { describe, expect, it } from "vitest";
import { lookupOf, openEdges } from "../../../src/intelligence/edges/edge-scene.ts";
import { overridesOf } from "../../../src/intelligence/edges/overrides.ts";
import { resolveTarget } from "../../../src/intelligence/edges/target.ts";
import { atOnce } from "../../../src/system/slices.ts";
import { type Files, memoryProject } from "../../support/memory-project.ts";

async function overrides(files: Files, symbol: string) {
  const { snapshot } = await memoryProject(files, { withVectors: false });
  const lookup = lookupOf(snapshot);
  const targeted = resolveTarget(snapshot, lookup, symbol);
  if (targeted.kind !== "found") {
    throw new Error(`${symbol} is ${targeted.kind}`);
  }
  const { overriding, isRequired, completes } = atOnce(
    overridesOf(openEdges(snapshot, lookup, new AbortController().signal), targeted.symbol),
  );
  return {
    overriding: overriding.map(({ path, line, isMarked }) => `${path}:${line}${isMarked ? " marked" : ""}`),
    isRequired,
    completes: completes === null ? null : `${completes.path}:${completes.line}`,
  };
}

const JAVA: Files = {
  "shop/Saver.java": "package shop;\n\ninterface Saver {\n  void save();\n\n  default void flush() {}\n}\n",
  "shop/Disk.java":
    "package shop;\n\nclass Disk implements Saver {\n  @Override\n  public void save() {}\n\n  public void flush() {}\n}\n",
  "shop/Cached.java": "package shop;\n\nabstract class Cached implements Saver {\n  public void save() {}\n}\n",
};

describe("overrides", () => {
  it("of what an interface asks for are all that implement it, marked or not", async () => {
    expect(await overrides(JAVA, "Saver.save")).toEqual({
      overriding: ["shop/Cached.java:4", "shop/Disk.java:5 marked"],
      isRequired: true,
      completes: null,
    });
  });

  it("of what has a body are not asked for", async () => {
    expect(await overrides(JAVA, "Saver.flush")).toEqual({
      overriding: ["shop/Disk.java:7"],
      isRequired: false,
      completes: null,
    });
  });

  it("of what an interface of TypeScript lets them leave out are not asked for", async () => {
    const files: Files = {
      "a.ts":
        "interface Saver {\n  save?(): void;\n  path?: string;\n  id: string;\n}\nclass Disk implements Saver {\n  id = '';\n  path = '';\n  save() {}\n}\n",
    };
    const asked = await Promise.all(
      ["save", "path", "id"].map(async (name) => (await overrides(files, `a.ts#Saver.${name}`)).isRequired),
    );
    expect(asked).toEqual([false, false, true]);
  });

  it("complete their class, unless that leaves it to others", async () => {
    expect((await overrides(JAVA, "Disk.save")).completes).toBe("shop/Disk.java:3");
    expect((await overrides(JAVA, "Disk.flush")).completes).toBe(null);
    expect((await overrides(JAVA, "Cached.save")).completes).toBe(null);
  });

  it.each<[language: string, files: Files]>([
    ["Kotlin", { "a.kt": "interface Saver {\n  fun save()\n}\nclass Disk : Saver {\n  override fun save() {}\n}\n" }],
    [
      "C#",
      {
        "a.cs":
          "abstract class Saver {\n  public abstract void Save();\n}\nclass Disk : Saver {\n  public override void Save() {}\n}\n",
      },
    ],
    ["Swift", { "a.swift": "class Saver {\n  func save() {}\n}\nclass Disk: Saver {\n  override func save() {}\n}\n" }],
    [
      "Scala",
      {
        "a.scala": "trait Saver {\n  def save(): Unit\n}\nclass Disk extends Saver {\n  override def save() = ()\n}\n",
      },
    ],
    [
      "TypeScript",
      { "a.ts": "export class Saver {\n  save() {}\n}\nexport class Disk extends Saver {\n  override save() {}\n}\n" },
    ],
  ])("are known to be marked in %s", async (_, files) => {
    const [path = ""] = Object.keys(files);
    const found = await overrides(files, path === "a.cs" ? "Saver.Save" : "Saver.save");
    expect(found.overriding).toEqual([`${path}:5 marked`]);
  });

  it("of an interface of TypeScript are asked for", async () => {
    const files = {
      "a.ts": "export interface Saver {\n  save(): void;\n}\nexport class Disk implements Saver {\n  save() {}\n}\n",
    };
    expect(await overrides(files, "Saver.save")).toEqual({ overriding: ["a.ts:5"], isRequired: true, completes: null });
    expect((await overrides(files, "Disk.save")).completes).toBe("a.ts:4");
  });

  it("are none of Go's, whose interfaces no type names", async () => {
    const files = {
      "go.mod": "module shop\n",
      "a.go": "package shop\n\ntype Saver interface {\n\tSave()\n}\n\ntype Disk struct{}\n\nfunc (Disk) Save() {}\n",
    };
    expect(await overrides(files, "Saver.Save")).toEqual({ overriding: [], isRequired: false, completes: null });
  });
});
