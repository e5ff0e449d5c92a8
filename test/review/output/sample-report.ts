// A report with everything that an output must show or escape.
import type { Finding } from "../../../src/review/contract.ts";
import type { ReviewReport } from "../../../src/review/report.ts";
import { removedExport } from "../../../src/review/rules/removed-export.ts";
import { reviewControls } from "../../../src/review/rules/review-controls.ts";

const removed: Finding = {
  rule: removedExport.id,
  type: removedExport.type,
  severity: "high",
  message: "function a::b is removed, 100% of it, but 2 lines in 1 file still refer to it",
  path: "src/größe, neu:1 %.ts",
  line: 7,
  symbol: "a.b",
  evidence: [
    { path: "src/größe, neu:1 %.ts", line: 7, text: "export function b() {", side: "before" },
    { path: "src/use.ts", line: 3, text: "b(); // <img src=x> [link](http://example.org) @team", side: "after" },
  ],
};

const said: Finding = {
  ...removed,
  rule: "language-model/security",
  type: "security",
  severity: "critical",
  message: "b() takes what a client sends <b>; see [this](http://example.org)",
  symbol: null,
  source: "language model",
};
const tokens = { input: 100, output: 20 };

export const sampleReport: ReviewReport = {
  status: "changes_requested",
  riskScore: 42,
  summary: "changes requested: 2 findings, 1 suppressed, 3 changed files, risk 42/100, not everything could be checked",
  compared: "topic (1234567) since it left main (7654321)",
  findings: [removed, { ...removed, severity: "info", line: 9 }],
  suppressed: [
    { finding: { ...removed, line: 11 }, reason: "moved to the\u001b[31m plugin", by: "comment", isOwn: true },
    { finding: { ...removed, line: 12 }, reason: "generated", by: "settings", isOwn: false },
  ],
  rules: [
    {
      rule: removedExport,
      unavailable: null,
      notChecked: ["users of 1 removed symbol: not looked for in time"],
      findings: [],
    },
    { rule: reviewControls, unavailable: "10 of 20 chunks are searchable by meaning", notChecked: [], findings: [] },
  ],
  notChecked: ["big.ts: oversized"],
  intent: { files: 3, unnamed: ["package-lock.json"] },
  reasoned: {
    model: "some-model at 127.0.0.1",
    findings: [said],
    specialists: [
      { name: "security", failed: null, found: 1, dropped: ["src/b.ts:9 was not sent"], unsent: 2, tokens, cost: null },
      {
        name: "tests",
        failed: "the language model refused to answer",
        found: 0,
        dropped: [],
        unsent: 0,
        tokens,
        cost: 0.01,
      },
    ],
    redacted: ["an access key of AWS at src/use.ts:4"],
  },
  version: "1.2.3",
};
