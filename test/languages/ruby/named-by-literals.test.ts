// What Ruby's symbols, strings and shorthands name: by what they are passed to.
import { afterAll, beforeAll, expect, it } from "vitest";
import { readTable } from "../../support/read-table.ts";
import { openToolsInProcess, type ToolsInProcess } from "../../support/tools-in-process.ts";

const FILES = {
  "cell.rb": [
    "class Cell",
    "  attr_accessor :size, :list",
    "  LIMIT = 3",
    "  private_constant :LIMIT",
    "  def grow; @size = 1; @size += @size; end",
    "  alias widen grow",
    "  alias_method :enlarge, :grow",
    "  private :grow, :all",
    "  before_save :grow, if: :ready?",
    "  before_action :load, only: %i[index show], unless: [:ready?]",
    "  define_method(:copy, instance_method(:grow))",
    "  def ready?; send(:grow); method(:grow).call; self.public_send(:grow); end",
    "  def all; total(ready:); { grow: }; end",
    "  def ready = 1",
    "  def local(grow) = total(grow:)",
    "  def load; end",
    "  def index; end",
    "  undef load",
    "  class << self",
    "    def make; end",
    "    alias_method :build, :make",
    "    private :make",
    "  end",
    "  private_class_method :make",
    "end",
    "Cell.instance_method(:grow)",
    "Cell.new.send(:grow)",
    "Cell.method(:make).call",
    "[Cell.new].map(&:grow).first",
    "Cell.new.tap(&:grow)",
    "",
  ].join("\n"),
  "top.rb": "def started; end\nalias begun started\nalias :opened :started\n",
  "models.rb": [
    "module Shop",
    "  class Line",
    "    def price; end",
    "    def cost; price; end",
    "  end",
    "end",
    "class Order",
    '  has_many :lines, class_name: "Shop::Line"',
    '  has_one :first, class_name: "::Shop::Line"',
    '  def line = "Shop::Line".constantize',
    "  def other = Object.const_get(:Shop)",
    "  def made; @made ||= Shop::Line.new; end",
    "  delegate :price, to: :@line",
    "  def initialize; @line = Shop::Line.new; end",
    "end",
    "class Other",
    "  def price; end",
    "  def made; @price; end",
    "end",
    "",
  ].join("\n"),
};

let tools: ToolsInProcess;
beforeAll(async () => {
  tools = await openToolsInProcess(FILES);
});
afterAll(() => tools.close());

it.each([
  ["cell.rb#Cell.size", [5]],
  ["cell.rb#Cell.LIMIT", [4]],
  ["cell.rb#Cell.grow", [6, 7, 8, 9, 11, 12, 13, 26, 27, 29, 30]],
  ["cell.rb#Cell.ready?", [9, 10]],
  ["cell.rb#Cell.ready", [13]],
  ["cell.rb#Cell.load", [10, 18]],
  ["cell.rb#Cell.index", [10]],
  ["cell.rb#Cell.make", [21, 22, 24, 28]],
  ["top.rb#started", [2, 3]],
  ["models.rb#Shop.Line", [8, 9, 10, 12, 14]],
  ["models.rb#Shop", [8, 9, 10, 11, 12, 14]],
  ["models.rb#Shop.Line.price", [4, 13]],
  ["models.rb#Other.price", []],
  ["models.rb#Order.made", []],
])("%s is used on lines %j", async (symbol, lines) => {
  const { structured, text } = await tools.ask("find_references", { symbol });
  const used = readTable(structured["references"]).map((row) => row["line"]);
  expect([...new Set(used)], text).toEqual(lines);
});
