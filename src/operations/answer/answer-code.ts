// One question about code from input to answer: update the index, let the tool search, fit its result to the budget, and add
// the envelope.
import { z } from "zod";
import type { Freshness, ProjectIndex } from "../../index/project-index.ts";
import type { DocumentRecord, Snapshot } from "../../index/snapshot.ts";
import { withSnapshot, withSnapshotInSlices } from "../../index/with-snapshot.ts";
import type { CorpusSource, CorpusText } from "../../project/corpus.ts";
import { readAdmitted } from "../../project/read-admitted.ts";
import { countFiles, countProject, tokenStatistics } from "../../search/answer/token-statistics.ts";
import type { Steps } from "../../system/steps.ts";
import { loadTokenCounter } from "../../system/token-counter.ts";
import type { AnswerFormat } from "../../vocabulary/answer-format.ts";
import { chooseProject, saysProject } from "../choose-project.ts";
import { projectField } from "../fields.ts";
import type { OperationContext } from "../operation.ts";
import type { ProjectSession } from "../services.ts";
import { ABSENCES, explainAbsence } from "./absence.ts";
import { formatField, openFormat } from "./answer-format.ts";
import { type Answered, answerFresh } from "./answer-fresh.ts";
import {
  COMPLETENESS,
  type Envelope,
  emptinessOf,
  envelopeOf,
  type Finding,
  renderEnvelope,
  type WireEnvelope,
  wireEnvelope,
} from "./envelope.ts";
import { fitRows, tokensOf } from "./fit-rows.ts";
import { notFoundYet } from "./not-found-yet.ts";
import { recordAnswer } from "./record-answer.ts";
import { textLines } from "./text-lines.ts";

const TOKENS_MIN = 300;
const TOKENS_MAX = 200_000;

/** Input fields of every tool about code. */
export const codeFields = (maxTokens: number) => ({
  project: projectField,
  max_tokens: z
    .int()
    .min(TOKENS_MIN)
    .max(TOKENS_MAX)
    .default(maxTokens)
    .describe("Budget")
    .meta({ help: "Most tokens in the answer" }),
  format: formatField,
});

const counts = z.record(z.string(), z.number());

const envelopeField = z
  .object({
    completeness: z.enum(COMPLETENESS).optional().meta({
      doc: "absent: full; limited: cut at the limit, or see `hidden_by`; budget: cut at max_tokens; time: see `files_left`; building: see `lagging`",
    }),
    found: z.number().optional().meta({ doc: "where fewer are shown" }),
    shown: z.number().optional(),
    match: z.string().optional().meta({ doc: "how it was found, where a tool has several ways" }),
    authority: z
      .enum(["index", "disk", "git"])
      .optional()
      .meta({ doc: "absent: the index; disk: the files as they are now; git: what git stores" }),
    hidden: z.number().optional().meta({ doc: "results that the call's own filters keep out" }),
    hidden_by: z.array(z.string()).optional().meta({ doc: "the input fields that do" }),
    absence: z.enum(ABSENCES).optional().meta({
      doc: "why it is empty. absent: everything was looked through; filtered: see `hidden_by`; not_searched: see `files_left`, `lagging`",
    }),
    parse: counts.optional().meta({ doc: "files shown that are only partly understood, by parse state" }),
    files_left: z.number().optional().meta({
      doc: "files not looked through, for want of time, because of their size or because they changed meanwhile",
    }),
    lagging: z.number().optional().meta({ doc: "files not indexed as they are now" }),
    files: z.number().optional().meta({ doc: "files looked through, of an empty answer" }),
    excluded: counts.optional().meta({ doc: "files that no answer looks into, by reason, of an empty answer" }),
  })
  .meta({ doc: "how far the answer can be trusted; what is absent is as usual" });

/** Output fields of every tool about code. */
export const codeOutput = {
  outcome: z.enum(["found", "empty", "ambiguous"]),
  project_root: z.string().optional().meta({ doc: "absent: the folder that the client works in" }),
  envelope: envelopeField.optional(),
};

