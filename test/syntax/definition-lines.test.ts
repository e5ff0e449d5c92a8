// What a line seems to define, and the outline that a text seems to have, without a grammar.
import { describe, expect, it } from "vitest";
import { definitionOn, outlineByLines } from "../../src/syntax/definition-lines.ts";
import type { Outline, Part } from "../../src/syntax/outline.ts";
import { openSource } from "../../src/syntax/source.ts";
import { processorMs } from "../support/growth.ts";

describe("a line that defines a name", () => {
  it.each([
    ["export default class UserService extends Base {", "class UserService"],
    ["pub(crate) async fn run_all<T>(jobs: &[T]) -> u32 {", "function run_all"],
    ["impl<T> Handler for Route<T> {", "class Handler"],
    ["func (r *Router) Handle(method string) {", "function Handle"],
    ["    def self.match(path)", "function match"],
    ["  defp put_change(changeset, key) do", "function put_change"],
    ["defprotocol Ecto.Queryable do", "interface Queryable"],
    ["pub mod routing;", "module routing"],
    ["fun <T> List<T>.second(): T = this[1]", "function second"],
    ["type Engine struct {", "type Engine"],
    ["#define MAX_SIZE 10", "function MAX_SIZE"],
    ["static int uv__loop_alive(const uv_loop_t* loop) {", "function uv__loop_alive"],
    ["int uv_run(uv_loop_t* loop, uv_run_mode mode)", "function uv_run"],
    ["void Formatter::write(int value) {", "function write"],
    ["    public override void Serialize(ref Writer writer,", "function Serialize"],
    ["  async renderToString(input: string): Promise<string> {", "function renderToString"],
    ["exports.parse = function (text) {", "function parse"],
    ["module.exports = class Application extends Emitter {", "class Application"],
    ["exports.default = async function* walk(tree) {", "function walk"],
    ["const flush = async (queue) => {", "variable flush"],
    ["reload_all() {", "function reload_all"],
    ["trait 🙂", null],
  ])("%s", (line, defined) => {
    const found = definitionOn(line);
    expect(found === null ? null : `${found.kind} ${found.name}`).toBe(defined);
  });

  it.each([
    "  if (ready(queue)) {",
    "  return flush(queue)",
    "  flush(queue);",
    "describe('the queue', () => {",
    "setTimeout(() => {",
    "  const inner = 1;",
    "  puts format(line)",
    "} else if (x) {",
    "// the class of all",
    `${"x".repeat(500)} function f() {`,
  ])("is not: %s", (line) => {
    expect(definitionOn(line)).toBeNull();
  });

  it("is told in linear time", () => {
    const lines = ["a ".repeat(195), "a.".repeat(195), "a<".repeat(195), "(".repeat(390), "a::".repeat(130)];
    const took = processorMs(() => {
      for (const line of lines) {
        definitionOn(`${line}(`);
      }
    });
    expect(took).toBeLessThan(200);
  });
});

const told = ({ path, kind, startLine, endLine, parts }: Part): string[] => [
  `${path} ${kind} ${startLine}-${endLine}`,
  ...parts.flatMap(told),
];
const outlined = (text: string): Outline => outlineByLines(openSource(text));

describe("an outline by lines", () => {
  it("nests by indentation, and takes comments with what follows them", () => {
    const { parts, symbols } = outlined(
      [
        "import x",
        "",
        "# Keeps jobs.",
        "class Queue:",
        "    def push(self, job):",
        "        def inner():",
        "            pass",
        "        self.jobs.append(job)",
        "",
        "    @property",
        "    def size(self):",
        "        return 1",
        "",
        "def run():",
        "    pass",
        "",
      ].join("\n"),
    );
    expect(parts.flatMap(told)).toEqual([
      "Queue class 3-12",
      "Queue.push method 5-8",
      "Queue.size method 10-12",
      "run function 14-15",
    ]);
    expect(symbols.map(({ path, nameLine }) => `${path}:${nameLine}`)).toEqual([
      "Queue:4",
      "Queue.push:5",
      "Queue.size:11",
      "run:14",
    ]);
  });

  it("ends at the closing bracket, wherever the opening one stands", () => {
    const { parts } = outlined("int run(int a,\n        int b)\n{\n  return a;\n}\n\nint x;\n\nvoid stop() {\n}\n");
    expect(parts.flatMap(told)).toEqual(["run function 1-5", "stop function 9-10"]);
  });
});
