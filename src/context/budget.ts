// What fits into a model's window: items with their real token counts, trimmed by priority. The texts of all items together, joined
// as `text()` joins them, never exceed the window minus its reserves, and no critical item is removed.
//
//   const budget = new ContextBudget(await loadTokenCounter());
//   budget.add({ name: "overview", text, priority: "critical" });         // throws INVALID_INPUT if it cannot fit
//   budget.add({ name: "src/a.ts:3-9", text, priority: "medium" });       // { added: true, evicted: [...] } or { added: false, … }
import type { TokenCounter } from "../system/token-counter.ts";
import { Failure } from "../vocabulary/failure.ts";
import { formatNumber } from "../vocabulary/shown-text.ts";

/** Most important first. Critical items are never evicted. */
export const PRIORITIES = ["critical", "high", "medium", "low"] as const;
export type Priority = (typeof PRIORITIES)[number];

export interface BudgetItem {
  /** As messages name it. */
  readonly name: string;
  readonly text: string;
  readonly priority: Priority;
}

/** An item and what is counted for it: its text and the separator after it. */
export interface CountedItem<Item extends BudgetItem> {
  readonly item: Item;
  readonly tokens: number;
}

export type Addition<Item extends BudgetItem> =
  | {
      readonly added: true;
      readonly tokens: number;
      /** What was removed for it, in the order of removal. */
      readonly evicted: readonly CountedItem<Item>[];
    }
  | {
      readonly added: false;
      readonly tokens: number;
      /** Tokens by which it is too large, all less important items evicted. Nothing was evicted. */
      readonly missing: number;
    };

export interface Window {
  /** Tokens of the model's window. */
  readonly tokens: number;
  /** Kept free for what the model writes. */
  readonly forResponse: number;
  /** Kept free for the system prompt. */
  readonly forSystem: number;
}

const WINDOW: Window = { tokens: 100_000, forResponse: 4_000, forSystem: 2_000 };

/*
 * Tokens of joined texts are at most the sum of those of each text with its separator, because each text begins where the encoding
 * (o200k_base) cuts: after a line end, unless a text in front ends in a sign and a `/` follows (the encoding takes `}\n\n//` as
 * one word); there, a space between the line ends cuts. Blank lines around a text are left out, since they would join the separator.
 */
const SEPARATOR = "\n\n";
const BEFORE_SLASH = "\n \n";

/** The counter cuts longer runs of white space at fixed lengths, so that what is in front of one moves the cuts. */
const INDENT_MAX = 400;

const separatorBefore = (text: string): string => (text.startsWith("/") ? BEFORE_SLASH : SEPARATOR);

/** Without blank lines at either end, and with an indent that the counter does not cut. */
function normalized(text: string): string {
  const trimmed = text.trimEnd().replace(/^\s*[\r\n]/, "");
  const indent = trimmed.length - trimmed.trimStart().length;
  return indent > INDENT_MAX ? trimmed.slice(indent - INDENT_MAX) : trimmed;
}

/** Texts as `ContextBudget` counts them: a blank line between two of them; empty ones are left out. */
export function joinTexts(texts: readonly string[]): string {
  const shown = texts.map(normalized).filter((text) => text !== "");
  return shown.flatMap((text, at) => (at === 0 ? [text] : [separatorBefore(text), text])).join("");
}

export class ContextBudget<Item extends BudgetItem = BudgetItem> {
  readonly #counter: TokenCounter;
  /** Oldest first. */
  #items: readonly CountedItem<Item>[] = [];
  /** Most tokens of all items together. */
  readonly capacity: number;

  /** INVALID_INPUT if the reserves leave no room. */
  constructor(counter: TokenCounter, window: Partial<Window> = {}) {
    const { tokens, forResponse, forSystem } = { ...WINDOW, ...window };
    this.#counter = counter;
    this.capacity = tokens - forResponse - forSystem;
    if (!(this.capacity > 0)) {
      const reserved = `${formatNumber(forResponse)} for the response and ${formatNumber(forSystem)} for the system`;
      throw new Failure("INVALID_INPUT", `a window of ${formatNumber(tokens)} tokens has no room beside ${reserved}`, {
        hint: "set a larger window",
      });
    }
  }

  /** Oldest first. */
  get items(): readonly CountedItem<Item>[] {
    return this.#items;
  }

  get used(): number {
    return sum(this.#items);
  }

  get left(): number {
    return this.capacity - this.used;
  }

  /** What the item would count: at least what it adds to the joined text. */
  cost(text: string): number {
    const shown = normalized(text);
    if (shown === "") {
      return 0;
    }
    const ends = ["", SEPARATOR, BEFORE_SLASH];
    return Math.max(...ends.map((end) => this.#counter.count(`${shown}${end}`)));
  }

  /**
   * Adds an item. If there is no room, less important items are evicted for it, the least important first, and of these the oldest; if
   * even that is not enough, it is not added and nothing is evicted. INVALID_INPUT for a critical one that cannot be added.
   */
  add(item: Item): Addition<Item> {
    const tokens = this.cost(item.text);
    const rank = rankOf(item);
    const evictable = this.#items.filter((other) => rankOf(other.item) > rank);
    const missing = tokens - this.left - sum(evictable);
    if (missing > 0) {
      if (item.priority === "critical") {
        throw tooLarge(item.name, tokens, tokens - missing);
      }
      return { added: false, tokens, missing };
    }
    const evicted = this.#evict(evictable, tokens);
    this.#items = [...this.#items, { item, tokens }];
    return { added: true, tokens, evicted };
  }

  /** Evicts until so many tokens are left, or only critical items are; returns what was evicted. */
  trim(left: number): readonly CountedItem<Item>[] {
    return this.#evict(
      this.#items.filter(({ item }) => item.priority !== "critical"),
      left,
    );
  }

  /** The texts of all items, oldest first. */
  text(): string {
    return joinTexts(this.#items.map(({ item }) => item.text));
  }

  #evict(evictable: readonly CountedItem<Item>[], wanted: number): readonly CountedItem<Item>[] {
    const leastImportantFirst = evictable.toSorted((a, b) => rankOf(b.item) - rankOf(a.item));
    let { left } = this;
    const evicted = new Set<CountedItem<Item>>();
    for (const one of leastImportantFirst) {
      if (left >= wanted) {
        break;
      }
      evicted.add(one);
      left += one.tokens;
    }
    this.#items = this.#items.filter((one) => !evicted.has(one));
    return [...evicted];
  }
}

const rankOf = ({ priority }: BudgetItem): number => PRIORITIES.indexOf(priority);

const sum = (items: readonly { readonly tokens: number }[]): number =>
  items.reduce((total, { tokens }) => total + tokens, 0);

function tooLarge(name: string, tokens: number, room: number): Failure {
  const message = `${name} takes ${formatNumber(tokens)} tokens and is critical, but only ${formatNumber(room)} are left beside other critical items`;
  return new Failure("INVALID_INPUT", message, { hint: "raise the budget, or narrow what is asked for" });
}
