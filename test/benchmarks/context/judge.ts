// Whether an answer has the lines that a task needs. Pure.

/** Lines of a file, 1-based and inclusive. */
export interface Range {
  readonly path: string;
  readonly start: number;
  readonly end: number;
}

export interface Task {
  /** `owner/name`. */
  readonly repository: string;
  readonly commit: string;
  readonly task: string;
  readonly kind: string;
  readonly necessary: readonly (Range & { readonly why: string })[];
}

export interface Judged {
  /** Of the necessary lines, the share that is shown. */
  readonly share: number;
  readonly isWhole: boolean;
  /** Of the necessary files, the share of which any line is shown. */
  readonly files: number;
  /** Necessary ranges that are not shown whole. */
  readonly missing: readonly Range[];
}

/** `shown`: in any order, they may overlap. A line without a letter or digit counts as shown: it says nothing. */
export function judge(
  { necessary }: Task,
  shown: readonly Range[],
  textOf: (path: string, line: number) => string,
): Judged {
  const has = (path: string, line: number): boolean =>
    shown.some((one) => one.path === path && one.start <= line && line <= one.end);
  let [due, found] = [0, 0];
  const missing = necessary.filter(({ path, start, end }) => {
    const lines = Array.from({ length: end - start + 1 }, (_, at) => start + at).filter((line) =>
      /[\p{L}\p{N}]/u.test(textOf(path, line)),
    );
    const there = lines.filter((line) => has(path, line)).length;
    due += lines.length;
    found += there;
    return there < lines.length;
  });
  const files = [...new Set(necessary.map(({ path }) => path))];
  const seen = files.filter((path) => shown.some((one) => one.path === path)).length;
  return {
    share: due === 0 ? 1 : found / due,
    isWhole: missing.length === 0,
    files: seen / (files.length || 1),
    missing,
  };
}
