// Whole traces pasted as a query, asked of a project: the frame that failed comes first, whatever stands around it.
import { describe, expect, it } from "vitest";
import { memoryProject } from "../../support/memory-project.ts";
import { searchMemory } from "../search-memory.ts";

/** A function of some twenty lines about a subject: a chunk of its own. */
const block = (head: string, subject: string, end = "}"): string =>
  `${head}\n${Array.from({ length: 22 }, (_, at) => `  ${subject}_${at} = ${subject}(${at})`).join("\n")}\n${end}\n\n`;

const project = await memoryProject(
  {
    "src/checkout/handler.ts":
      block("export function handle(request: string) {", "request") +
      block("export function checkout(cart: string) {", "checkout"),
    "src/cart/total.ts":
      block("export function discount(price: number) {", "discount") +
      block("export function total(items: number) {", "price"),
    "src/cart/index.ts": 'export { total } from "./total.ts";\n',
    "test/checkout.test.ts":
      block("function testCheckoutHandlesRequest() {", "checkout") + block("function price() {", "price"),
    "README.md":
      "# Shop\n\nCannot read properties of undefined (reading 'price')? See checkout, total, handle, request.\n",
    "src/router/index.ts": block("export function handle(layer: string) {", "layer"),
    "app/cart.py": block("def total(items):", "price", ""),
    "app/views.py": block("def checkout(request):", "request", ""),
  },
  { withVectors: false },
);

/** The first hit's file, and whether it holds the line. */
async function first(query: string, line: number): Promise<string> {
  const { hits } = await searchMemory(project, { query, detail: "locations" }, { embedder: null });
  const [hit] = hits;
  return hit === undefined
    ? "nothing"
    : `${hit.path}${hit.startLine <= line && line <= hit.endLine ? ` at ${line}` : ""}`;
}

const installed = (count: number): string =>
  Array.from(
    { length: count },
    (_, at) =>
      `    at Layer.handle [as handle_request] (/srv/shop/node_modules/express/lib/router/index.js:${at + 10}:5)`,
  ).join("\n");

describe("a whole pasted trace", () => {
  it.each<[name: string, trace: string, line: number, expected: string]>([
    [
      "of Node, 60 lines, most of them installed",
      `TypeError: Cannot read properties of undefined (reading 'price')
    at Array.reduce (<anonymous>)
    at total (/srv/shop/src/cart/total.ts:30:9)
    at checkout (/srv/shop/src/checkout/handler.ts:33:11)
    at handle (/srv/shop/src/checkout/handler.ts:5:3)
${installed(54)}
    at process.processTicksAndRejections (node:internal/process/task_queues:95:5)`,
      30,
      "src/cart/total.ts at 30",
    ],
    [
      "of Python, innermost last",
      `Traceback (most recent call last):
  File "/usr/lib/python3.11/site-packages/flask/app.py", line 1455, in wsgi_app
    response = self.full_dispatch_request()
  File "/srv/shop/app/views.py", line 12, in checkout
    total(request)
  File "/srv/shop/app/cart.py", line 9, in total
    price_7 = price(7)
TypeError: 'NoneType' object is not subscriptable`,
      9,
      "app/cart.py at 9",
    ],
    [
      "that failed below an installed package",
      `Error: boom
${installed(10)}
    at checkout (/srv/shop/src/checkout/handler.ts:33:11)
    at total (/srv/shop/src/cart/total.ts:30:9)`,
      33,
      "src/checkout/handler.ts at 33",
    ],
    [
      "of what was compiled",
      `Error: price is missing
    at total (/srv/shop/dist/cart/total.js:101:9)
    at checkout (/srv/shop/dist/checkout/handler.js:7:3)`,
      30,
      "src/cart/total.ts at 30",
    ],
  ])("%s", async (_, trace, line, expected) => {
    expect(await first(trace, line)).toBe(expected);
  });
});
