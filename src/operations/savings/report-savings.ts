// The savings report for people: tables by day, project and client, and optionally a page with charts. Only a command, since it
// writes to a given path.

import { z } from "zod";
import { isEmpty, reportSavings } from "../../statistics/report.ts";
import { renderReportHtml } from "../../statistics/report-html.ts";
import { renderReportTable } from "../../statistics/report-table.ts";
import { typedPath } from "../../system/home-path.ts";
import { writeNamedFile } from "../../system/named-file.ts";
import { isStandardOutput } from "../../system/open-streams.ts";
import { PRIVATE_MODES } from "../../system/platform/permissions.ts";
import { Failure, systemReason } from "../../vocabulary/failure.ts";
import { defineOperation, type Operation } from "../contract/operation.ts";
import { daysField, savingsOutput } from "./token-savings.ts";

export const reportTokenSavings: Operation = defineOperation({
  name: "report_token_savings",
  title: "Savings report",
  summary: "Show how many tokens searches saved, by day, project, client and tool",
  description: "Reports the tokens that answers saved, by day, project, client and tool.",
  input: z.strictObject({
    days: daysField.describe("Days back; default: all"),
    client: z.string().max(120).optional().describe("Only answers to this client, such as claude-code"),
    tool: z.string().max(120).optional().describe("Only answers of this tool, such as search_codebase"),
    html: z.string().min(1).optional().describe("Write an HTML page with charts to this file"),
  }),
  output: savingsOutput,
  annotations: { readOnly: false, destructive: false, idempotent: true },
  command: {
    command: "report",
    positionals: [],
    examples: [
      "context-broker report --days 7",
      "context-broker report --client codex --tool search_codebase",
      "context-broker report --html savings.html",
    ],
  },
  toolset: null,
  run: async ({ days, client, tool, html }, { services, caller }) => {
    const timeZone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
    const report = await reportSavings(services.journal, { timeZone, days, client, tool });
    const outcome: "found" | "empty" = isEmpty(report) ? "empty" : "found";
    const page = html === undefined ? null : typedPath(html, caller.cwd);
    if (page !== null) {
      await writePage(page, renderReportHtml(report));
    }
    return {
      structured: {
        outcome,
        ...report,
        totals: { ...report.totals },
        days: report.days.map((day) => ({ ...day })),
        projects: report.projects.map((project) => ({ ...project })),
        clients: report.clients.map((client) => ({ ...client })),
        ...(page === null ? {} : { html: page }),
      },
      text: `${renderReportTable(report, { client, tool })}${page === null ? "" : `\npage: ${page}`}`,
      outputIsTaken: page !== null && isStandardOutput(page),
    };
  },
});

async function writePage(path: string, page: string): Promise<void> {
  try {
    // A new one is readable only by its owner, since it names projects.
    await writeNamedFile(path, page, { mode: PRIVATE_MODES.file });
  } catch (error) {
    throw new Failure("STORAGE_UNAVAILABLE", `${path} cannot be written: ${systemReason(error)}`, {
      hint: "name a file in an existing folder that you may write to",
      cause: error,
    });
  }
}
