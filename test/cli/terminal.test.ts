import { describe, expect, it } from "vitest";
import { coloursOf, columnsOf, visible } from "../../src/cli/terminal.ts";

describe("colours", () => {
  it.each([
    { terminal: true, env: {}, colours: true },
    { terminal: false, env: {}, colours: false },
    { terminal: true, env: { NO_COLOR: "1" }, colours: false },
    { terminal: true, env: { NO_COLOR: "" }, colours: true },
    { terminal: true, env: { TERM: "dumb" }, colours: false },
    { terminal: false, env: { FORCE_COLOR: "1" }, colours: true },
    { terminal: false, env: { FORCE_COLOR: "1", NO_COLOR: "1" }, colours: true },
    { terminal: true, env: { FORCE_COLOR: "0" }, colours: false },
    { terminal: true, env: { FORCE_COLOR: "" }, colours: true },
  ])("terminal $terminal with $env: $colours", ({ terminal, env, colours }) => {
    expect(coloursOf(terminal, env)).toBe(colours);
  });
});

describe("columns", () => {
  it.each([
    [{ columns: 120 }, 120],
    [{ columns: 0 }, 80],
    [{}, 80],
  ])("of %j: %i", (stream, columns) => {
    expect(columnsOf(stream)).toBe(columns);
  });
});

describe("visible", () => {
  it.each([
    ["plain text, tabs\tand\nlines", "plain text, tabs\tand\nlines"],
    ["naïve — “quotes” 漢字 🎉", "naïve — “quotes” 漢字 🎉"],
    ["\u001b[2J\u001b]0;title\u0007", "\\u{1b}[2J\\u{1b}]0;title\\u{7}"],
    ["\u009b31m", "\\u{9b}31m"],
    ["over\rwritten\r\n", "overwritten\n"],
    ["\u202egnp.exe", "\\u{202e}gnp.exe"],
    ["zero\u200bwidth", "zero\\u{200b}width"],
    ["back\bspace\u007f", "back\\u{8}space\\u{7f}"],
  ])("%j", (text, shown) => {
    expect(visible(text)).toBe(shown);
  });
});
