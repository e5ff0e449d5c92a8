// The shell scripts that git runs: POSIX sh, no more than a call of this program and what its exit code means.

import { shellQuoted } from "../../system/platform/typed-words.ts";

export const HOOKS = ["pre-commit", "pre-push"] as const;
export type HookName = (typeof HOOKS)[number];

/** How a hook starts this program: by absolute paths of Node and of the program's file, or as the PATH has it. */
export type Launch = { readonly node: string; readonly program: string } | "path";

const BEGIN = "# context-broker hooks: begin. `context-broker hooks uninstall` removes these lines.";
const END = "# context-broker hooks: end.";

/** A hook that was there before, next to the new one. */
export const earlierName = (hook: HookName): string => `${hook}.before-context-broker`;

export const isOwn = (text: string): boolean => text.includes(BEGIN);

/** The whole file of a hook: first the earlier one with the same arguments and input, then the review. */
export function hookFile(hook: HookName, launch: Launch): string {
  const input = hook === "pre-push" ? 'printf "%s" "$context_broker_input" | ' : "";
  return `#!/bin/sh
${BEGIN}
${hook === "pre-push" ? READ_INPUT : ""}context_broker_earlier="$(dirname "$0")/${earlierName(hook)}"
if [ -x "$context_broker_earlier" ]; then
  ${input}"$context_broker_earlier" "$@" || exit $?
fi
${callOf(hook, launch)}
${END}
`;
}

/** Lines to add to a hook of another program, such as husky's. */
export const hookBlock = (hook: HookName, launch: Launch): string =>
  `${BEGIN}\n${hook === "pre-push" ? READ_INPUT : ""}${callOf(hook, launch)}\n${END}\n`;

/** The text without the added lines. */
export function withoutBlock(text: string): string {
  const [start, end] = [text.indexOf(BEGIN), text.indexOf(END)];
  return start < 0 || end < start ? text : text.slice(0, start) + text.slice(end + END.length).replace(/^\n/, "");
}

/** Git writes the pushed refs there, for each hook that wants them. A dot keeps the last line break. */
const READ_INPUT = `context_broker_input="$(cat; printf .)"
context_broker_input="\${context_broker_input%.}"
`;

/** The program's words in a shell, the test that it is there, and what is said where it is not. */
function startOf(launch: Launch): { readonly words: string; readonly test: string; readonly missing: string } {
  if (launch === "path") {
    return {
      words: "context-broker",
      test: "command -v context-broker >/dev/null 2>&1",
      missing: "context-broker is not on the PATH, so nothing was reviewed.",
    };
  }
  const [node, program] = [shellQuoted(launch.node), shellQuoted(launch.program)];
  return {
    words: `${node} ${program}`,
    test: `[ -x ${node} ] && [ -f ${program} ]`,
    missing: "context-broker is not where it was: run 'context-broker hooks install' again.",
  };
}

function callOf(hook: HookName, launch: Launch): string {
  const { words, test, missing } = startOf(launch);
  const what = hook === "pre-commit" ? "commit" : "push";
  return `context_broker_review() {
  if ! { ${test}; }; then
    echo "${missing} The ${what} goes on." >&2
    return 0
  fi
  context_broker_code=0
  ${words} review "$@" >&2 </dev/null || context_broker_code=$?
  if [ "$context_broker_code" = 1 ]; then
    echo "context-broker: the review above stops this ${what}. Fix the findings, suppress them with a reason, or skip the review once: git ${what} --no-verify" >&2
    return 1
  elif [ "$context_broker_code" != 0 ]; then
    echo "context-broker: the review could not run (exit code $context_broker_code). The ${what} goes on." >&2
  fi
}
if [ "\${SKIP_CONTEXT_BROKER:-}" != 1 ]; then
${hook === "pre-commit" ? COMMIT : PUSH}
fi`;
}

/** \`git commit -a\` and \`git commit PATH\` commit another index than the repository's. */
const COMMIT = `  context_broker_review --mode staged --index-file "\${GIT_INDEX_FILE:-}" || exit 1`;

/**
 * One line for each ref: local name and commit, remote name and commit. Zeros: it does not exist there. What the remote had of the ref
 * is the base; if it had none, or this clone does not know it, the commit at which the ref left what is on any remote.
 */
const PUSH = `  printf "%s" "$context_broker_input" | {
    while read -r context_broker_ref context_broker_head _ context_broker_base; do
      case "$context_broker_head" in *[!0]*) ;; *) continue ;; esac
      context_broker_head="$(git rev-parse --quiet --verify "$context_broker_head^{commit}")" || continue
      if ! git cat-file -e "$context_broker_base^{commit}" 2>/dev/null; then
        context_broker_new="$(git rev-list --boundary "$context_broker_head" --not --remotes)"
        [ -n "$context_broker_new" ] || continue
        context_broker_base="$(printf "%s\n" "$context_broker_new" | sed -n "s/^-//p" | head -n 1)"
      fi
      if [ -n "$context_broker_base" ]; then
        context_broker_review --mode pr --base "$context_broker_base" --head "$context_broker_head" || exit 1
      else
        echo "context-broker: $context_broker_ref is not reviewed: no remote has a commit to compare it with." >&2
      fi
    done
  } || exit 1`;
