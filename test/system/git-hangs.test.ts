// A git that hangs is waited for once, and tried again later without anyone waiting.
import { expect, test } from "vitest";
import { GitHangs, RETRY_AFTER_MS } from "../../src/system/git-hangs.ts";

function openAt(startMs: number) {
  const clock = { ms: startMs };
  return { clock, hangs: new GitHangs(() => clock.ms) };
}

test("what was never asked is run, and so is what has answered", () => {
  const { hangs } = openAt(0);
  expect(hangs.decide("ls-files", "/a")).toBe("run");
  hangs.note("ls-files", "/a", false);
  expect(hangs.decide("ls-files", "/a")).toBe("run");
});

test("what hung is refused, retried once in each interval, and run again when a retry has answered", () => {
  const { clock, hangs } = openAt(5_000);
  hangs.note("ls-files", "/a", true);
  expect(hangs.decide("ls-files", "/a")).toBe("refuse");
  clock.ms += RETRY_AFTER_MS - 1;
  expect(hangs.decide("ls-files", "/a")).toBe("refuse");
  clock.ms += 1;
  expect([hangs.decide("ls-files", "/a"), hangs.decide("ls-files", "/a")]).toEqual(["retry", "refuse"]);
  hangs.note("ls-files", "/a", true);
  clock.ms += RETRY_AFTER_MS;
  expect(hangs.decide("ls-files", "/a")).toBe("retry");
  hangs.note("ls-files", "/a", false);
  expect(hangs.decide("ls-files", "/a")).toBe("run");
});

test("after one hang nothing unknown is waited for, and what has answered before goes on", () => {
  const { clock, hangs } = openAt(0);
  hangs.note("cat-file", "/known", false);
  hangs.note("ls-files", "/module-1", true);
  expect(hangs.decide("cat-file", "/known")).toBe("run");
  for (let index = 2; index < 500; index += 1) {
    expect(hangs.decide("ls-files", `/module-${index}`)).toBe("retry");
  }
  clock.ms += RETRY_AFTER_MS;
  expect(hangs.decide("ls-files", "/module-1000")).toBe("run");
});

test("what is remembered is bounded", () => {
  const { hangs } = openAt(0);
  hangs.note("ls-files", "/first", true);
  for (let index = 0; index < 2_000; index += 1) {
    hangs.note("ls-files", `/other-${index}`, false);
  }
  // Forgotten, and so unknown: refused with a retry, since something hung a moment ago.
  expect(hangs.decide("ls-files", "/first")).toBe("retry");
});
