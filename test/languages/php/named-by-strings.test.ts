// What PHP's strings, arrays and named arguments name, and uses in text that its grammar does not know.
import { afterAll, beforeAll, expect, it } from "vitest";
import { readTable } from "../../support/read-table.ts";
import { openToolsInProcess, type ToolsInProcess } from "../../support/tools-in-process.ts";

const FILES = {
  "constants.php": [
    "<?php",
    "define('LIMIT', 3);",
    "if (!defined('DEPTH')) { define('DEPTH', 3); }",
    "echo LIMIT, \\LIMIT, constant('LIMIT'), DEPTH;",
    "function total($x) { return $x; }",
    "array_map('total', []); usort($a, \"\\\\total\"); is_callable('total');",
    "$b = total(...) |> strlen(...);",
    'echo "{${total(1)}}";',
    'echo <<<"X"',
    " {${total(1)}}",
    "X;",
    "",
  ].join("\n"),
  "used.php": "<?php\nnamespace App;\necho LIMIT, \\LIMIT;\necho \\total(1);\n",
  "cell.php": [
    "<?php",
    "namespace Grid;",
    "class Cell {",
    "  const MAX = 1;",
    "  public static $all = 1;",
    "  function __construct(private int $size = 1, $plain = 2) {}",
    "  function grow() { return [$this, 'grow']; }",
    '  function text(?Cell $c) { return "a $c?->size b {${self::$all}}"; }',
    "  function copy() { return clone($this, ['size' => 2, 'x' => self::MAX]); }",
    "  static function make() { return new self(size: 1, plain: 2); }",
    "  private $plain;",
    "}",
    "$cell = new Cell(size: 2);",
    "call_user_func([Cell::class, 'make']); call_user_func('Grid\\Cell::make'); call_user_func([$cell, 'grow']);",
    "constant('Grid\\Cell::MAX'); method_exists($cell, 'grow'); property_exists(Cell::class, 'size');",
    "class_exists('Grid\\Cell'); class_exists(\"Grid\\\\Cell\");",
    "$pair = ['size', 'grow']; $other = [$unknown, 'grow'];",
    "class Side extends Cell { function __construct() { parent::__construct(size: 3); } }",
    "",
  ].join("\n"),
  "hooked.php": [
    "<?php",
    "class Hooked {",
    "  function __construct(public int $size { get => $this->size; }) {}",
    "  function all() { return $this->size; }",
    "}",
    "",
  ].join("\n"),
  "HookTest.php": [
    "<?php",
    "class Hooked {",
    "  public string $name { get => $this->name; set(string $v) { $this->name = $v; } }",
    "  public function run() {}",
    "}",
    "class HookTest extends TestCase {",
    "  public static function names() {}",
    "  #[DataProvider('names')]",
    "  public function testRun() {",
    "    $mock = $this->createMock(Hooked::class);",
    "    $mock->method('run');",
    "    $mock->expects($this->once())->method('run')->willReturn(1);",
    "  }",
    "}",
    "",
  ].join("\n"),
};

const TEMPLATES = {
  "views/page.blade.php": "<p>{{ shown() }} {!! raw() !!}</p>\n@if(asked())\n<b>written</b>\n",
  "helpers.php": "<?php\nfunction shown() {}\nfunction raw() {}\nfunction asked() {}\nfunction written() {}\n",
};

let tools: ToolsInProcess;
beforeAll(async () => {
  tools = await openToolsInProcess({ ...FILES, ...TEMPLATES });
});
afterAll(() => tools.close());

it.each([
  ["constants.php#LIMIT", ["constants.php:4", "used.php:3"]],
  ["constants.php#DEPTH", ["constants.php:3", "constants.php:4"]],
  ["constants.php#total", ["constants.php:6", "constants.php:7", "constants.php:8", "constants.php:10", "used.php:4"]],
  ["cell.php#Cell.size", ["cell.php:8", "cell.php:9", "cell.php:10", "cell.php:13", "cell.php:15", "cell.php:18"]],
  ["cell.php#Cell.plain", []],
  ["cell.php#Cell.all", ["cell.php:8"]],
  ["cell.php#Cell.grow", ["cell.php:7", "cell.php:14", "cell.php:15"]],
  ["cell.php#Cell.make", ["cell.php:14"]],
  ["cell.php#Cell.MAX", ["cell.php:9", "cell.php:15"]],
  ["HookTest.php#Hooked.name", ["HookTest.php:3"]],
  ["HookTest.php#Hooked.run", ["HookTest.php:11", "HookTest.php:12"]],
  ["hooked.php#Hooked.size", ["hooked.php:3", "hooked.php:4"]],
  ["HookTest.php#HookTest.names", ["HookTest.php:8"]],
])("%s is used at %j", async (symbol, lines) => {
  const { structured, text } = await tools.ask("find_references", { symbol });
  const used = readTable(structured["references"]).map((row) => `${row["path"]}:${row["line"]}`);
  expect([...new Set(used)], text).toEqual(lines);
});

it.each([
  ["shown", [1]],
  ["raw", [1]],
  ["asked", [2]],
  ["written", []],
])("a template may use %s on lines %j", async (name, lines) => {
  const { structured } = await tools.ask("find_references", { symbol: `helpers.php#${name}` });
  const doubted = readTable(structured["in_doubt"]).map((row) => row["line"]);
  expect(doubted).toEqual(lines);
});
