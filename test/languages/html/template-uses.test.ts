// Uses in the templates of components are references, and renaming a symbol changes them. What other templates use is told as places
// that may be one.
import { afterAll, beforeAll, expect, it } from "vitest";
import { rename } from "../../edits/rename/rename-scene.ts";
import { readTable } from "../../support/read-table.ts";
import { openToolsInProcess, type ToolsInProcess } from "../../support/tools-in-process.ts";

const lines = (...text: readonly string[]): string => `${text.join("\n")}\n`;

const FILES = {
  "Counter.svelte": lines(
    "<script>",
    "  let count = 0;",
    "  function add(by) { count += by; }",
    "</script>",
    "{#each [1, 2] as by, i (by)}<b on:click={() => add(by)}>{i < 2 ? count : 3}</b>{:else}{add(1)}{/each}",
    "{#await add(1) then count}{count}{:catch add}{add.message}{/await}",
    "{#snippet line(add)}{@const count = add}{count}{/snippet}",
    "<b {@attach add(1)} {count} class={{ add }}>{@render line(1)}</b>",
  ),
  "Counter.vue": lines(
    '<script setup lang="ts">',
    "function add(by: number): void {}",
    "</script>",
    "<template>",
    '  <b v-for="by in [1, 2]" @click="add(by)" :title="`${add}`">{{ add }}</b>',
    '  <slot v-slot="{ add }">{{ add }}</slot>',
    "</template>",
  ),
  "Page.astro": lines("---", "const add = (by: number) => by;", "---", "<p>{[1].map((by) => <b>{add(by)}</b>)}</p>"),
  "page.html": lines('<b onclick="save()">x</b>', "<script>", "function save() {}", "</script>"),
  "orders.ts": lines("export class Orders {", "  select(item: number): void {}", "}"),
  "orders.component.html": lines("@if (a < 3) {", '  <b (click)="select(1)">x</b>', "}"),
};

let tools: ToolsInProcess;
beforeAll(async () => {
  tools = await openToolsInProcess(FILES);
});
afterAll(() => tools.close());

it.each([
  ["Counter.svelte#add", [5, 6, 8]],
  ["Counter.svelte#count", [3, 5, 8]],
  ["Counter.svelte#line", [8]],
  ["Counter.vue#add", [5]],
  ["Page.astro#add", [4]],
])("%s is used on lines %j", async (symbol, used) => {
  const { structured, text } = await tools.ask("find_references", { symbol });
  const found = readTable(structured["references"]).map((row) => row["line"]);
  expect([...new Set(found)], text).toEqual(used);
});

it.each([
  ["page.html#save", "page.html", 1],
  ["orders.ts#Orders.select", "orders.component.html", 2],
])("%s may be used in %s on line %i", async (symbol, path, line) => {
  const { structured, text } = await tools.ask("find_references", { symbol });
  const doubted = readTable(structured["in_doubt"]).map((row) => [row["path"], row["line"]]);
  expect(doubted, text).toContainEqual([path, line]);
});

it("renames what templates use, and nothing that only has its name there", async () => {
  const { files, refusals } = await rename(FILES, "Counter.vue#add", "plus");
  expect(refusals).toEqual([]);
  expect(files).toEqual({
    "Counter.vue": FILES["Counter.vue"]
      .replace("function add", "function plus")
      .replace("add(by)", "plus(by)")
      .replace("${add}", "${plus}")
      .replace(">{{ add }}</b>", ">{{ plus }}</b>"),
  });
});
