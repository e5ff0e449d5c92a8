// A scene between two states of a project in memory, for tests of rules.
import { createHash } from "node:crypto";
import { posix } from "node:path";
import { changesBetween } from "../../src/change/read/analyze-changes.ts";
import { readBaseState } from "../../src/change/read/base-state.ts";
import type { Side, Sides } from "../../src/change/read/read-sides.ts";
import { classOfText } from "../../src/project/content.ts";
import { isSecretName } from "../../src/project/secrets.ts";
import type { ReviewScene, Rule } from "../../src/review/contract.ts";
import { openScene, type SceneParts } from "../../src/review/open-scene.ts";
import { type RuleReport, runRules } from "../../src/review/run-rules.ts";
import { type Files, memoryProject } from "../support/memory-project.ts";

const signal = new AbortController().signal;

/** Whether the project's rules keep it from searches as a secret. */
const isWithheld = (path: string, text: string): boolean =>
  isSecretName(posix.basename(path), posix.basename(posix.dirname(path))) ||
  classOfText(false, text, () => false) === "secret";

/** `before` and `after`: the whole project in each state. `parts`: what a test wants otherwise, such as a history. */
export async function sceneBetween(before: Files, after: Files, parts: Partial<SceneParts> = {}): Promise<ReviewScene> {
  const { index, snapshot, corpus } = await memoryProject(after);
  const sideOf = async (path: string, text: string | undefined): Promise<Side> => {
    if (text === undefined) {
      return { kind: "absent" };
    }
    if (isWithheld(path, text)) {
      return { kind: "unread", why: "secret" };
    }
    const print = await index.fingerprint(path, text);
    const contentHash = createHash("sha256").update(text).digest("hex");
    return "unread" in print
      ? { kind: "unread", why: print.unread, isMissed: true }
      : { kind: "text", text, contentHash, print };
  };
  const paths = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  const sides = await Promise.all(
    paths
      .filter((path) => before[path] !== after[path])
      .map(async (path): Promise<Sides> => {
        const [old, now] = await Promise.all([sideOf(path, before[path]), sideOf(path, after[path])]);
        return { path, from: null, before: old, after: now };
      }),
  );
  const found = changesBetween(sides);
  const base = await readBaseState(found.texts, index.factsOf, 60_000, signal);
  return openScene({
    corpus,
    snapshot,
    found,
    base: base.overlay,
    stored: {
      has: async (path) => path in after,
      leftOutText: async () => null,
      withheldText: async (path, side) => {
        const text = { before, after }[side][path];
        return text !== undefined && isWithheld(path, text) ? text : null;
      },
    },
    present: { overlay: new Map(), texts: new Map(), unread: [] },
    history: null,
    settings: { forbiddenImports: [], thresholds: new Map() },
    readFacts: index.factsOf,
    inspect: index.inspect,
    isOver: () => false,
    signal,
    ...parts,
  });
}

/** One rule over a scene; whatever it needs counts as there. */
export async function runRule(rule: Rule, scene: ReviewScene): Promise<RuleReport> {
  const [report] = await runRules({
    rules: [rule],
    scene,
    unmet: {},
    severities: new Map(),
    onRule: () => undefined,
  });
  if (report === undefined) {
    throw new Error(`${rule.id} made no report`);
  }
  return report;
}
