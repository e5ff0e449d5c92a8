import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { configureLog, log } from "../../src/system/log.ts";

let lines: string[] = [];

beforeEach(() => {
  lines = [];
  configureLog({
    level: "info",
    format: "text",
    write: (line) => void lines.push(line),
    now: () => new Date("2026-11-21T12:00:00Z"),
  });
});

afterEach(() => {
  configureLog({
    level: "warn",
    format: "text",
    write: (line) => void process.stderr.write(line),
    now: () => new Date(),
  });
});

describe("log", () => {
  it("writes one line an event: time, level, name, fields", () => {
    log("warn", "index rebuilt", { path: "src/a b.ts", durationMs: 12.5, hint: undefined });
    expect(lines).toEqual(['2026-11-21T12:00:00.000Z WARN  index rebuilt path="src/a b.ts" durationMs=12.5\n']);
  });

  it("writes JSON where asked", () => {
    configureLog({ format: "json" });
    log("error", "defect", { logId: "ab12", path: null });
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      { time: "2026-11-21T12:00:00.000Z", level: "error", event: "defect", logId: "ab12", path: null },
    ]);
  });

  it.each([
    ["error", ["error"]],
    ["warn", ["error", "warn"]],
    ["info", ["error", "warn", "info"]],
    ["debug", ["error", "warn", "info", "debug"]],
  ] as const)("at level %s writes %j", (level, written) => {
    configureLog({ level, format: "json" });
    for (const each of ["error", "warn", "info", "debug"] as const) {
      log(each, "event");
    }
    expect(lines.map((line) => JSON.parse(line).level)).toEqual(written);
  });

  it.each([
    ["a line break", "one\n2026 ERROR forged", '"one\\n2026 ERROR forged"'],
    ["terminal colours", "\u001b[31mred", '"\\u001b[31mred"'],
    ["C1 controls", "\u009b31mred", '"\\u009b31mred"'],
    ["reordering marks", "\u202etxt.exe", '"\\u202etxt.exe"'],
    ["a line separator", "a\u2028b", '"a\\u2028b"'],
  ])("lets no value forge a line or steer the terminal: %s", (_, value, shown) => {
    log("info", "event", { value });
    expect(lines).toEqual([`2026-11-21T12:00:00.000Z INFO  event value=${shown}\n`]);
  });
});
