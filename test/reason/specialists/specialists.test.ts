// Specialists side by side: one signal ends all of them, and each keeps within its budget. The rest is tested from the command line
// (test/cli/review-reason.slow.test.ts).
import { afterAll, beforeAll, expect, it } from "vitest";
import { openLanguageModel } from "../../../src/language-model/language-model.ts";
import { readFindings } from "../../../src/reason/specialists/read-findings.ts";
import { askSpecialists, type ChangeItem, describeSpecialists } from "../../../src/reason/specialists/specialists.ts";
import { KEY, settingsAt } from "../../language-model/settings.ts";
import { hanging, openScriptedServer, type ScriptedServer, WIRES } from "../../support/language-model-server.ts";

let server: ScriptedServer;
beforeAll(async () => {
  server = await openScriptedServer();
});
afterAll(() => server.close());

const itemAt = (line: number): ChangeItem => {
  const kind = line % 5 === 0 ? "user" : line % 7 === 0 ? "test" : "changed";
  const source = `const total${line} = sum(prices, ${line});`;
  return { path: "src/a.ts", symbol: null, why: "", kind, stretches: [{ startLine: line, endLine: line, source }] };
};

function taskOf(items: number, maxTokens: number, signal = new AbortController().signal) {
  const model = openLanguageModel(settingsAt("anthropic", server.address), KEY);
  if (model === null) {
    throw new Error("no model");
  }
  const long = Array.from({ length: 300 }, (_, at) => `line ${at} of many`).join("\n");
  const change = {
    intent: long,
    differences: long,
    found: long,
    items: Array.from({ length: items }, (_, at) => itemAt(at + 1)),
  };
  return { change, model, maxTokens, signal };
}

it("end together when the caller cancels, with their connections closed", async () => {
  server.script(hanging(...WIRES.anthropic.begin, WIRES.anthropic.text('{"find')));
  const controller = new AbortController();
  const asked = askSpecialists(taskOf(3, 8_000, controller.signal));
  await expect.poll(() => server.received.length).toBe(3);
  controller.abort();
  await expect(asked).rejects.toMatchObject({ code: "CANCELLED" });
  await expect.poll(() => server.left()).toBe(3);
});

it.each([2_000, 3_000, 8_000, 30_000])("send at most %d tokens each, and count what is left out", async (maxTokens) => {
  for (const { name, request, unsent } of await describeSpecialists(taskOf(400, maxTokens))) {
    expect(request.tokens).toBeLessThanOrEqual(maxTokens);
    const sent = [...request.body.matchAll(/total\d+ = /g)].length;
    expect(sent + unsent).toBe(400);
    expect(sent).toBeGreaterThan(5);
    // Of another kind, too, however large the change is.
    expect(request.body).toContain(name === "tests" ? "total7 = " : "total5 = ");
  }
});

it("count what is said twice, and say what is no answer", () => {
  const sent = [
    { path: "src/a.ts", symbol: null, startLine: 4, endLine: 5, source: "const total = 1;\nconst other = 2;" },
  ];
  const one = (line: number) => ({
    severity: "low",
    message: "wrong",
    evidence: [{ place: `src/a.ts:${line}`, quote: "const" }],
  });
  const read = readFindings(JSON.stringify({ findings: [one(4), one(5), one(4)] }), sent);
  expect(read).toMatchObject({
    findings: [{ evidence: [{ line: 4 }] }, { evidence: [{ line: 5 }] }],
    dropped: ["src/a.ts:4 is said twice"],
  });
  expect(readFindings("Approved.", sent)).toEqual({
    failed: "its answer is not in the form that was asked for: no JSON object",
  });
});