/** What a tool works with. */
export interface CodeScene {
  readonly session: ProjectSession;
  readonly corpus: CorpusSource;
  readonly freshness: Freshness;
  readonly signal: AbortSignal;
  /** Opens a snapshot for the duration of `use`, which must be synchronous. */
  withSnapshot<Value>(use: (snapshot: Snapshot) => Value): Value;
  /** Like withSnapshot, for longer work: other requests run between its steps. */
  inTurns<Value>(use: (snapshot: Snapshot) => Steps<Value>): Promise<Value>;
  /**
   * The file if it is byte for byte as indexed. Null if not: then the question is repeated, or the file is counted as left out.
   */
  read(document: DocumentRecord): Promise<CorpusText | null>;
}

/** What a tool has found, and how a number of its rows is written. */
export interface CodeFinding<Fields extends object> extends Omit<Finding, "documents"> {
  readonly outcome: "found" | "empty" | "ambiguous";
  readonly documents: readonly DocumentRecord[];
  /** What was searched for, in the plural: `references to X`. Used in an empty answer that does not prove absence. */
  readonly sought?: string;
  /** Number of rows to show: found, and within the caller's limit. */
  readonly rows: number;
  /** Tokens that the rows may take beside the rest, where that is less than the budget. */
  readonly rowTokens?: number;
  /** Number of optional additions (such as source lines), which are added one by one once every row is shown. */
  readonly extras?: number;
  /** `headline` is the answer's first line, after its outcome. */
  write(
    shown: number,
    extras: number,
  ): {
    readonly headline: string;
    /** Continues the headline, only in the text: the fields say it as well. */
    readonly about?: string;
    readonly lines: readonly string[];
    readonly fields: Fields;
  };
}

export interface CodeAnswer<Fields extends object> {
  readonly structured: Fields & {
    readonly outcome: "found" | "empty" | "ambiguous";
    readonly project_root?: string;
    readonly envelope?: WireEnvelope;
  };
  readonly text: string;
}

export interface Question {
  /** The tool's name in the journal. */
  readonly operation: string;
  /** The question as text. */
  readonly asked: string;
  /**
   * Milliseconds: a tool that needs the index only for a minor part of its answer waits no longer for it. In a terminal it
   * waits like any other, since nothing continues after its answer.
   */
  readonly waitMsMax?: number;
  /** Milliseconds: a tool about the index itself waits this long, whatever the settings say. */
  readonly waitMs?: number;
  /** Whether something that is not found may be in a file that is not indexed yet. */
  readonly seeksInIndex?: boolean;
  /** Whether the answer says how complete the vectors are. */
  readonly tellsVectors?: boolean;
}

/** Input of every tool about code. */
export interface CodeInput {
  readonly project?: string | undefined;
  readonly max_tokens: number;
  readonly format?: AnswerFormat | undefined;
}

