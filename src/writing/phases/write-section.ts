// The third phase: a section from the source that was read for it, with at most a few further steps; its citations are checked, and sent back with
// the reason where they are wrong.
import { checkCitations, type Support } from "../../reason/citations/check-citations.ts";
import { type LineSpan, merged } from "../../reason/citations/find-citations.ts";
import { linesOf, sentPlaces } from "../contract/read-lines.ts";
import type { Outline, PlannedSection, WriteTask, WriteTools, WrittenSection } from "../contract/writing.ts";
import { excerpt, sectionPrompt } from "../prompts/author.ts";
import type { ReportStore } from "../store/report-store.ts";
import type { Questions } from "./ask.ts";
import { Memory, roomOf } from "./explore.ts";
import { isObject, readStep } from "./read-answer.ts";
import type { Reading } from "./use-tools.ts";

const SECTION_TOKENS = 4_000;
/** Further steps of a section, and how often its citations are sent back. */
const STEPS_MAX = 2;
const REPAIRS_MAX = 2;
/** Tokens for source, as far as the window has them. */
const EVIDENCE_TOKENS = 16_000;
const CHUNKS_MAX = 60;

const REASONS: Readonly<Record<Exclude<Support, "supported">, string>> = {
  partly: "you have read only a part of these lines",
  "not-sent": "you have not read these lines",
  "no-such-file": "there is no such file",
  "no-such-line": "the file has no such lines",
};

export interface Desk {
  readonly store: ReportStore;
  readonly questions: Questions;
  readonly reading: Reading;
}

/** The citations that are not of lines that were read: what is written, and why it is wrong. */
function wrongCitations(text: string, reading: Reading, { library }: WriteTools): { text: string; reason: string }[] {
  const { citations } = checkCitations(text, sentPlaces(reading.all()), (path) =>
    linesOf(reading.file(path), path, library),
  );
  return citations.flatMap(({ text: cited, support }) =>
    support === "supported" ? [] : [{ text: cited, reason: REASONS[support] }],
  );
}

/** `reserved`: questions that other sections need. */
export async function writeSection(
  task: WriteTask,
  tools: WriteTools,
  { outline, section, reserved }: { outline: Outline; section: PlannedSection; reserved: number },
  { store, questions, reading }: Desk,
): Promise<WrittenSection> {
  const memory = new Memory(tools);
  const what = `section "${section.title}"`;
  let [steps, repairs] = [0, 0];
  let draft: { text: string; wrong: string[] } | null = null;
  let trouble: string | null = null;
  while (questions.left > reserved) {
    const spare = questions.left - reserved - 1;
    const prompt = sectionPrompt({
      prompt: task.prompt,
      outline,
      section,
      evidence: evidenceFor(section, tools, { store, reading }),
      seen: memory.take(reading),
      steps: draft === null ? Math.min(STEPS_MAX - steps, spare) : 0,
      draft,
    });
    const about = draft === null ? what : `${what}, corrected`;
    const { text, reason } = await questions.ask(about, prompt, SECTION_TOKENS);
    if (isObject(text)) {
      // Asked to correct a draft, it gave none: what it wrote before stays.
      if (draft !== null) {
        break;
      }
      steps += 1;
      const read = readStep(text);
      if ("wrong" in read) {
        memory.complain(read.wrong);
      } else if (steps > STEPS_MAX || spare === 0) {
        memory.complain("no step is left: write the section from what you have read");
      } else {
        await memory.use(read.value.calls ?? [], reading);
      }
      if (steps > STEPS_MAX + 1) {
        break;
      }
      continue;
    }
    trouble =
      reason === "stop" ? null : reason === "length" ? "cut off at its token limit" : "refused by the language model";
    const wrong = wrongCitations(text, reading, tools);
    draft = { text: text.trim(), wrong: wrong.map((one) => `${one.text}: ${one.reason}`) };
    if (wrong.length === 0 || repairs === REPAIRS_MAX) {
      break;
    }
    repairs += 1;
  }
  if (draft === null || draft.text === "") {
    const why = steps > 0 ? "the language model did not write it" : "no question was left";
    return { ...section, text: null, trouble: `not written: ${why}` };
  }
  return { ...section, text: draft.text, trouble };
}

/** What was read of the section's files, then what else has its words, as far as there is room. */
function evidenceFor(
  section: PlannedSection,
  tools: WriteTools,
  { store, reading }: Pick<Desk, "store" | "reading">,
): string[] {
  const chosen = new Map<string, LineSpan[]>();
  let room = roomOf(tools, EVIDENCE_TOKENS);
  const take = (path: string, span: LineSpan): void => {
    const file = reading.file(path);
    const own = chosen.get(path) ?? [];
    if (file === null || own.some((one) => one.startLine <= span.startLine && one.endLine >= span.endLine)) {
      return;
    }
    const cost = tools.countTokens(excerpt(file, span.startLine, span.endLine));
    if (cost <= room) {
      room -= cost;
      chosen.set(path, [...own, span]);
    }
  };
  for (const path of section.files) {
    for (const span of merged(reading.spansOf(path))) {
      take(path, span);
    }
  }
  const words = `${section.title} ${section.focus}`.match(/[\p{L}\p{N}_]{3,}/gu) ?? [];
  for (const { path, ...chunk } of store.find([...new Set(words)], CHUNKS_MAX)) {
    for (const span of merged(reading.spansOf(path))) {
      const [startLine, endLine] = [Math.max(chunk.startLine, span.startLine), Math.min(chunk.endLine, span.endLine)];
      if (startLine <= endLine) {
        take(path, { startLine, endLine });
      }
    }
  }
  return [...chosen].flatMap(([path, spans]) => {
    const file = reading.file(path);
    return file === null
      ? []
      : merged(spans).map(({ startLine, endLine }) => {
          reading.show({ path, startLine, endLine });
          return excerpt(file, startLine, endLine);
        });
  });
}
