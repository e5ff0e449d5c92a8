// One question about code from input to answer: update the index, let the tool search, fit its result to the budget, and add
// the envelope.
import { termsOf } from "../../index/lexical/terms.ts";
import type { FileHints, Freshness, ProjectIndex, TextsByRoot } from "../../index/project-index.ts";
import type { DocumentRecord, Snapshot } from "../../index/snapshot.ts";
import { withSnapshot, withSnapshotInSlices } from "../../index/with-snapshot.ts";
import type { Corpus, CorpusSource, CorpusText } from "../../project/corpus.ts";
import { readUnchanged } from "../../project/read-admitted.ts";
import { estimateGrep } from "../../search/answer/estimate-grep.ts";
import { countFiles, countProject, FIRST_HITS, tokenStatistics } from "../../search/answer/token-statistics.ts";
import type { Steps } from "../../system/slices.ts";
import { loadTokenCounter } from "../../system/token-counter.ts";
import type { AnswerFormat } from "../../vocabulary/answer-format.ts";
import { chooseProject, chooseProjects, type NamedProjects, namesProject } from "../contract/choose-project.ts";
import { addressIn, type JoinedProjects, withJoined } from "../contract/join-sessions.ts";
import type { OperationContext } from "../contract/operation.ts";
import type { ProjectSession } from "../contract/services.ts";
import { type InForm, openFormat } from "./answer-format.ts";
import { type Answered, answerFresh, type Waits } from "./answer-fresh.ts";
import {
  type Authority,
  type Envelope,
  emptinessOf,
  envelopeOf,
  explainAbsence,
  type Finding,
  renderEnvelope,
  type WireEnvelope,
  wireEnvelope,
} from "./envelope.ts";
import { fitRows } from "./fit-rows.ts";
import { notFoundYet } from "./not-found-yet.ts";
import { type ProjectLabels, projectLabels } from "./project-labels.ts";
import { recordAnswer } from "./record-answer.ts";
import { textLines } from "./text-lines.ts";

/** What a tool works with. */
export interface CodeScene {
  readonly session: ProjectSession;
  readonly corpus: CorpusSource;
  readonly freshness: Freshness;
  readonly signal: AbortSignal;
  /** An address as a caller gave it, with the mark of its project for `app:` in front, where several are asked about. */
  addressed(address: string): string;
  /** Opens a snapshot for the duration of `use`, which must be synchronous. */
  withSnapshot<Value>(use: (snapshot: Snapshot) => Value): Value;
  /** Like withSnapshot, with what the texts of files seem to define that are not indexed, in a project that was never. */
  overTexts<Value>(use: (snapshot: Snapshot) => Value): Value;
  /** Like withSnapshot, for longer work: other requests run between its steps. */
  inSlices<Value>(use: (snapshot: Snapshot) => Steps<Value>): Promise<Value>;
  /**
   * The file if it is byte for byte as indexed. Null if not: then the question is repeated, or the file is counted as left out.
   */
  read(document: DocumentRecord): Promise<CorpusText | null>;
}

type Outcome = "found" | "empty" | "ambiguous";
/** A question has no other outcome; what changes something may also fail to. */
type AnyOutcome = Outcome | "failed";

