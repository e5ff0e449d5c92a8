// What a rename must not pass over: uses that it does not resolve, macros that are expanded elsewhere, and methods by which a type is
// used as a library's interface.
import { expect, it } from "vitest";
import { rename } from "./rename-scene.ts";

it("renames a use by what a `using` brings of a namespace with dots in its name", async () => {
  const { left, files } = await rename(
    {
      "Labels.cs":
        "namespace Grid.Support\n{\n    public static class Labels\n    {\n        public const int Limit = 4;\n    }\n}\n",
      "Cell.cs":
        "using Grid.Support;\n\nnamespace Grid\n{\n    class Cell\n    {\n        int Area => Labels.Limit;\n    }\n}\n",
    },
    "Labels.cs#Grid.Support.Labels.Limit",
    "Most",
  );
  expect(left).toEqual([]);
  expect(files["Cell.cs"]).toContain("Labels.Most");
});

it("renames a type where `using static` names it", async () => {
  const { files, left } = await rename(
    {
      "Labels.cs":
        "namespace Grid.Support\n{\n    public static class Labels\n    {\n        public const int Limit = 4;\n    }\n}\n",
      "Cell.cs": "using static Grid.Support.Labels;\n\nclass Cell\n{\n    int Area => Limit;\n}\n",
    },
    "Labels.cs#Grid.Support.Labels",
    "Names",
  );
  expect(left).toEqual([]);
  expect(files["Cell.cs"]).toContain("using static Grid.Support.Names;");
});

it("lists where a macro is expanded whose text keeps the old name", async () => {
  const { left } = await rename(
    {
      "a.c":
        'void drop(int **p) { *p = 0; }\n#define SCOPED __attribute__((annotate("drop")))\nvoid f(int *q) {\n  SCOPED int *p = q;\n}\n',
    },
    "drop",
    "release",
  );
  expect(left.map((place) => place.split(" ")[0])).toEqual(["a.c:2", "a.c:4"]);
});

it("refuses the method by which an error of Go is one", async () => {
  const { refusals } = await rename(
    {
      "go.mod": "module a\n",
      "a.go":
        'package a\n\ntype missing struct{}\n\nfunc (m *missing) Error() string { return "" }\n\nfunc find() error { return &missing{} }\n',
    },
    "a.go#missing.Error",
    "Text",
  );
  expect(refusals).toEqual([expect.stringContaining("Error may override or implement a member of a library")]);
});

it("takes a method along whose interface names its types by a dot import", async () => {
  const { files } = await rename(
    {
      "go.mod": "module a\n",
      "shape/cell.go": "package shape\n\ntype Cell struct{}\n",
      "main.go":
        'package main\n\nimport (\n\t. "a/shape"\n\tsh "a/shape"\n)\n\ntype handler func(*Cell)\n\nfunc (h handler) Handle(c *sh.Cell) { h(c) }\n\ntype Handler interface{ Handle(*Cell) }\n\nvar one Handler = handler(nil)\n',
    },
    "main.go#handler.Handle",
    "Serve",
  );
  expect(files["main.go"]).toContain("type Handler interface{ Serve(*Cell) }");
});
