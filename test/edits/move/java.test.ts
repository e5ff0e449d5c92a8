// Moves of Java types to other packages: imports, names written out, visibility, and what is refused.
import { expect, it } from "vitest";
import { moved, refusalsOf } from "./moved.ts";

const FILES = {
  "src/shop/Order.java": `/* Licence. */
package shop;

import static shop.Texts.upper;

import java.util.*;

import money.Amount;

/** An order. */
public class Order extends Base {
    public static final int MAX = 3;
    private final List<Amount> amounts = new ArrayList<>();

    public String name() {
        return upper(new Line().text()) + MAX;
    }

    public static class Line {
        public String text() { return ""; }
    }
}
`,
  "src/shop/Base.java": "package shop;\n\npublic abstract class Base {\n    protected int count;\n}\n",
  "src/shop/Texts.java":
    "package shop;\n\npublic class Texts {\n    public static String upper(String text) { return text; }\n\n    static void low() {}\n}\n",
  "src/shop/Cart.java":
    "package shop;\n\npublic class Cart {\n    Order order = new Order();\n    int most = Order.MAX;\n}\n\nclass Hidden {\n    void f() { Texts.low(); }\n}\n",
  "src/money/Amount.java": "package money;\n\npublic class Amount {}\n",
  "src/app/Main.java": `package app;

import money.Amount;
import shop.Order;
import shop.Order.Line;

class Main {
    Line line = new Order.Line();
    Amount amount;
}
`,
  "src/app/Written.java":
    "package app;\n\nimport shop.*;\n\nclass Written {\n    Order one;\n    shop.Order two;\n    Cart cart;\n}\n",
  "src/app/Called.java":
    "package app;\n\nclass Called {\n    String text = new shop.Texts().Order;\n    int most = shop.Order.MAX;\n    String name(shop.Texts shop) { return shop.Order.of() + shop\n        .Order.MAX; }\n    static void f() { shop.Order.open(shop.Order::name); }\n}\n",
};

it("moves a type to another package with its file, and every way to name it follows", async () => {
  const { after } = await moved(FILES, "src/shop/Order.java#Order", "src/trade/Order.java");
  expect(after["src/shop/Order.java"]).toBeNull();
  expect(after["src/trade/Order.java"]).toBe(
    FILES["src/shop/Order.java"]
      .replace("package shop;", "package trade;")
      .replace("import static shop.Texts.upper;\n\nimport java.util.*;\n\nimport money.Amount;\n", "")
      .replace(
        "package trade;\n\n\n",
        "package trade;\n\nimport java.util.*;\nimport money.Amount;\nimport shop.Base;\nimport static shop.Texts.upper;\n\n",
      ),
  );
  expect(after["src/shop/Cart.java"]).toContain("package shop;\n\nimport trade.Order;\n\npublic class Cart");
  expect(after["src/app/Main.java"]).toContain("import trade.Order;\nimport trade.Order.Line;\n");
  expect(after["src/app/Written.java"]).toContain("import shop.*;\nimport trade.Order;\n");
  expect(after["src/app/Called.java"]).toContain("int most = trade.Order.MAX;");
  expect(after["src/app/Called.java"]).toContain("return shop.Order.of() + shop\n        .Order.MAX;");
  expect(after["src/app/Called.java"]).toContain("trade.Order.open(trade.Order::name);");
  expect(after["src/app/Written.java"]).toContain("Order one;\n    trade.Order two;");
});

it("makes a type public where another package uses it, in a file of its name", async () => {
  const files = { ...FILES, "src/shop/User.java": "package shop;\n\nclass User {\n    Hidden hidden;\n}\n" };
  const needing = { ...files, "src/shop/Cart.java": FILES["src/shop/Cart.java"].replace("Texts.low();", "") };
  const { after } = await moved(needing, "src/shop/Cart.java#Hidden", "src/trade/Hidden.java");
  expect(after["src/trade/Hidden.java"]).toContain("public class Hidden {");
  expect(after["src/shop/User.java"]).toContain("import trade.Hidden;");
  expect(refusalsOf(await moved(needing, "src/shop/Cart.java#Hidden", "src/trade/Other.java"))).toEqual([
    "Hidden has to become public, and a public type has a file of its name",
  ]);
});

const HIDDEN = {
  "src/shop/Base.java": `package shop;

abstract class Base {
    @Deprecated(since = "1 (or so)")
    protected int count;

    Base() {}

    abstract void put(Note note);

    void drop() {}
}
`,
  "src/shop/Store.java": `package shop;

/** Keeps. */
public class Store extends Base {
    int limit;

    /** Puts. */
    @Override
    void put(Note note) { note.text += Texts.low(); }

    void other() {}
}
`,
  "src/shop/Note.java": "package shop;\n\nclass Note {\n    String text;\n}\n",
  "src/shop/Texts.java":
    'package shop;\n\npublic class Texts {\n    static String low() { return ""; }\n\n    void keep() {}\n}\n',
  "src/shop/Main.java":
    "package shop;\n\nclass Main {\n    void run(Store store, Base base) {\n        base.put(null);\n        store.limit = 1;\n    }\n}\n",
  "src/shop/Deep.java":
    "package shop;\n\nclass Deep extends Base {\n    void put(Note note) {}\n\n    void drop() {}\n}\n",
  "src/shop/Unnamed.java":
    "package shop;\n\nclass Unnamed {\n    void run() {\n        Base base = new Base() {\n            @Override public void put(Note note) {}\n        };\n        base.put(null);\n    }\n}\n",
  "src/shop/Deeper.java":
    "package shop;\n\nclass Deeper extends Deep {\n    @Override protected void put(Note note) {}\n}\n",
};

