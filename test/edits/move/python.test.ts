// Moves of Python definitions: what each file looks like afterwards, and what is refused.
import { expect, it } from "vitest";
import { moved, refusalsOf } from "./moved.ts";

const FILES = {
  "shop/__init__.py": 'from .order import Order, load_order\n\n__all__ = ["Order", "load_order"]\n',
  "shop/order.py": `"""Orders."""
from __future__ import annotations

import json
import os.path
from typing import TYPE_CHECKING

from .log import log

if TYPE_CHECKING:
    from .money import Money

__all__ = ["Order", "load_order"]


class Order:
    """An order."""

    total: Money


# Loads one.
def load_order(name: str) -> Money:
    log(name)
    with open(os.path.join("orders", name)) as file:
        return json.load(file)


def path_of(order: Order) -> str:
    return os.path.basename(str(order))
`,
  "shop/log.py": "def log(text):\n    print(text)\n",
  "shop/money.py": "class Money(int):\n    pass\n",
  "main.py": "from shop.order import Order, load_order as load\n\nload(Order())\n",
  "late.py": 'def run():\n    from shop.order import load_order\n\n    return load_order("1")\n',
};

it("moves a function with its comment and imports to a new module, and all users follow", async () => {
  const { after } = await moved(FILES, "shop/order.py#load_order", "shop/loading/load.py");
  expect(after).toEqual({
    "shop/loading/load.py": `from __future__ import annotations
import json
import os.path
from ..log import log
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..money import Money


# Loads one.
def load_order(name: str) -> Money:
    log(name)
    with open(os.path.join("orders", name)) as file:
        return json.load(file)
`,
    "shop/order.py": `"""Orders."""
from __future__ import annotations

import os.path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .money import Money

__all__ = ["Order"]


class Order:
    """An order."""

    total: Money


def path_of(order: Order) -> str:
    return os.path.basename(str(order))
`,
    "shop/__init__.py":
      'from .order import Order\nfrom .loading.load import load_order\n\n__all__ = ["Order", "load_order"]\n',
    "main.py": "from shop.order import Order\nfrom shop.loading.load import load_order as load\n\nload(Order())\n",
    "late.py": 'def run():\n    from shop.loading.load import load_order\n\n    return load_order("1")\n',
  });
});

it("moves a class to an existing module, where its own module imports it", async () => {
  const { after } = await moved(FILES, "shop/order.py#Order", "shop/money.py");
  expect(after["shop/money.py"]).toBe(
    'class Money(int):\n    pass\n\n\nclass Order:\n    """An order."""\n\n    total: Money\n',
  );
  expect(after["shop/order.py"]).toContain("from .log import log\nfrom .money import Order\n");
  expect(after["shop/__init__.py"]).toContain("from .order import load_order\nfrom .money import Order\n");
});

it("refuses a circle of imports, which Python cannot load", async () => {
  const files = {
    "a.py": 'LIMIT = 3\n\n\ndef parse(text):\n    return text[:LIMIT]\n\n\nONE = parse("1")\n',
    "b.py": "TWO = 2\n",
  };
  expect(refusalsOf(await moved(files, "a.py#parse", "b.py"))).toEqual([
    expect.stringMatching(/^these files would import each other in a circle: /),
  ]);
});

it.each([
  [
    "a use through its module where the name is taken",
    { "c.py": "import a\n\nparse = a.parse(1)\n" },
    /^used as a\.parse/,
  ],
  ["a name that the destination has", { "b.py": "parse = 1\n" }, /^b\.py defines parse already$/],
])("refuses %s", async (_what, files, message) => {
  const source = { "a.py": "def parse(text):\n    return text\n\n\nONE = 1\n", "b.py": "TWO = 2\n" };
  expect(refusalsOf(await moved({ ...source, ...files }, "a.py#parse", "b.py"))).toEqual([
    expect.stringMatching(message),
  ]);
});

it("refuses to empty a module that another file imports as a whole", async () => {
  const files = {
    "app/__init__.py": "",
    "app/a.py": "def parse(text):\n    return text\n",
    "app/b.py": "ONE = 1\n",
    "c.py": "from app import a\n",
  };
  expect(refusalsOf(await moved(files, "app/a.py#parse", "app/b.py"))).toEqual([
    "nothing else is in app/a.py, which c.py would go on importing",
  ]);
});

it("refuses what stands under a condition", async () => {
  const files = {
    "a.py": "import sys\n\nif sys.version_info > (3,):\n    def parse():\n        return 1\n",
    "b.py": "",
  };
  expect(refusalsOf(await moved(files, "a.py#parse", "b.py"))).toEqual(["parse does not stand on lines of its own"]);
});

