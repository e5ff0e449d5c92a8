import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { asFailure, exitCodeOf, exitCodeOfAnswer, renderFailure } from "../../src/cli/exit.ts";
import { configureLog } from "../../src/system/log.ts";
import { Failure } from "../../src/vocabulary/failure.ts";
import { captureOutput } from "./output.ts";

let logged = "";

beforeEach(() => {
  logged = "";
  configureLog({
    write: (line) => {
      logged += line;
    },
  });
});

afterEach(() => configureLog({ write: (line) => void process.stderr.write(line) }));

const failure = new Failure("NOT_FOUND", "there is no\u001b[2J result", { hint: "list them" });

describe("a failure at the terminal", () => {
  it("is its code, message and hint, with nothing that steers the terminal", () => {
    expect(renderFailure(failure, false, captureOutput())).toBe(
      "error[NOT_FOUND]: there is no\\u{1b}[2J result\nhint: list them\n",
    );
  });

  it("is one JSON object where asked", () => {
    const text = renderFailure(failure, true, captureOutput());
    expect(text.endsWith("}\n")).toBe(true);
    expect(JSON.parse(text)).toEqual({
      outcome: "invalid",
      error: { code: "NOT_FOUND", message: "there is no\u001b[2J result", hint: "list them" },
    });
  });

  it("exits with 2, and with 130 after an interruption", () => {
    expect(exitCodeOf(failure)).toBe(2);
    expect(exitCodeOf(new Failure("CANCELLED", "stopped", { hint: "again" }))).toBe(130);
  });

  it("is INTERNAL for a defect, whose details stand in the log under its id", () => {
    const internal = asFailure(new TypeError("x is not a function"));
    expect(internal.code).toBe("INTERNAL");
    const id = /log id ([0-9a-f]{8})/.exec(internal.message)?.[1] ?? "no id";
    expect(internal.message).not.toContain("x is not a function");
    expect(logged).toContain(`logId=${id}`);
    expect(logged).toContain("x is not a function");
    expect(asFailure(failure)).toBe(failure);
    expect(asFailure("thrown text").code).toBe("INTERNAL");
  });
});

it("an answer exits with 1 where nothing was found, also where only the nearest places are named", () => {
  const codeOf = (outcome: "found" | "weak" | "none" | "empty") =>
    exitCodeOfAnswer({ outcome, structured: { summary: "", outcome }, text: "" });
  expect([codeOf("found"), codeOf("weak"), codeOf("none"), codeOf("empty")]).toEqual([0, 0, 1, 1]);
});
