// Draws edits of symbols in real files of many languages and judges each: no byte differs outside of it, all other symbols keep their
// text, and a text that its language's own parser reads before the edit it reads afterwards, unless the edit is refused. Then the edits
// are committed to a disk and undone, with and without a fault.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { ChangeSet } from "../../../src/edits/change-set.ts";
import { append } from "../../../src/system/append.ts";
import { packagePath } from "../../../src/system/package-root.ts";
import { type Random, seededRandom } from "../../support/random.ts";
import { commitOf } from "../figures/identify.ts";
import { intoPage } from "../page.ts";
import { runMain, tell } from "../run-main.ts";
import { machine } from "../support.ts";
import { drawGroup, findSources } from "./draw-group.ts";
import { anyOf, drawEdit } from "./drawn-edit.ts";
import { type Committed, fileChanges, tryCommits } from "./interrupted-commits.ts";
import { type Group, type Judged, judgeDrawn } from "./judge-edit.ts";
import { type Options, parseOptions, USAGE } from "./options.ts";
import { assertParsers, judgeOutside } from "./outside-parsers.ts";
import { type Figures, type Outcome, renderReport } from "./report.ts";

const EDITS_A_GROUP = 40;
const EDITS_A_COMMIT = 4;

async function drawFrom(group: Group, repository: string, random: Random): Promise<Judged[]> {
  const judged: Judged[] = [];
  for (let drawn = 0; drawn < EDITS_A_GROUP; drawn += 1) {
    const file = anyOf([...group.files.values()], random);
    const scene = group.edits.scene;
    const edit = file === undefined ? null : drawEdit({ ...file, scene, random });
    if (file !== undefined && edit !== null) {
      const one = await judgeDrawn(group, file, edit);
      judged.push({ ...one, place: `${repository}/${one.place}` });
    }
  }
  return judged;
}

/** Commits all edits that were made, a few at a time; where two overlap, in different commits. */
async function commitAll(group: Group, judged: readonly Judged[], home: string, random: Random): Promise<Committed[]> {
  const waiting = judged.flatMap(({ change }) => change ?? []);
  const files = [...group.files.values()];
  const done: Committed[] = [];
  while (waiting.length > 0) {
    const changes = waiting.splice(0, EDITS_A_COMMIT);
    const edited = new Set(changes.flatMap((one) => one.changes.flatMap((change) => [change.path])));
    const more = fileChanges(
      files.filter(({ path }) => !edited.has(path)),
      random,
    );
    const whole: ChangeSet[] = more.length === 0 ? [] : [{ intent: "files", changes: more, left: [], symbols: [] }];
    const { left, ...committed } = await tryCommits({ home, files, changes: [...changes, ...whole], random });
    waiting.push(...left.filter((one) => changes.includes(one)));
    done.push({ ...committed, edits: changes.length - left.length });
  }
  return done;
}

/** Adds what the languages' own parsers say of the texts that were made. */
function withParsers(done: readonly Judged[], options: Options): Outcome[] {
  const byLanguage = new Map<string, Judged[]>();
  for (const one of done) {
    append(byLanguage, one.language, one);
  }
  return [...byLanguage].flatMap(([language, own]) => {
    tell(`parsing ${language}`);
    const verdicts = judgeOutside(
      language,
      own.flatMap(({ texts }) => texts),
      options,
    );
    let at = 0;
    return own.map((one): Outcome => {
      const said = verdicts?.slice(at, at + one.texts.length) ?? [];
      at += one.texts.length;
      if (said.length === 0 || said.includes(null)) {
        return { ...one, outside: null };
      }
      const broken = said.find((verdict) => verdict !== null && verdict.broken !== null)?.broken ?? null;
      const isListed = broken !== null && one.listed.includes(Number.parseInt(broken, 10));
      const isFault = broken !== null && !isListed && one.state === "built";
      const fault = isFault ? [`the language's parser finds an error: ${broken}`] : [];
      const outside = broken === null ? "read" : isListed ? "broken where it is listed" : "broken";
      return { ...one, faults: [...one.faults, ...fault], outside };
    });
  });
}

async function run(options: Options): Promise<void> {
  const { repositories, count, seed, home } = options;
  assertParsers(options.tools);
  const random = seededRandom(seed);
  const sources = [...(await findSources(repositories)).values()];
  const done: Judged[] = [];
  const commits: Committed[] = [];
  for (let turn = 0; done.length < count; turn += 1) {
    // Languages in turn, so that each has its share.
    const source = anyOf(sources[turn % sources.length] ?? [], random);
    const group = source === undefined ? null : await drawGroup(source, random);
    if (source !== undefined && group !== null) {
      const judged = (await drawFrom(group, basename(source.root), random)).slice(0, count - done.length);
      done.push(...judged);
      commits.push(...(await commitAll(group, judged, join(home, "commit"), random)));
    }
    if (turn % 50 === 49) {
      tell(`${done.length} edits`);
    }
  }
  rmSync(join(home, "commit"), { recursive: true, force: true });
  const figures: Figures = {
    outcomes: withParsers(done, options),
    committed: commits.reduce((sum, { edits }) => sum + edits, 0),
    tried: commits.flatMap(({ tried }) => tried),
    violations: commits.flatMap(({ violations }) => violations),
    about: [
      `${new Date().toISOString().slice(0, 16).replace("T", " ")} UTC`,
      machine(),
      `Context Broker at ${commitOf(packagePath(), ["src", "package.json"])}, seed ${seed}`,
      repositories.map((root) => `${basename(root)} ${commitOf(root)?.slice(0, 9)}`).join(", "),
    ],
  };
  publish(figures, options);
}

function publish(figures: Figures, { json, write }: Options): void {
  const { outcomes, tried, violations, about } = figures;
  const faulty = outcomes.filter(({ faults }) => faults.length > 0);
  const wrong = [...violations, ...tried.flatMap((one) => one.violations)];
  if (json !== null) {
    const refused = outcomes.filter(({ state, outside }) => state === "gate: syntax-error" && outside === "read");
    mkdirSync(dirname(json), { recursive: true });
    writeFileSync(json, `${JSON.stringify({ about, faulty, wrong, refused, states: statesOf(outcomes) }, null, 2)}\n`);
  }
  for (const { edit, place, form, faults } of faulty.slice(0, 100)) {
    tell(`${edit} ${place} (${form}): ${faults.join("; ")}`);
  }
  for (const one of wrong.slice(0, 100)) {
    tell(one);
  }
  const report = renderReport(figures);
  process.stdout.write(`\n${report}`);
  if (write) {
    const page = packagePath("docs/records/edits-measured.md");
    writeFileSync(page, intoPage(readFileSync(page, "utf8"), report, "bench:edits"));
  }
}

function statesOf(done: readonly Judged[]): Record<string, number> {
  const states: Record<string, number> = {};
  for (const { state } of done) {
    states[state] = (states[state] ?? 0) + 1;
  }
  return states;
}

/** Measures; answers the exit code: 0, or 2 where something that was given is wrong. */
export const main = (args: readonly string[], cwd: string): Promise<number> =>
  runMain({ usage: USAGE, parse: () => parseOptions(args, cwd), run });
