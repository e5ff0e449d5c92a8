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
  reasoned: null,
  version: "1.2.3",
};
