// Weighs a change between two states of some files of a project that is indexed as it is after it. The one place of these tests
// that knows how a difference is put together.
import { createHash } from "node:crypto";
import type { ChangesFound, FileDifference } from "../../src/change/read/analyze-changes.ts";
import { comparePrints } from "../../src/change/read/compare-prints.ts";
import { type ChangeRisk, riskOfChange } from "../../src/change/risk.ts";
import { type Weighing, type WeighingTask, weighChanges } from "../../src/change/weigh-changes.ts";
import { withSnapshot } from "../../src/index/with-snapshot.ts";
import { openTestProject, WAIT } from "../support/test-index.ts";

/** Texts by path. */
export type Files = Readonly<Record<string, string>>;

export interface Weighed {
  /** `Store.put: src/page.ts:2,5 changed`. */
  readonly told: readonly string[];
  readonly weighing: Weighing;
  readonly risk: ChangeRisk | null;
}

export interface WeighingProject {
  differenceOf(path: string, before: string | undefined, after: string | undefined): Promise<FileDifference>;
  /** `before` and `after`: the changed files; `files`: all others. */
  weigh(
    files: Files,
    before: Files,
    after: Files,
    options?: Partial<WeighingTask> & Partial<ChangesFound>,
  ): Promise<Weighed>;
  dispose(): Promise<void>;
}

export const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex");

export async function openWeighing(): Promise<WeighingProject> {
  const project = openTestProject();
  const index = await project.open({});
  let written: string[] = [];

  async function differenceOf(
    path: string,
    before: string | undefined,
    after: string | undefined,
  ): Promise<FileDifference> {
    const print = async (text: string | undefined) => {
      const made = text === undefined ? null : await index.fingerprint(path, text);
      return made === null || "unread" in made ? null : made;
    };
    return {
      path,
      status: before === undefined ? "added" : after === undefined ? "removed" : "changed",
      from: null,
      unread: null,
      isMissed: false,
      isNotHere: false,
      language: null,
      parse: "full",
      contentHash: after === undefined ? null : hashOf(after),
      lines: null,
      symbols: comparePrints(await print(before), await print(after)),
    };
  }

  async function weigh(
    files: Files,
    before: Files,
    after: Files,
    options: Partial<WeighingTask> & Partial<ChangesFound> = {},
  ) {
    const now = { ...files, ...after };
    for (const path of written.filter((one) => !(one in now))) {
      project.remove(path);
    }
    for (const [path, text] of Object.entries(now)) {
      project.write(path, text);
    }
    written = Object.keys(now);
    await index.freshen(WAIT);
    const paths = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    const at = (state: Files, path: string) => (state[path] === undefined ? null : { path, text: state[path] });
    const found: ChangesFound = {
      files: await Promise.all(paths.map((path) => differenceOf(path, before[path], after[path]))),
      texts: paths.map((path) => ({ before: at(before, path), after: at(after, path) })),
      moved: [],
      filesLeft: 0,
      ...options,
    };
    const weighing = await weighChanges({
      found,
      readFacts: index.factsOf,
      withSnapshot: (use) => withSnapshot(index, use),
      signals: null,
      timeMsMax: 60_000,
      symbolMsMax: 60_000,
      signal: new AbortController().signal,
      ...options,
    });
    const told = [...weighing.weights].flatMap(([symbol, { users }]) =>
      users.map((use) => `${symbol.path}: ${use.path}:${use.lines.join(",")}${use.isChanged ? " changed" : ""}`),
    );
    return { told, weighing, risk: riskOfChange(found, weighing) };
  }

  return { differenceOf, weigh, dispose: () => project.dispose() };
}
