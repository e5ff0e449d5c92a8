// Places that an edit breaks although the symbol's name does not stand there, or stands there under another one. Each case: a symbol,
// and lines that the edit has to list; nothing else of these files may miss.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { deleteSymbolTool, renameSymbolTool } from "../../../src/operations/edits/symbol-edits.ts";
import { readTable } from "../../support/read-table.ts";
import { openToolsInProcess, type ToolsInProcess } from "../../support/tools-in-process.ts";

const lines = (...all: readonly string[]): string => `${all.join("\n")}\n`;

const FILES: Readonly<Record<string, string>> = {
  "kt/Joins.kt": lines("package kt.joins", "", 'fun joined(vararg parts: String) = parts.joinToString("-")'),
  "kt/Label.kt": lines(
    "package kt.label",
    "",
    "import kt.joins.joined as glued",
    "",
    "class Label(val text: String) {",
    "  fun shown() = glued(text)",
    "}",
  ),
  "kt/Width.kt": lines(
    "package kt.width",
    "",
    "class Width(val value: Int) {",
    "  operator fun plus(other: Width) = Width(value)",
    "}",
    "fun interface Painter { fun paint(width: Width): String }",
    "fun sum(): Int {",
    "  val both = Width(1) + Width(2)",
    "  val (a, b) = pair(both)",
    '  val painter = Painter { "x" }',
    "  return a.size",
    "}",
    "const val FIRST = 1",
    "annotation class Most(val most: Int = FIRST)",
  ),
  "scala/Support.scala": lines(
    "package grid.support",
    "",
    'def joinedParts(parts: String): String = parts + "-"',
    "trait Show[T]:",
    "  def shown(it: T): String",
    'given showInt: Show[Int] = it => "i"',
  ),
  "scala/Cells.scala": lines(
    "package grid",
    "",
    "import support.{joinedParts as stuck, Show}",
    "",
    "object Pair:",
    "  def unapply(cell: Int): Option[(Int, Int)] = Some((cell, cell))",
    "class Label:",
    '  val text = stuck("a")',
    "def take(cell: Int) = cell match",
    "  case Pair(left, right) => left",
    "def show[T](it: T)(using painter: Show[T]): String = painter.shown(it)",
    "val done = show(1)",
  ),
  "cs/Support.cs": lines(
    "namespace Shop.Support",
    "{",
    "    public struct Width",
    "    {",
    "        public static Width operator +(Width a, Width b) => a;",
    "    }",
    "    public interface ISized { int Size { get; } }",
    "    public class Box : ISized",
    "    {",
    "        public int Size => 1;",
    "    }",
    "}",
  ),
  "cs/Main.cs": lines(
    "using Shop.Support;",
    "namespace Shop",
    "{",
    "    class Program",
    "    {",
    "        static Width Make(Width a) => a",
    "            + new Width();",
    "    }",
    "}",
  ),
  "c/kinds.c": lines(
    '#define KINDS(X) X(KIND_A, "a") X(KIND_B, "b")',
    "#define AS_ENUM(name, text) name,",
    "enum kind { KINDS(AS_ENUM) KIND_COUNT };",
    "int last(void) { return KIND_B; }",
  ),
  "cpp/box.cpp": lines(
    "template <typename T> struct Box {",
    "  explicit Box(T it) : item(it) {}",
    "  const T *begin() const;",
    "  T item;",
    "};",
    "int main() {",
    "  Box box{1};",
    "  for (int one : box) return one;",
    "}",
  ),
  "go/kind.go": lines("package kind", "", "const (", "\tPlain = iota", "\tBold", "\tWide", ")"),
  "java/Limits.java": lines(
    "class Limits {",
    "  static final int WIDTH = 4;",
    "  static final int MOST = WIDTH + 1;",
    "  @Size(MOST) int size;",
    "}",
  ),
  "php/support.php": lines("<?php", "namespace Grid\\Support;", "function doubled(int $a) { return 2 * $a; }"),
  "php/main.php": lines("<?php", "call_user_func('Grid\\Support\\doubled', 2);"),
  "php/sort.php": lines("<?php", "usort($rows, 'byAge');", "function byAge($a, $b) { return 0; }"),
  "ruby/cell.rb": lines(
    "class Cell",
    "  include Comparable",
    "  def <=>(other) = 1",
    "end",
    "def larger? = Cell.new > Cell.new",
  ),
  "ts/base.ts": lines(
    "class Base { constructor(kind: string) {} }",
    "export class Wide extends Base {",
    "  constructor(",
    "    kind: string,",
    "  ) {",
    "    super(kind);",
    "  }",
    "  *[Symbol.iterator]() { yield 1; }",
    "}",
    'for (const one of new Wide("a")) use(one);',
  ),
  "ts/jsx.tsx": lines(
    "declare global {",
    "  namespace JSX {",
    "    interface IntrinsicElements { board: {} }",
    "  }",
    "}",
    "export const tile = () => <board />;",
  ),
  "vue/View.vue": lines(
    '<script setup lang="ts">',
    'import { vFocus } from "./focus";',
    "const emit = defineEmits<{ pick: [cell: number] }>();",
    "</script>",
    "<template>",
    '  <input v-focus @click="emit(1)" />',
    "</template>",
  ),
  "vue/focus.ts": lines("export const vFocus = { mounted() {} };"),
  "vue/App.vue": lines(
    '<script setup lang="ts">',
    'import View from "./View.vue";',
    "</script>",
    "<template>",
    "  <View",
    '    @pick="1"',
    "  />",
    "</template>",
  ),
  "rs/unit.rs": lines(
    "macro_rules! define_unit {",
    "    ($name:ident) => {",
    "        pub struct $name;",
    "    };",
    "}",
    "define_unit!(Meter);",
    "fn make() -> Meter {",
    "    Meter",
    "}",
  ),
};

