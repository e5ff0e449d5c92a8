// Traces of many languages as they are pasted, each with what is understood of it as a golden that a person can judge.
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { normalizeQuery, parseQuery } from "../../../src/search/query/parse-query.ts";
import { parseTrace } from "../../../src/search/query/parse-trace.ts";
import { expectGolden } from "../../support/golden.ts";

const folder = fileURLToPath(new URL("../../../fixtures/search/traces/", import.meta.url));
const names = readdirSync(folder).filter((name) => name.endsWith(".trace"));

function understood(text: string): string {
  const trace = parseTrace(normalizeQuery(text));
  const { terms, identifiers, phrases, places } = parseQuery(text);
  const frames = trace?.frames.map(
    ({ place, name }) => `  ${place.external ? "(external) " : ""}${place.path}:${place.line}  ${name ?? "-"}`,
  );
  return [
    "frames, innermost first:",
    ...(frames ?? ["  none"]),
    "other places:",
    ...places.filter(({ frame }) => frame === null).map(({ path, line }) => `  ${path}:${line}`),
    `message: ${trace?.message}`,
    `phrases: ${phrases.join(" | ")}`,
    `identifiers: ${identifiers.join(" ")}`,
    `terms: ${terms.join(" ")}`,
    "",
  ].join("\n");
}

describe("a pasted stack trace", () => {
  it.each(names)("%s", (name) => {
    const text = readFileSync(join(folder, name), "utf8");
    expectGolden(`search/traces/${basename(name, ".trace")}.golden`, understood(text));
  });

  it("is read the same with its line breaks lost", () => {
    for (const name of names) {
      const text = readFileSync(join(folder, name), "utf8");
      expect(understood(text.replaceAll("\n", " "))).toBe(understood(text));
    }
  });
});

describe("the name of a frame", () => {
  it.each<[string, string]>([
    ["app/models/user.rb:12:in `find_by!'", "find_by!"],
    ["app/models/user.rb:12:in 'User#admin?'", "User.admin?"],
    ["app/models/user.rb:12:in 'block in User#save!'", "User.save!"],
    ["lib/shop/cart.ex:12: Shop.Cart.empty?/1", "Cart.empty?"],
  ])("%s", (frame, name) => {
    expect(parseTrace(frame)?.frames.map((one) => one.name)).toEqual([name]);
  });
});

describe("no trace", () => {
  it.each([
    "how are routes matched",
    "look at src/app.ts:12:3",
    "at src/app.ts:12:3",
    "error in (src/app.ts:10)",
    "src/cart.ts(12,3): error TS2322: Type 'string' is not assignable",
    "who is at home (work: 12)",
    "mail to someone@example.com about 12:30",
    "#1 priority (urgent) at noon",
  ])("%s", (text) => {
    expect(parseTrace(text)).toBeNull();
  });
});
