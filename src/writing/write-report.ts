// A report from its task to its sections: explore, outline, write, each question and each look at the project a step of the store.
import { throwIfCancelled } from "../vocabulary/failure.ts";
import type { WriteTask, WriteTools, Written, WrittenSection } from "./contract/writing.ts";
import { Questions } from "./phases/ask.ts";
import { explore, outlineReport } from "./phases/explore.ts";
import { Reading } from "./phases/use-tools.ts";
import { writeSection } from "./phases/write-section.ts";
import type { ReportStore } from "./store/report-store.ts";

/** Throws LANGUAGE_MODEL_FAILED, TIMED_OUT, CANCELLED, STORAGE_UNAVAILABLE; a later run goes on where this one ended. */
export async function writeReport(task: WriteTask, tools: WriteTools, store: ReportStore): Promise<Written> {
  const questions = new Questions(store, task, tools);
  const reading = new Reading(store, tools.library, task.signal);
  const explored = await explore(task, tools, { questions, reading });
  const { outline, trouble } = await outlineReport(task, explored, { questions, reading });
  const sections: WrittenSection[] = [];
  for (const [at, section] of outline.sections.entries()) {
    throwIfCancelled(task.signal);
    const reserved = outline.sections.length - at - 1;
    sections.push(await writeSection(task, tools, { outline, section, reserved }, { store, questions, reading }));
  }
  const sum = (of: (answer: Questions["answers"][number]) => number | null): number | null => {
    const numbers = questions.answers.map(of).filter((one) => one !== null);
    return numbers.length === 0 ? null : numbers.reduce((total, one) => total + one, 0);
  };
  const unwritten = sections.filter(({ text }) => text === null).length;
  const missing = [
    explored.trouble === "" ? "" : `exploration: ${explored.trouble}`,
    trouble === "" ? "" : `outline: ${trouble}`,
    unwritten === 0 ? "" : `${unwritten} of ${sections.length} sections are not written`,
  ];
  return {
    outline,
    sections,
    read: reading.all(),
    missing: missing.filter((one) => one !== "").join("; "),
    calls: { asked: questions.answers.length, replayed: questions.replayed },
    inputTokens: sum(({ inputTokens }) => inputTokens),
    outputTokens: sum(({ outputTokens }) => outputTokens),
    cost: sum(({ cost }) => cost),
  };
}