it("makes public what the border between two packages would hide, with what overrides it", async () => {
  const { after } = await moved(HIDDEN, "Store", "src/trade/Store.java", { exportNeeded: true });
  expect(after["src/trade/Store.java"]).toContain(`public class Store extends Base {
    public int limit;

    /** Puts. */
    @Override
    public void put(Note note) { note.text += Texts.low(); }

    void other() {}`);
  expect(after["src/shop/Base.java"]).toBe(
    HIDDEN["src/shop/Base.java"]
      .replace("abstract class", "public abstract class")
      .replace("Base()", "public Base()")
      .replace("abstract void", "public abstract void"),
  );
  expect(after["src/shop/Deep.java"]).toContain("    public void put(Note note) {}\n\n    void drop() {}");
  expect(after).not.toHaveProperty(["src/shop/Unnamed.java"]);
  expect(after["src/shop/Deeper.java"]).toContain("    @Override public void put(Note note) {}");
  expect(after["src/shop/Note.java"]).toContain("public class Note {\n    public String text;");
  expect(after["src/shop/Texts.java"]).toContain("public static String low()");
  expect(after["src/shop/Texts.java"]).toContain("\n    void keep()");
});

it("says that export_needed makes it public, and refuses it for a type in a file of another name", async () => {
  const { built } = await moved(HIDDEN, "Store", "src/trade/Store.java");
  expect(built.kind === "refused" ? built.refusals[0]?.remedy : "").toMatch(/^pass export_needed/);
  const { "src/shop/Note.java": note, ...others } = HIDDEN;
  const files = { ...others, "src/shop/Notes.java": `${note}\nclass Notes {}\n` };
  expect(refusalsOf(await moved(files, "Store", "src/trade/Store.java", { exportNeeded: true }))).toEqual([
    "Store uses Note, which is not public",
    "Store uses Note.text, which is not public",
  ]);
});

it.each([
  ["src/shop/Cart.java#Hidden", "src/trade/Hidden.java", ["Hidden uses Texts.low, which is not public"]],
  ["src/shop/Texts.java#Texts", "src/trade/Texts.java", ["uses Texts.low, which is not public"]],
  ["src/shop/Order.java#Order", "src/money/Amount.java", [/^Order is public/, /^Order may use names of java\.util/]],
  ["src/shop/Order.java#Order.Line", "src/trade/Line.java", [/^Order\.Line is inside of another definition/]],
  ["src/shop/Base.java#Base", "src/taken/Base.java", [/^src\/taken\/Other\.java defines Base already$/]],
])("refuses to move %s to %s", async (symbol, to, messages) => {
  const files = { ...FILES, "src/taken/Other.java": "package taken;\n\nclass Base {}\n" };
  const expected = messages.map((one) => (typeof one === "string" ? one : expect.stringMatching(one)));
  expect(refusalsOf(await moved(files, symbol, to))).toEqual(expected);
});

const UNNAMED = {
  "src/shop/Reader.java":
    "package shop;\n\npublic class Reader {\n    String take(Test test) { return null; }\n    Cart cart;\n    void bump() { cart.lines.bump(); }\n\n    interface Test {\n        boolean test(char c);\n    }\n}\n",
  "src/shop/Cart.java":
    "package shop;\n\npublic class Cart {\n    public Lines lines;\n\n    static class Lines {\n        public void bump() {}\n    }\n}\n",
  "src/shop/Main.java":
    "package shop;\n\nclass Main {\n    String run(Reader reader) { return reader.take(c -> true); }\n}\n",
};

it("makes public the types that are used over the border without being named, or refuses", async () => {
  const to = "src/trade/Reader.java";
  const { after } = await moved(UNNAMED, "Reader", to, { exportNeeded: true });
  expect(after[to]).toContain("public interface Test {");
  expect(after["src/shop/Cart.java"]).toContain("public static class Lines {");
  const open = {
    ...UNNAMED,
    "src/shop/Reader.java": UNNAMED["src/shop/Reader.java"].replace("String take", "public String take"),
  };
  expect(refusalsOf(await moved(open, "Reader", to))).toEqual([
    "uses Reader.take with Reader.Test, which is not public",
    "Reader uses Cart.Lines.bump, which is not public",
  ]);
});

it("refuses to move what uses a type that no file defines and nothing imports", async () => {
  const files = {
    "src/shop/Data.java":
      "package shop;\n\npublic class Data {\n    String all = Packed.ALL + StackWalker.Option.values();\n}\n",
  };
  expect(refusalsOf(await moved(files, "Data", "src/trade/Data.java"))).toEqual([
    "Data uses Packed, which is in no file that could be read",
  ]);
});

it("a record's accessors are public, and nothing is written into its header", async () => {
  const files = {
    "src/p/Money.java": "package p;\n\npublic record Money(int cents) {\n    Rate rate() { return null; }\n}\n",
    "src/p/Rate.java":
      "package p;\n\npublic final class Rate {\n    public int times(Money m) { return m.cents(); }\n}\n",
  };
  for (const exportNeeded of [false, true]) {
    const { after } = await moved(files, "src/p/Rate.java#Rate", "src/q/Rate.java", { exportNeeded });
    expect(after["src/q/Rate.java"]).toContain("m.cents()");
    expect(after["src/p/Money.java"]).toContain("public record Money(int cents) {");
  }
});
