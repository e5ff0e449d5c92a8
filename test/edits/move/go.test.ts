// Moves of Go definitions between the files of a package: imports on both sides, and what is refused.
import { expect, it } from "vitest";
import { moved, refusalsOf } from "./moved.ts";

const FILES = {
  "go.mod": "module example.com/shop\n\ngo 1.22\n",
  "shop/order.go": `// Package shop sells.
package shop

import (
	"fmt"
	"strings"

	log "example.com/shop/logging"
)

// Order is one.
type Order struct{ ID string }

// String names it.
func (o Order) String() string { return strings.ToUpper(o.ID) }

// Print prints it.
func Print(o Order) {
	log.Write(fmt.Sprint(o))
}
`,
  "shop/price.go": 'package shop\n\nimport "os"\n\nvar home = os.Getenv("HOME")\n',
  "shop/bare.go": "package shop\n\nconst limit = 3\n",
  "logging/write.go": "package logging\n\nfunc Write(text string) {}\n",
  "main.go": 'package main\n\nimport "example.com/shop/shop"\n\nfunc main() { shop.Print(shop.Order{}) }\n',
};

it("moves a function to another file of its package, with its imports", async () => {
  const { after } = await moved(FILES, "shop/order.go#Print", "shop/price.go");
  expect(after).toEqual({
    "shop/order.go": `// Package shop sells.
package shop

import (
	"strings"
)

// Order is one.
type Order struct{ ID string }

// String names it.
func (o Order) String() string { return strings.ToUpper(o.ID) }
`,
    "shop/price.go": `package shop

import "os"
import (
	log "example.com/shop/logging"
	"fmt"
)

var home = os.Getenv("HOME")

// Print prints it.
func Print(o Order) {
	log.Write(fmt.Sprint(o))
}
`,
  });
});

it("makes a new file with the package's name, and sorts imports into their group", async () => {
  const { after } = await moved(FILES, "shop/order.go#Print", "shop/print.go");
  expect(after["shop/print.go"]).toBe(`package shop

import (
	log "example.com/shop/logging"
	"fmt"
)

// Print prints it.
func Print(o Order) {
	log.Write(fmt.Sprint(o))
}
`);
  const back = await moved({ ...FILES, "shop/sum.go": SUM }, "shop/sum.go#Sum", "shop/order.go");
  expect(back.after["shop/order.go"]).toContain('import (\n\t"fmt"\n\t"os"\n\t"strings"\n\n\tlog');
  expect(back.after["shop/sum.go"]).toBe("package shop\n\nconst one = 1\n");
});

const SUM = 'package shop\n\nimport "os"\n\nconst one = 1\n\nfunc Sum() int { return one + len(os.Args) }\n';

it.each(["lock.go#next", "lock.go#kind"])("moves %s, which calls a library's methods on what stays", async (symbol) => {
  const { after } = await moved({ "go.mod": FILES["go.mod"], "lock.go": LOCK }, symbol, "moved.go");
  expect(after["moved.go"]).toContain(`func ${symbol.split("#")[1]}(`);
});

const LOCK = `package shop

import (
	"reflect"
	"sync"
)

var lock sync.Mutex

func next(of any) reflect.Kind {
	lock.Lock()
	defer lock.Unlock()
	return kind(of)
}

func kind(of any) reflect.Kind { return typeOf(of).Kind() }

func typeOf(of any) reflect.Type { return reflect.TypeOf(of) }
`;

it("refuses a method, which belongs to its type", async () => {
  const method = await moved(FILES, "shop/order.go#Order.String", "shop/price.go");
  expect(refusalsOf(method)).toEqual(["Order.String is inside of another definition"]);
});

it("takes a type's methods along within its package", async () => {
  const { after } = await moved(FILES, "shop/order.go#Order", "shop/bare.go");
  expect(after["shop/bare.go"]).toContain("func (o Order) String() string { return strings.ToUpper(o.ID) }");
  expect(after["shop/order.go"]).not.toContain("type Order");
});

const PACKAGES = {
  "go.mod": "module example.com/shop\n\ngo 1.22\n",
  "trade/order.go": `package trade

import (
	"strings"

	"example.com/shop/money"
)

// Order is one.
type Order struct {
	ID    string
	Total money.Amount
}

// Name names it.
func (o *Order) Name() string { return strings.ToUpper(o.ID) + money.Sign }

type Limit int

type open struct{}

// Print prints.
func Print(o *Order) string { return o.Name() }

func size(o []Order) int { return len(o) }

func hidden() open { return open{} }

func Hide() { hidden() }
`,
  "trade/order_test.go": 'package trade_test\n\nimport "example.com/shop/trade"\n\nvar one = trade.Order{ID: "1"}\n',
  "money/amount.go": 'package money\n\ntype Amount int\n\nconst Sign = "$"\n',
  "main.go": `package main

import (
	"example.com/shop/trade"
)

type Box struct{ *trade.Order }

func main() {
	box := Box{Order: &trade.Order{}}
	trade.Print(box.Order)
}
`,
  "only.go": 'package main\n\nimport "example.com/shop/trade"\n\nvar orders []trade.Order\n',
};

