// What a type's answer lists as a member can be addressed by `Type.member`, found and renamed, in every language with links.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readTable } from "../../../support/read-table.ts";
import { openToolsInProcess, type ToolsInProcess } from "../../../support/tools-in-process.ts";

/** By path: the text, and the addresses of members with the number of their uses in it. */
const TEXTS: Readonly<Record<string, readonly [text: string, members: Readonly<Record<string, number>>]>> = {
  "a.ts": [
    "export interface TConf { region: string; zone?: number }\nexport enum Color { Red, Blue }\nexport type Shape = { kind: string };\nexport class Cart { constructor(readonly owner: string) {} }\nexport const show = (c: TConf, s: Shape, k: Cart) => c.region + Color.Red + s.kind + k.owner;\n",
    { "TConf.region": 1, "Color.Red": 1, "Shape.kind": 1, "Cart.owner": 1 },
  ],
  "a.go": [
    "package a\ntype GConf struct { Region string }\nfunc Show(c GConf) string { return c.Region }\n",
    { "GConf.Region": 1 },
  ],
  "a.rs": [
    "pub struct RConf { pub retries: i32 }\npub enum Form { Circle(i32), Dot }\npub fn show(c: &RConf, s: Form) -> i32 { match s { Form::Circle(r) => r + c.retries, Form::Dot => 0 } }\n",
    { "RConf.retries": 1, "Form.Circle": 1, "Form::Dot": 1 },
  ],
  "a.scala": [
    "object ShopApp {\n  case class Settings(mode: String, retries: Int)\n  def show(s: Settings): String = s.mode + s.retries\n}\n",
    { "ShopApp.Settings.mode": 1, "Settings.mode": 1 },
  ],
  "a.kt": ["data class KConf(val zone: String)\nfun show(c: KConf) = c.zone\n", { "KConf.zone": 1 }],
  "a.cs": [
    "public record CConf(string Area);\npublic enum Lvl { Low, High }\npublic class S { public string Show(CConf c) { return c.Area + Lvl.Low; } }\n",
    { "CConf.Area": 1, "Lvl.Low": 1 },
  ],
  "a.c": ["struct cell { int width; };\nint show(struct cell *c) { return c->width; }\n", { "cell.width": 1 }],
  "g.hpp": [
    "struct Plain2 {\n  int price() const { return cost_; }\n  int cost_;\n  int left_ = 0;\n};\nenum class Tone { Low, High };\n",
    { "Plain2.cost_": 1, "Plain2.left_": 0, "Tone.High": 0 },
  ],
  "Dot.java": [
    "record Dot(\n    int at,\n    int end) {\n  int size() { return end - at; }\n  static int first(Dot d) { return d.at() + d.at; }\n}\nenum Mood { GLAD, SAD }\nclass Use { Mood mood = Mood.GLAD; }\n",
    { "Dot.at": 3, "Dot.end": 1, "Mood.GLAD": 1, "Use.mood": 0 },
  ],
  "a.php": [
    "<?php\nclass PConf { public int $size = 1; public function __construct(public string $area) {} }\nenum Suit { case Hearts; }\nfunction show(PConf $c) { return $c->area . $c->size . Suit::Hearts->name; }\n",
    { "PConf.area": 1, "PConf.size": 1, "Suit.Hearts": 1 },
  ],
  "a.py": [
    "class Plain:\n    count: int = 0\n\n    def __init__(self, width: int) -> None:\n        self.width = width\n\n    def area(self) -> int:\n        return self.width + self.count\n",
    { "Plain.width": 1, "Plain.count": 1 },
  ],
  "a.rb": [
    "class Person\n  attr_reader :name\n  def initialize(name)\n    @name = name\n    @age = 1\n  end\n  def label\n    name.to_s + @age.to_s\n  end\nend\n",
    { "Person.name": 2 },
  ],
  "a.swift": [
    "struct SConf { var speed: Int; let mode: String }\nenum Way { case left, right }\nfunc show(c: SConf) -> Int { c.speed }\n",
    { "SConf.speed": 1, "Way.left": 0 },
  ],
};

let tools: ToolsInProcess;
beforeAll(async () => {
  tools = await openToolsInProcess(Object.fromEntries(Object.entries(TEXTS).map(([path, [text]]) => [path, text])));
});
afterAll(() => tools.close());

/** What rename_symbol supports. */
const RENAMED = /\.(?:ts|go|rs|cs|c|hpp|java|py)$/;

const CASES = Object.entries(TEXTS).flatMap(([path, [, members]]) =>
  Object.entries(members).map(([address, uses]) => ({ path, address, uses })),
);

describe.each(CASES)("$address", ({ path, address, uses }) => {
  it.each(["alone", "with its file"])("is addressed %s, and has its uses", async (how) => {
    const symbol = how === "alone" ? address : `${path}#${address}`;
    const { structured, text } = await tools.ask("find_references", { symbol });
    expect(structured["symbol"], text).toMatchObject({ path });
    expect(readTable(structured["references"] ?? { rows: [], columns: [] }), text).toHaveLength(uses);
  });

  it("has a source", async () => {
    const source = await tools.ask("get_symbol_source", { symbol: address });
    expect(source.structured["outcome"]).toBe("found");
  });

  it("is found", async () => {
    const { structured, text } = await tools.ask("search_symbols", { query: address });
    expect(readTable(structured["symbols"]), text).toContainEqual(expect.objectContaining({ path }));
  });
});

it.each(CASES.filter(({ path }) => RENAMED.test(path)))("$address can be renamed", async ({ address }) => {
  const { structured, text } = await tools.ask("rename_symbol", { symbol: address, new_name: "other" });
  expect(structured, text).toMatchObject({ state: "preview" });
});

it("an edit of a member alone names the tool that makes it", async () => {
  const { structured, text } = await tools.ask("delete_symbol", { symbol: "TConf.region" });
  expect(structured).toMatchObject({ state: "refused" });
  expect(text).toContain("edit TConf by replace_in_symbol");
});

it("whatever a type's answer lists is addressed so", async () => {
  for (const type of [
    "TConf",
    "Color",
    "Cart",
    "GConf",
    "RConf",
    "Form",
    "KConf",
    "CConf",
    "Plain2",
    "PConf",
    "Plain",
  ]) {
    const { structured } = await tools.ask("get_symbol", { symbol: type, max_tokens: 2_000 });
    const members = readTable(structured["related"]).filter((row) => row["relation"] === "member");
    expect(members.length).toBeGreaterThan(0);
    for (const { symbol } of members) {
      const found = await tools.ask("find_references", { symbol: `${type}.${String(symbol)}` });
      expect(found.structured["symbol"], `${type}.${String(symbol)}: ${found.text}`).not.toBeNull();
    }
  }
});
