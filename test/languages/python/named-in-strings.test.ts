// What Python's strings, parameters and examples name: by what they are passed to, and by who passes them.
import { afterAll, beforeAll, expect, it } from "vitest";
import { readTable } from "../../support/read-table.ts";
import { openToolsInProcess, type ToolsInProcess } from "../../support/tools-in-process.ts";

const FILES = {
  "pkg/__init__.py": '_import_structure = {"store": ["lazily"]}\n',
  "pkg/store.py":
    'def lazily(): pass\ndef loaded(): pass\ndef patched(): pass\nclass Shop:\n    def sell(self): pass\ndef example():\n    """\n    >>> from other import patched\n    >>> patched(loaded())\n    """\n',
  "use.py": [
    "import importlib, sys",
    "from unittest import mock",
    'importlib.import_module("pkg.store").loaded()',
    '__import__("pkg.store").loaded()',
    'sys.modules["pkg.store"].loaded()',
    'mock.patch("pkg.store.patched")',
    'mock.patch("pkg.store.Shop.sell")',
    'client.patch("pkg.store.patched")',
    "",
  ].join("\n"),
  "member.py": [
    "class Cell:",
    '    __slots__ = ("size", "other")',
    "    def __init__(self): self.size = 1",
    "    def grow(self): return 1",
    "    def all(self, other):",
    '        getattr(self, "grow")(); hasattr(self, "grow")',
    '        setattr(self, "size", 2)',
    '        self.__dict__["size"]',
    '        getattr(other.thing, "elsewhere")',
    'mock.patch.object(Cell, "grow")',
    "class Other:",
    "    def grow(self): pass",
    'getattr(Other(), "grow")',
    "",
  ].join("\n"),
  "named.py": [
    "import enum",
    "class Color(enum.Enum):",
    "    RED = 1",
    "def main(): pass",
    'globals()["main"]',
    'globals().get("main")',
    'eval("main()")',
    'Color["RED"]',
    "class Line:",
    '    order = ForeignKey("Order")',
    '    other = relationship("Order", back_populates="lines")',
    "class Order:",
    '    lines = relationship("Line")',
    "",
  ].join("\n"),
  "types.py": [
    "class Base: pass",
    "class Box[T = Base]: pass",
    "def open[T: Base = Base](x: T) -> T: ...",
    "type Many[T = list[Base]] = list[T]",
    "class T: pass",
    "def shadows[T](x: T) -> list[T]: ...",
    "class Heir[T](Box[T]): pass",
    "class Grid:",
    "    rows = [1]",
    "    cells = [row for row in rows]",
    "    def total(self, rows): return [row for row in rows]",
    't"{Base}"',
    "",
  ].join("\n"),
  "conftest.py": "import pytest\n@pytest.fixture\ndef shared(): return 1\n",
  "test_it.py": [
    "import pytest",
    "@pytest.fixture",
    "def store(shared): return 1",
    "def plain(): pass",
    "class TestStore:",
    "    @pytest.fixture",
    "    def own(self, store): return 1",
    "    def test_own(self, own, shared: int, plain): pass",
    '@pytest.mark.usefixtures("store")',
    '@pytest.mark.parametrize("shared", [1])',
    "def test_given(request, shared):",
    '    request.getfixturevalue("store")',
    '@pytest.mark.parametrize("store", [1], indirect=True)',
    "def test_indirect(store): pass",
    "",
  ].join("\n"),
  "stub.pyi": "def stubbed() -> int: ...\n",
  "stub.py": "def stubbed(): return 1\n",
  "stub_use.py": "from stub import stubbed\nstubbed()\n",
};

let tools: ToolsInProcess;
beforeAll(async () => {
  tools = await openToolsInProcess(FILES);
});
afterAll(() => tools.close());

it.each([
  ["pkg/store.py#lazily", ["pkg/__init__.py:1"]],
  ["pkg/store.py#loaded", ["pkg/store.py:9", "use.py:3", "use.py:4", "use.py:5"]],
  ["pkg/store.py#patched", ["use.py:6"]],
  ["pkg/store.py#Shop.sell", ["use.py:7"]],
  ["member.py#Cell.grow", ["member.py:6", "member.py:10"]],
  ["member.py#Other.grow", ["member.py:13"]],
  ["member.py#Cell.size", ["member.py:2", "member.py:7", "member.py:8"]],
  ["named.py#main", ["named.py:5", "named.py:6", "named.py:7"]],
  ["named.py#Color.RED", ["named.py:8"]],
  ["named.py#Order", ["named.py:10", "named.py:11"]],
  ["named.py#Order.lines", ["named.py:11"]],
  ["types.py#Base", ["types.py:2", "types.py:3", "types.py:3", "types.py:4", "types.py:12"]],
  ["types.py#T", []],
  ["types.py#Grid.rows", ["types.py:10"]],
  ["conftest.py#shared", ["test_it.py:3", "test_it.py:8"]],
  ["test_it.py#store", ["test_it.py:7", "test_it.py:9", "test_it.py:12", "test_it.py:13", "test_it.py:14"]],
  ["test_it.py#TestStore.own", ["test_it.py:8"]],
  ["test_it.py#plain", []],
  ["stub.pyi#stubbed", ["stub_use.py:1", "stub_use.py:2"]],
  ["stub.py#stubbed", ["stub_use.py:1", "stub_use.py:2"]],
])("%s is used at %j", async (symbol, lines) => {
  const { structured, text } = await tools.ask("find_references", { symbol });
  const rows = readTable(structured["references"]);
  expect(
    rows.map((row) => `${row["path"]}:${row["line"]}`),
    text,
  ).toEqual(lines);
});
