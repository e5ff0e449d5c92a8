// Ruby that nobody writes by hand: its facts are bounded, and what is left out is counted.
import { expect, test } from "vitest";
import type { Facts } from "../../../src/vocabulary/facts.ts";
import { around, factsOf, holdsBounds, type Texts, times } from "../../facts/hostile.ts";

const read = (text: string): Promise<Facts> => factsOf("a.rb", `${text}\nknown = other()\n`);

const DEEP: Texts = {
  modules: around(5000, "module A\n", "", "end\n"),
  methods: around(5000, "def f\n", "", "end\n"),
  blocks: around(5000, "f do |a|\n", "a.b", "end\n"),
  "classes of blocks": `class A\n${around(2000, "f.class_eval do\n", "g", "end\n")}end`,
  "class << self": `class A\n${around(2000, "class << self\n", "def f; end\n", "end\n")}end`,
  parentheses: `x = ${around(5000, "(", "y", ")")}`,
  arrays: `x = ${around(5000, "[", "y", "]")}`,
  calls: `x = a${".b()".repeat(5000)}`,
  arguments: `x = ${around(5000, "f(", "y", ")")}`,
  alternatives: `x = ${"a || ".repeat(5000)}b`,
  conditions: around(2000, "if a\n", "b", "end\n"),
  constants: `A${"::B".repeat(5000)}`,
};

const LONG: Texts = {
  attributes: `class A\n  attr_accessor ${times(5_000, (at) => `:a${at}, `)}:b\nend`,
  delegates: `class A\n  delegate ${times(5_000, (at) => `:a${at}, `)}to: :b\nend`,
  includes: `class A\n${times(2_000, (at) => `include M${at}\n`)}end`,
  "bare calls in a class": `class A\n${times(5_000, (at) => `f${at} :x\n`)}end`,
  "instance variables": `class A\n  def f\n${times(5_000, (at) => `@a${at} = B.new\n`)}end\nend`,
  "locals that hold locals": `def f(x0)\n${times(5_000, (at) => `x${at + 1} = x${at}.next\n`)}end`,
  "many on one side": `${times(5_000, (at) => `a${at}, `)}b = c`,
};

holdsBounds(DEEP, LONG, read);

test("more definitions than one file may hold are counted", async () => {
  const facts = await read(`class A\n${times(25_000, (at) => `attr_reader :v${at}\n`)}end`);
  expect(facts.definitions).toHaveLength(20_000);
  expect(facts.left).toBeGreaterThan(4_000);
});

test("a text of pieces has facts, whatever they come to", async () => {
  const pieces = ["class", "def", "alias", "attr_reader", "include", "delegate to:", "define_method", "Struct.new do"];
  const facts = await read([...pieces, "class << ", "A = Class.new(", "@ = 1", "delegate :a, to:"].join("\n"));
  expect(facts.definitions.every(({ name }) => name !== "")).toBe(true);
});