export async function answerCode<Fields extends object>(
  input: CodeInput,
  question: Question,
  context: OperationContext,
  find: (scene: CodeScene) => CodeFinding<Fields> | Promise<CodeFinding<Fields>>,
): Promise<CodeAnswer<Fields>> {
  const { operation, asked, waitMsMax = Number.POSITIVE_INFINITY, waitMs, tellsVectors = false } = question;
  const root = await chooseProject(input.project, context);
  const named = (await saysProject(root, input.project, context)) ? { project_root: root } : {};
  return context.services.withProject(root, async (session) => {
    const started = performance.now();
    const { answerFormat, searchWaitMs: longest } = session.settings;
    const [corpus, counter, inForm] = await Promise.all([
      session.corpus(),
      loadTokenCounter(),
      openFormat(input.format ?? answerFormat),
    ]);
    const wait = waitMs ?? (context.caller.kind === "cli" ? longest : Math.min(longest, waitMsMax));
    const waits = { waitMs: wait, embedUpTo: tellsVectors ? 0 : null };
    const seek = question.seeksInIndex === true ? sayingWhatIsYetToCome(find) : find;
    const index = await session.index();
    const { signal } = context;
    const {
      found: finding,
      freshness,
      changed,
    } = await answerFresh(
      index,
      () => waits,
      context,
      (freshness) => findOnce({ session, corpus, freshness, signal }, index, seek),
    );
    const whole = { ...finding, filesLeft: finding.filesLeft + changed };
    const unproven =
      finding.sought === undefined ? null : explainAbsence(finding.sought, emptinessOf(whole, freshness));
    const { extras = 0 } = finding;
    const write = (shownAll: number) => {
      const shown = Math.min(shownAll, finding.rows);
      const envelope = envelopeOf(whole, { shown, wanted: finding.rows }, freshness, corpus.current());
      const { headline, about = "", lines, fields } = finding.write(shown, shownAll - shown);
      const proof = finding.outcome === "empty" ? unproven : null;
      const first = `${finding.outcome}: ${proof ?? headline}`;
      const head = [proof === null ? `${first}${about}` : first, ...secondLine(named, envelope, finding.outcome)];
      const text = textLines([...head, ...lines]);
      const outer = { summary: textLines([first]), outcome: finding.outcome, ...named };
      const wire = wireEnvelope(envelope, finding.outcome);
      const structured = { ...outer, ...fields, ...(wire === null ? {} : { envelope: wire }) };
      return inForm({ text, structured, head: head.length });
    };
    const { max_tokens: budget } = input;
    const { rows, rowTokens = budget } = finding;
    const least = rowTokens < budget ? tokensOf(write(0), counter) : 0;
    const answer = fitRows(rows + extras, Math.min(budget, least + rowTokens), write, counter);
    const project = withSnapshot(index, (snapshot) => countProject(snapshot, corpus.current()));
    const filesTokens = countFiles(finding.documents, project);
    const told = {
      operation,
      statistics: tokenStatistics(project, filesTokens, counter.count(answer.text), counter.encoding),
      // The whole text is counted as context already.
      envelopeTokens: 0,
      // The rows of an empty answer are suggestions.
      hits: finding.outcome === "empty" ? 0 : Math.min(answer.shown, rows),
      milliseconds: performance.now() - started,
      cached: false,
      lagging: freshness.lagging,
      query: asked,
    };
    await recordAnswer(session, told, context);
    return answer;
  });
}

/** Names the project if that is needed, and whatever is unusual; no line if there is neither. */
export const secondLine = (
  { project_root: root }: { readonly project_root?: string },
  envelope: Envelope,
  outcome: string,
): string[] => {
  const parts = [root ?? "", renderEnvelope(envelope, outcome)].filter((part) => part !== "");
  return parts.length === 0 ? [] : [parts.join("; ")];
};

const sayingWhatIsYetToCome =
  <Found>(find: (scene: CodeScene) => Found | Promise<Found>) =>
  async (scene: CodeScene): Promise<Found> => {
    try {
      return await find(scene);
    } catch (error) {
      throw notFoundYet(error, scene.freshness.lagging);
    }
  };

/** What the tool finds, and how many files changed while it read them. */
async function findOnce<Found>(
  scene: Omit<CodeScene, "withSnapshot" | "inTurns" | "read">,
  index: ProjectIndex,
  find: (scene: CodeScene) => Found | Promise<Found>,
): Promise<Answered<Found>> {
  const changed = new Set<string>();
  const found = await find({
    ...scene,
    withSnapshot: (use) => withSnapshot(index, use),
    inTurns: (use) => withSnapshotInSlices(index, use, scene.signal),
    async read(document) {
      const read = await readAdmitted(scene.corpus, document.path);
      if (read === null || "excluded" in read || read.contentHash !== document.contentHash) {
        changed.add(document.path);
        return null;
      }
      return read;
    },
  });
  return { found, changed: changed.size };
}