it("has uses through a module import the name", async () => {
  const files = {
    "shop/__init__.py": "",
    "shop/order.py": "def parse(text):\n    return text\n\n\nONE = 1\n",
    "a.py": "import shop.order\n\nshop.order.parse(1)\n",
    "b.py": "import shop.order as order\n\norder.parse(order.ONE)\n",
    "c.py": "from shop import order\n\norder.parse(1)\n",
  };
  const { after } = await moved(files, "shop/order.py#parse", "shop/parse.py");
  expect(after["a.py"]).toBe("from shop.parse import parse\n\nparse(1)\n");
  expect(after["b.py"]).toBe("import shop.order as order\nfrom shop.parse import parse\n\nparse(order.ONE)\n");
  expect(after["c.py"]).toBe("from shop.parse import parse\n\nparse(1)\n");
});

it("refuses a function that assigns a variable of its file", async () => {
  const files = {
    "a.py": "count = 0\n\n\ndef bump():\n    global count\n    count += 1\n\n\nONE = 1\n",
    "b.py": "TWO = 2\n",
  };
  expect(refusalsOf(await moved(files, "a.py#bump", "b.py"))).toEqual(["bump assigns count, which stays in a.py"]);
});

it.each([
  ["in the order of the alphabet", `__all__ = ["amount", "Zone"]`, `__all__ = ["amount", "load", "Zone"]`],
  ["at the end where there is no order", `__all__ = ['b', 'a']`, `__all__ = ['b', 'a', 'load']`],
  [
    "on a line of its own",
    `__all__ = [\n    "amount",\n    "zone",\n]`,
    `__all__ = [\n    "amount",\n    "load",\n    "zone",\n]`,
  ],
  [
    "beside comments",
    `__all__ = [\n    # numbers\n    "amount",  # one\n    "zone",\n]`,
    `__all__ = [\n    # numbers\n    "amount",  # one\n    "load",\n    "zone",\n]`,
  ],
  [
    "behind the last one's comment",
    `__all__ = [  # names\n    "zone",\n    "amount",  # one\n]`,
    `__all__ = [  # names\n    "zone",\n    "amount",  # one\n    "load",\n]`,
  ],
  [
    "below the others",
    `__all__ = ("zone",\n           "amount")`,
    `__all__ = ("zone",\n           "amount",\n           "load")`,
  ],
  ["after the only one", `__all__ = ("zone",)`, `__all__ = ("zone", "load",)`],
  ["as the first", "__all__ = []", `__all__ = ["load"]`],
])("puts a name that the source lists in __all__ into the destination's: %s", async (_, before, after) => {
  const files = {
    "a.py": `__all__ = ["load", "save"]\n\n\ndef load():\n    return 1\n\n\ndef save():\n    return 2\n`,
    "b.py": `${before}\n\n\ndef amount():\n    return 3\n`,
  };
  const { after: written } = await moved(files, "a.py#load", "b.py");
  expect(written).toEqual({
    "a.py": `__all__ = ["save"]\n\n\ndef save():\n    return 2\n`,
    "b.py": `${after}\n\n\ndef amount():\n    return 3\n\n\ndef load():\n    return 1\n`,
  });
});

it("leaves the destination's __all__ where the source does not list the name", async () => {
  const files = { "a.py": "def load():\n    return 1\n", "b.py": `__all__ = ["amount"]\n\namount = 3\n` };
  const { after } = await moved(files, "a.py#load", "b.py");
  expect(after["b.py"]).toContain(`__all__ = ["amount"]`);
});

const GUARDED = {
  "pk/__init__.py": "",
  "pk/core.py":
    "from __future__ import annotations\n\nfrom typing import TYPE_CHECKING\n\nif TYPE_CHECKING:\n    from .plan import STEPS, LIMIT\n\n\nclass Job:\n    def go(self) -> int:\n        return compute(self)\n\n\ndef compute(job: Job) -> int:\n    return 1\n\n\ndef identity(x):\n    return x\n",
  "pk/plan.py": "from .core import identity\n\nSTEPS = identity([1])\nLIMIT = 3\n",
  "pk/lazy.py":
    "def late():\n    from .core import identity\n\n    return identity(2)\n\n\ndef plain():\n    return 1\n",
  "main.py": "from pk.core import Job\nfrom pk.plan import STEPS\n\nprint(Job().go(), STEPS)\n",
};

it("an import for type checkers alone closes no circle, and hides none", async () => {
  const [refusal] = refusalsOf(await moved(GUARDED, "pk/core.py#compute", "pk/plan.py"));
  expect(refusal).toMatch(/circle: pk\/core\.py → pk\/plan\.py → pk\/core\.py/);
});

it("an import in a function closes no circle", async () => {
  const { after } = await moved(GUARDED, "pk/lazy.py#plain", "pk/core.py");
  expect(Object.keys(after).sort()).toEqual(["pk/core.py", "pk/lazy.py"]);
});

it("leaves a block for type checkers that is still code", async () => {
  const files = {
    ...GUARDED,
    "pk/plan.py": "STEPS = [1]\n",
    "pk/core.py": GUARDED["pk/core.py"].replace(", LIMIT", ""),
  };
  const { after } = await moved(files, "pk/plan.py#STEPS", "pk/core.py");
  expect(after["pk/core.py"]).toContain("if TYPE_CHECKING:\n    pass\n");
});
