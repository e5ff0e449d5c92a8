// The source lines of references, for answers that show each with its place.
import { z } from "zod";
import type { Snapshot } from "../../../index/snapshot.ts";
import type { EdgeScene } from "../../../intelligence/edges/edge-scene.ts";
import { openTests } from "../../../intelligence/edges/in-tests.ts";
import { throwIfCancelled } from "../../../vocabulary/failure.ts";
import { lineAt, sourceText } from "../../../vocabulary/text.ts";
import type { CodeScene } from "../../answer/answer-code.ts";
import { explained } from "../../contract/fields.ts";

/** A longer line is cut. UTF-16 units. */
const LENGTH_MAX = 120;

export type LineText = (path: string, line: number) => string | null;

/** Reads each file once. Lines come without indentation; null if the file differs from the index. */
export async function readLineTexts(paths: Iterable<string>, scene: CodeScene): Promise<LineText> {
  const documents = scene.withSnapshot((snapshot: Snapshot) =>
    [...new Set(paths)].flatMap((path) => snapshot.documentAt(path) ?? []),
  );
  const sources = new Map<string, ReturnType<typeof sourceText>>();
  for (const document of documents) {
    throwIfCancelled(scene.signal);
    const read = await scene.read(document);
    if (read !== null) {
      sources.set(document.path, sourceText(read.text, 1));
    }
  }
  return (path, line) => {
    const source = sources.get(path);
    if (source === undefined || line > source.starts.length) {
      return null;
    }
    const text = lineAt(source, line).trim();
    return text.length > LENGTH_MAX ? `${text.slice(0, LENGTH_MAX).replace(/[\uD800-\uDBFF]$/, "")}…` : text;
  };
}

// Input fields that tools about edges share: how many steps, and whether those of tests are included.

const TESTS = ["include", "exclude", "only"] as const;
export type Tests = (typeof TESTS)[number];

export const testsField = explained(
  z.enum(TESTS).default("include"),
  "",
  "Include, exclude or show only what is in tests",
);

const DEPTH_MAX = 5;

/** `usual`: the default. */
export const depthField = (usual: number) =>
  explained(z.int().min(1).max(DEPTH_MAX).default(usual), "", "Most steps to follow");

export function admitsTests(scene: EdgeScene, tests: Tests): ReturnType<typeof openTests> {
  const isTest = openTests(scene);
  return tests === "include" ? () => true : (place) => isTest(place) === (tests === "only");
}

/** What a certainty rests on. */
const GROUNDS: Readonly<Record<string, string>> = {
  constrained: "found by the receiver's type",
  heuristic: "found by the name alone",
};

/** What all rows share, as the end of the first line: ", all read, found by the receiver's type"; "" where that is nothing. */
export function renderShared(shared: string): string {
  const words = shared.split(", ").map((word) => GROUNDS[word] ?? word);
  return shared === "" ? "" : `, all ${words.join(", ")}`;
}
