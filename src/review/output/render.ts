// The forms of a report by name.
import type { ReviewReport } from "../report.ts";
import { renderGithub, renderMarkdown } from "./github.ts";
import { renderGitlab } from "./gitlab.ts";
import { reviewJson, safeJson } from "./json.ts";
import { renderSarif } from "./sarif.ts";
import { renderText } from "./text.ts";

export const OUTPUTS = ["text", "json", "sarif", "github", "gitlab", "markdown"] as const;
export type OutputForm = (typeof OUTPUTS)[number];

export const RENDERERS: Readonly<Record<OutputForm, (report: ReviewReport) => string>> = {
  text: renderText,
  json: (report) => safeJson(reviewJson(report)),
  sarif: renderSarif,
  github: renderGithub,
  gitlab: renderGitlab,
  markdown: renderMarkdown,
};