let tools: ToolsInProcess;
beforeAll(async () => {
  tools = await openToolsInProcess(FILES);
});
afterAll(() => tools.close());

/** Every line that is listed, also those within a range. */
function listedIn(left: unknown): string[] {
  const rows = readTable(left) as { path: string; line: number; end_line?: number | null }[];
  return rows.flatMap(({ path, line, end_line }) =>
    Array.from({ length: (end_line ?? line) - line + 1 }, (_, at) => `${path}:${line + at}`),
  );
}

describe("a deletion lists", () => {
  it.each([
    ["uses under another name inside of a class", "kt/Joins.kt#joined", ["kt/Label.kt:3", "kt/Label.kt:6"]],
    ["the sign of an operator, and what is made of it", "kt/Width.kt#Width.plus", ["kt/Width.kt:8"]],
    ["lambdas of an interface with one method", "kt/Width.kt#Painter.paint", ["kt/Width.kt:10"]],
    ["uses of a variable that is set by it", "kt/Width.kt#Width", ["kt/Width.kt:8", "kt/Width.kt:9", "kt/Width.kt:11"]],
    ["the default of a property of a class's head", "kt/Width.kt#FIRST", ["kt/Width.kt:14"]],
    ["imports from a package around the file's own", "scala/Support.scala#joinedParts", ["scala/Cells.scala:8"]],
    ["patterns that take apart", "scala/Cells.scala#Pair.unapply", ["scala/Cells.scala:10"]],
    ["calls that are given what is not named", "scala/Support.scala#showInt", ["scala/Cells.scala:12"]],
    [
      "a type of a namespace with dots in its name",
      "cs/Support.cs#Shop.Support.Width",
      ["cs/Main.cs:6", "cs/Main.cs:7"],
    ],
    ["the sign of an operator (C#)", "cs/Support.cs#Shop.Support.Width.operator +", ["cs/Main.cs:7"]],
    ["the class that has to have a property", "cs/Support.cs#Shop.Support.Box.Size", ["cs/Support.cs:8"]],
    ["names that a macro makes", "c/kinds.c#KINDS", ["c/kinds.c:3", "c/kinds.c:4"]],
    ["names that macros make in it", "c/kinds.c#kind", ["c/kinds.c:4"]],
    ["names that a macro makes (Rust)", "rs/unit.rs#define_unit", ["rs/unit.rs:6", "rs/unit.rs:7", "rs/unit.rs:8"]],
    ["makers whose template has no arguments", "cpp/box.cpp#Box.Box", ["cpp/box.cpp:7"]],
    ["loops over it", "cpp/box.cpp#Box.begin", ["cpp/box.cpp:8"]],
    ["constants with a value of the list", "go/kind.go#Plain", ["go/kind.go:5", "go/kind.go:6"]],
    [
      "constants that are computed from it, where they must be known",
      "java/Limits.java#Limits.WIDTH",
      ["java/Limits.java:4"],
    ],
    ["a path to it in a string", "php/support.php#doubled", ["php/main.php:2"]],
    ["a string that is its name", "php/sort.php#byAge", ["php/sort.php:2"]],
    ["comparisons", "ruby/cell.rb#Cell.<=>", ["ruby/cell.rb:5"]],
    ["constructors that call it", "ts/base.ts#Base.constructor", ["ts/base.ts:6"]],
    ["loops over it (TypeScript)", "ts/base.ts#Wide.[Symbol.iterator]", ["ts/base.ts:10"]],
    ["tags of the page that declares it", "vue/View.vue#emit", ["vue/View.vue:6", "vue/App.vue:5", "vue/App.vue:6"]],
  ] as const)("%s: %s", async (_, symbol, expected) => {
    const { structured } = await tools.ask(deleteSymbolTool.operation, { symbol, max_tokens: 20_000 });
    expect(structured["state"], JSON.stringify(structured)).toBe("preview");
    expect(listedIn(structured["left"])).toEqual(expect.arrayContaining([...expected]));
  });
});

describe("a rename lists", () => {
  it.each([
    ["what the language looks up by that name", "ts/jsx.tsx#global.JSX.IntrinsicElements", ["ts/jsx.tsx:6"]],
    ["its use in another spelling", "vue/focus.ts#vFocus", ["vue/View.vue:6"]],
    ["loops over it", "cpp/box.cpp#Box.begin", ["cpp/box.cpp:8"]],
  ] as const)("%s: %s", async (_, symbol, expected) => {
    const { structured } = await tools.ask(renameSymbolTool.operation, {
      symbol,
      new_name: "other",
      max_tokens: 20_000,
    });
    expect(structured["state"], JSON.stringify(structured)).toBe("preview");
    expect(listedIn(structured["left"])).toEqual(expect.arrayContaining([...expected]));
  });
});
