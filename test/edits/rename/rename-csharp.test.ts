// Renames in C#: what a type and a member are written as, and what is refused.
import { describe, expect, it } from "vitest";
import { rename } from "./rename-scene.ts";

const SHOP = {
  "Shop/Store.cs": `using System;

namespace Shop
{
    public interface ISaver
    {
        void Save(string key);
        int Size { get; }
    }

    public class Store : ISaver
    {
        private int size;

        public Store(int size) { this.size = size; }

        ~Store() { size = 0; }

        public int Size => size;

        public event EventHandler Changed;

        public void Save(string key) { Changed?.Invoke(this, null); }

        void ISaver.Save(string key) { Save(key); }

        public override string ToString() => "Store";
    }

    public class ShownAttribute : Attribute { }

    public static class Stores
    {
        public static int Twice(this Store store) => store.Size * 2;
    }
}
`,
  "App/Program.cs": `using Shop;

namespace App
{
    [Shown]
    class Program
    {
        int Run(ISaver saver, dynamic unknown)
        {
            var store = new Store(size: 2);
            store.Save(nameof(Store));
            store.Changed += (a, b) => { };
            saver.Save("a");
            unknown.Save("b");
            return store.Twice() + store.Size;
        }
    }
}
`,
};
const [STORE, PROGRAM] = Object.values(SHOP) as [string, string];

describe("rename_symbol in C#", () => {
  it("renames a type with its constructor and destructor", async () => {
    const { files, refusals } = await rename(SHOP, "Shop/Store.cs#Shop.Store", "Depot");
    expect(refusals).toEqual([]);
    expect(files["Shop/Store.cs"]).toBe(STORE.replace(/\bStore\b(?!")/gu, "Depot"));
    expect(files["App/Program.cs"]).toBe(PROGRAM.replace(/\bStore\b/gu, "Depot"));
  });

  it("renames a method with the interface's, and lists it on a value of unknown type", async () => {
    const { files, left, refusals } = await rename(SHOP, "Store.Save", "Put");
    expect(refusals).toEqual([]);
    expect(files["Shop/Store.cs"]).toBe(STORE.replace(/\bSave\b/gu, "Put"));
    expect(files["App/Program.cs"]).toBe(PROGRAM.replace(/(?<=store\.|saver\.)Save\b/gu, "Put"));
    expect(left).toContain("App/Program.cs:14 on a value of unknown type");
  });

  it("renames properties, events and extension methods", async () => {
    for (const [symbol, name] of [
      ["Store.Size", "Size"],
      ["Store.Changed", "Changed"],
      ["Stores.Twice", "Twice"],
    ] as const) {
      const { files, refusals } = await rename(SHOP, symbol, "Other");
      expect(refusals).toEqual([]);
      const word = new RegExp(`\\b${name}\\b`, "gu");
      expect(files).toEqual({
        "Shop/Store.cs": STORE.replace(word, "Other"),
        "App/Program.cs": PROGRAM.replace(word, "Other"),
      });
    }
  });

  it("refuses what its name gives a meaning, and a type with a second name", async () => {
    const { refusals } = await rename(SHOP, "Store.ToString", "Text");
    expect(refusals).toEqual(["unsupported Shop/Store.cs:27 ToString has its meaning by its name"]);
    const shown = await rename(SHOP, "Shop/Store.cs#Shop.ShownAttribute", "SeenAttribute");
    expect(shown.refusals).toEqual([
      "unsupported Shop/Store.cs:30 ShownAttribute may be written Shown, too, and these uses would not be renamed",
    ]);
  });
});