it("moves a type with its methods to another package, and users of both follow", async () => {
  const { after } = await moved(PACKAGES, "trade/order.go#Order", "book/order.go");
  expect(after["book/order.go"]).toBe(`package book

import (
	"example.com/shop/money"
	"strings"
)

// Order is one.
type Order struct {
	ID    string
	Total money.Amount
}

// Name names it.
func (o *Order) Name() string { return strings.ToUpper(o.ID) + money.Sign }
`);
  expect(after["trade/order.go"]).toBe(`package trade

import "example.com/shop/book"

type Limit int

type open struct{}

// Print prints.
func Print(o *book.Order) string { return o.Name() }

func size(o []book.Order) int { return len(o) }

func hidden() open { return open{} }

func Hide() { hidden() }
`);
  expect(after["trade/order_test.go"]).toContain('import "example.com/shop/book"\n\nvar one = book.Order{ID: "1"}');
  expect(after["only.go"]).toBe('package main\n\nimport "example.com/shop/book"\n\nvar orders []book.Order\n');
  expect(after["main.go"]).toContain("type Box struct{ *book.Order }");
  expect(after["main.go"]).toContain("Box{Order: &book.Order{}}\n\ttrade.Print(box.Order)");
});

it("imports the old package for what the moved text needs of it", async () => {
  const { after } = await moved(PACKAGES, "trade/order.go#Print", "book/print.go");
  expect(after["book/print.go"]).toBe(`package book

import "example.com/shop/trade"

// Print prints.
func Print(o *trade.Order) string { return o.Name() }
`);
  expect(after["main.go"]).toContain("book.Print(box.Order)");
});

it.each([
  [
    "trade/order.go#hidden",
    "book/a.go",
    ["uses hidden, which is not exported", "hidden uses open, which is not exported"],
  ],
  ["trade/order.go#size", "main.go", ["main.go defines size already"]],
  ["trade/order.go#Order", "cart/cart.go", [expect.stringMatching(/^these files would import each other in a circle/)]],
])("refuses to move %s to the package of %s", async (symbol, to, messages) => {
  const files = {
    ...PACKAGES,
    "main.go": `${PACKAGES["main.go"]}\nfunc size() {}\n`,
    "cart/cart.go": 'package cart\n\nimport "example.com/shop/trade"\n\nvar limit = trade.Limit(1)\n',
  };
  expect(refusalsOf(await moved(files, symbol, to))).toEqual(messages);
});

it.each([
  ["shop/order.go#Print", "shop/order_windows.go", /^Print cannot be moved: a file is built under a condition$/],
  ["shop/order.go#Print", "shop/order_test.go", /^only one of shop\/order\.go and shop\/order_test\.go is a test$/],
])("refuses to move %s to %s", async (symbol, to, message) => {
  expect(refusalsOf(await moved(FILES, symbol, to))).toEqual([expect.stringMatching(message)]);
});

const LISTED = {
  ...FILES,
  "shop/kinds.go": `package shop

import "example.com/shop/logging"

// What the shop knows.
type (
	// Kind is one.
	Kind struct {
		Name string
	}

	Check func(log logging.Log) Kind

	Alias = Kind // short
)

// Is tells.
func (k Kind) Is() bool { return true }
`,
  "logging/write.go": "package logging\n\ntype Log struct{}\n",
};

it("moves one of several types that are declared in one list", async () => {
  const first = await moved(LISTED, "shop/kinds.go#Kind", "shop/bare.go");
  expect(first.after).toEqual({
    "shop/kinds.go": `package shop

import "example.com/shop/logging"

// What the shop knows.
type (
	Check func(log logging.Log) Kind

	Alias = Kind // short
)
`,
    "shop/bare.go": `package shop

const limit = 3

// Kind is one.
type Kind struct {
	Name string
}

// Is tells.
func (k Kind) Is() bool { return true }
`,
  });
  const other = await moved(LISTED, "shop/kinds.go#Check", "checks/check.go");
  expect(other.after["checks/check.go"]).toBe(
    'package checks\n\nimport (\n\t"example.com/shop/logging"\n\t"example.com/shop/shop"\n)\n\ntype Check func(log logging.Log) shop.Kind\n',
  );
  const last = await moved(LISTED, "shop/kinds.go#Alias", "shop/bare.go");
  expect(last.after["shop/bare.go"]).toBe("package shop\n\nconst limit = 3\n\ntype Alias = Kind // short\n");
});

it("puts what moves before a list that uses it", async () => {
  const files = {
    ...LISTED,
    "shop/bare.go": "package shop\n\ntype Single struct{}\n\nconst limit = 3\n",
    "shop/kinds.go": "package shop\n\n// All.\ntype (\n\tA struct{ S Single }\n\tB struct{}\n)\n",
  };
  const { after } = await moved(files, "shop/bare.go#Single", "shop/kinds.go");
  expect(after["shop/kinds.go"]).toBe(
    "package shop\n\ntype Single struct{}\n\n// All.\ntype (\n\tA struct{ S Single }\n\tB struct{}\n)\n",
  );
});