/** What a tool has found, and how a number of its rows is written. */
export interface CodeFinding<Fields extends object, Result extends AnyOutcome = Outcome>
  extends Pick<Finding, "match" | "found" | "files" | "filtered" | "doubts" | "isSearch"> {
  /** Default: by whether anything was found. */
  readonly outcome?: Result | Outcome;
  /** Default: the index. */
  readonly authority?: Authority;
  /** Documents that the answer rests on. Default: none. */
  readonly documents?: readonly DocumentRecord[];
  /** Names that somebody would grep for in place of this answer. Default: none. */
  readonly grepFor?: readonly string[];
  /** Default: none. */
  readonly filesLeft?: number;
  /** What was searched for, in the plural: `references to X`. Used in an empty answer that does not prove absence. */
  readonly sought?: string;
  /** Number of rows to show, if the caller's limit keeps it below `found`. */
  readonly rows?: number;
  /** Number of optional additions (such as source lines), which are added one by one once every row is shown. */
  readonly extras?: number;
  /** Called once, with the number of rows that the answer shows, and its text. False: what is written is another answer now. */
  answered?(shown: number, text: string): boolean;
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

export interface CodeAnswer<Fields extends object, Result extends AnyOutcome = Outcome> {
  readonly structured: Fields & {
    readonly outcome: Result | Outcome;
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
  /** As of the operation. */
  readonly textAlone?: boolean;
  /** Whether the answer says how complete the vectors are. */
  readonly tellsVectors?: boolean;
  /** What is looked for in a project that was never indexed. Absent: the answer waits for all files even then. */
  readonly first?: FirstLook;
}

/** How a question is answered while the index has never been complete. */
export interface FirstLook {
  /** Null: the question reads the files itself. */
  readonly hints: (() => FileHints) | null;
  /** The answer rests on texts that are not indexed, too; else only on what could be indexed in that time. */
  readonly overTexts: boolean;
}

/** Input of every tool about code. */
export interface CodeInput {
  readonly project?: string | undefined;
  readonly projects?: NamedProjects["projects"];
  readonly max_tokens: number;
  readonly format?: AnswerFormat | undefined;
}

type Find<Found> = (scene: CodeScene) => Found | Promise<Found>;

/** Answers a question about code. Failures are those of choosing a project, of the tool's `find`, and CANCELLED. */
export async function answerCode<Fields extends object, Result extends AnyOutcome = Outcome>(
  input: CodeInput,
  question: Question,
  context: OperationContext,
  find: Find<CodeFinding<Fields, Result>>,
): Promise<CodeAnswer<Fields, Result>> {
  const chosen = await chooseProjects(input, context);
  const [only, ...others] = chosen?.roots ?? [];
  if (chosen !== null && others.length > 0) {
    return withJoined(chosen.roots, chosen.failures, context.services, (joined) =>
      answerIn(joined.session, { input, named: {}, joined }, question, context, find),
    );
  }
  const root = only ?? (await chooseProject(input.project, context));
  const named = (await namesProject(root, input.project ?? only, context)) ? { project_root: root } : {};
  return context.services.withProject(root, (session) =>
    answerIn(session, { input, named, joined: null }, question, context, find),
  );
}

/** Which projects a question is about, and how the answer names them. */
interface About {
  readonly input: CodeInput;
  readonly named: { readonly project_root?: string };
  /** Null where it is about one project. */
  readonly joined: JoinedProjects | null;
}

async function answerIn<Fields extends object, Result extends AnyOutcome>(
  session: ProjectSession,
  { input, named, joined }: About,
  question: Question,
  context: OperationContext,
  find: Find<CodeFinding<Fields, Result>>,
): Promise<CodeAnswer<Fields, Result>> {
  const started = performance.now();
  const [index, corpus, counter, inForm] = await Promise.all([
    session.index(),
    session.corpus(),
    loadTokenCounter(),
    openFormat(input.format ?? session.settings.answerFormat),
  ]);
  // In a terminal it waits for all files, since nothing continues after the answer.
  const first = context.caller.kind === "cli" ? undefined : question.first;
  const firstUntil = context.firstUntilMs ?? started + FIRST_SHARE * session.settings.firstAnswerMs;
  const waits = (): Waits => ({
    waitMs: waitOf(question, session, context),
    embedUpTo: question.tellsVectors === true ? 0 : null,
    ...(first === undefined ? {} : { first: firstWaitOf(first, firstUntil) }),
  });
  const seek = question.seeksInIndex === true ? sayingWhatIsYetToCome(find) : find;
  const { signal } = context;
  const fresh = await answerFresh(index, waits, context, (freshness) => {
    const texts = first?.overTexts === true ? freshness.texts : undefined;
    const scene = { session, corpus, freshness, signal, addressed: addressIn(joined) };
    return findOnce(scene, { index, texts }, seek);
  });
  const { freshness } = fresh;
  const finding = wholeOf(
    fresh.found,
    fresh.changed + (joined === null && first?.overTexts === false ? unreadOf(fresh.freshness, index) : 0),
  );
  const projects = joined === null ? null : projectLabels(joined.members(), joined.session.inner?.());
  const write = writerOf(finding, { named, freshness, corpus: corpus.current(), inForm, projects });
  const { max_tokens: budget } = input;
  const { rows, extras = 0 } = finding;
  const fit = () => fitRows(rows + extras, budget, write, counter, question.textAlone);
  const fitted = fit();
  const answer = finding.answered?.(Math.min(fitted.shown, rows), fitted.text) === false ? fit() : fitted;
  const { project, grep } = withSnapshot(index, (snapshot) => {
    const counted = countProject(snapshot, corpus.current(), freshness.lagging === 0);
    const text = finding.grepFor?.join(" ") ?? "";
    return { project: counted, grep: estimateGrep(snapshot, { text, terms: termsOf(text) }, counted) };
  });
  const hitFiles = countFiles(finding.documents, project);
  const alternatives = { files: countFiles(finding.documents.slice(0, FIRST_HITS), project), grep };
  const entry = {
    operation: question.operation,
    statistics: tokenStatistics(project, hitFiles, counter.count(answer.text), counter.encoding, alternatives),
    outcome: answer.structured.outcome,
    // The whole text is counted as context already.
    envelopeTokens: 0,
    // The rows of an empty answer are suggestions.
    hits: finding.outcome === "empty" ? 0 : Math.min(answer.shown, rows),
    milliseconds: performance.now() - started,
    cached: false,
    lagging: freshness.lagging,
    query: question.asked,
  };
  await recordAnswer(session, entry, context);
  return answer;
}

/** Files that the question is likely about, and that are not indexed yet. */
function unreadOf({ texts }: Freshness, index: ProjectIndex): number {
  const likely = [...(texts?.values() ?? [])].flatMap((one) => one.likely);
  return likely.length === 0
    ? 0
    : withSnapshot(index, (snapshot) => likely.filter((path) => snapshot.documentAt(path) === undefined).length);
}

type WholeFinding<Fields extends object, Result extends AnyOutcome> = Omit<CodeFinding<Fields>, "outcome"> & {
  readonly outcome: Result | Outcome;
} & Required<Pick<CodeFinding<Fields>, "authority" | "documents" | "filesLeft" | "rows">>;

/** The finding with its default values. `changed`: files that changed while they were read. */
function wholeOf<Fields extends object, Result extends AnyOutcome>(
  finding: CodeFinding<Fields, Result>,
  changed: number,
): WholeFinding<Fields, Result> {
  const { found, outcome = found === 0 ? "empty" : "found", rows = found, filesLeft = 0 } = finding;
  return { authority: "index", documents: [], ...finding, outcome, rows, filesLeft: filesLeft + changed };
}

/** Of the time for a first answer: opening the project took some before, and the best files are waited for a little longer. */
const FIRST_SHARE = 0.7;

/** What is left of the time for a first answer: opening the project has taken some. */
const firstWaitOf = ({ hints }: FirstLook, untilMs: number): NonNullable<Waits["first"]> => ({
  hints,
  analysed: hints !== null,
  waitMs: Math.max(0, untilMs - performance.now()),
});

function waitOf({ waitMs, waitMsMax }: Question, { settings }: ProjectSession, { caller }: OperationContext): number {
  const longest = settings.searchWaitMs;
  return waitMs ?? (caller.kind === "cli" ? longest : Math.min(longest, waitMsMax ?? longest));
}

interface Writing {
  readonly named: { readonly project_root?: string };
  readonly freshness: Freshness;
  readonly corpus: Corpus;
  readonly inForm: InForm;
  /** Null in an answer about one project. */
  readonly projects: ProjectLabels | null;
}

/** Writes the answer with a number of rows, then of extras, in both of its forms. */
function writerOf<Fields extends object, Result extends AnyOutcome>(
  finding: WholeFinding<Fields, Result>,
  { named, freshness, corpus, inForm, projects }: Writing,
): (shown: number) => CodeAnswer<Fields, Result> {
  const { outcome, sought } = finding;
  const proof = sought === undefined ? null : explainAbsence(sought, emptinessOf(finding, freshness));
  return (shownAll) => {
    const shown = Math.min(shownAll, finding.rows);
    const envelope = envelopeOf(finding, { shown, wanted: finding.rows }, freshness, corpus);
    const { headline, about = "", lines, fields } = finding.write(shown, shownAll - shown);
    const absence = outcome === "empty" ? proof : null;
    const first = `${outcome}: ${absence ?? headline}`;
    const ofProjects = projects === null ? [] : [projects.line];
    const head = [
      absence === null ? `${first}${about}` : first,
      ...ofProjects,
      ...secondLine(named, envelope, outcome),
    ];
    const wire = wireEnvelope(envelope, outcome);
    const outer = { summary: textLines([first]), outcome, ...named, ...(projects?.fields ?? {}) };
    const structured = { ...outer, ...fields, ...(wire === null ? {} : { envelope: wire }) };
    const written = { text: textLines([...head, ...lines]), structured, head: head.length };
    return inForm(projects === null ? written : { ...written, ...projects.apply(written) });
  };
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
  <Found>(find: Find<Found>): Find<Found> =>
  async (scene) => {
    try {
      return await find(scene);
    } catch (error) {
      throw notFoundYet(error, scene.freshness.lagging);
    }
  };

/** What the tool finds, and how many files changed while it read them. */
async function findOnce<Found>(
  scene: Omit<CodeScene, "withSnapshot" | "overTexts" | "inSlices" | "read">,
  { index, texts }: { readonly index: ProjectIndex; readonly texts: TextsByRoot | undefined },
  find: Find<Found>,
): Promise<Answered<Found>> {
  const changed = new Set<string>();
  const found = await find({
    ...scene,
    withSnapshot: (use) => withSnapshot(index, use, texts),
    overTexts: (use) => withSnapshot(index, use, scene.freshness.texts),
    inSlices: (use) => withSnapshotInSlices(index, use, scene.signal, texts),
    async read(document) {
      const read = await readUnchanged(scene.corpus, document);
      if (read === null) {
        changed.add(document.path);
      }
      return read;
    },
  });
  return { found, changed: changed.size };
}
