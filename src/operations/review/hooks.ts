// Git hooks that review what is committed or pushed: install, remove, show. Commands only.
import { z } from "zod";
import { HOOKS, type HookName, type Launch } from "../../review/hooks/hook-script.ts";
import { type HooksFolder, hooksFolderOf } from "../../review/hooks/hooks-folder.ts";
import { type HookState, installHook, stateOf, uninstallHook } from "../../review/hooks/manage-hooks.ts";
import { packagePath } from "../../system/package-root.ts";
import { escapeName } from "../../vocabulary/shown-text.ts";
import { chooseProject } from "../contract/choose-project.ts";
import { projectField } from "../contract/fields.ts";
import { type Annotations, defineOperation, type Operation } from "../contract/operation.ts";

const input = z.strictObject({
  hooks: z.array(z.enum(HOOKS)).min(1).optional().describe("Which hooks; default: both"),
  project: projectField,
});
const output = z.object({
  outcome: z.enum(["found", "empty"]).describe("empty: nothing is installed"),
  project_root: z.string(),
  hooks: z.array(
    z.object({
      hook: z.enum(HOOKS),
      file: z.string(),
      state: z.enum(["installed", "not installed"]),
      other: z.string().nullable().describe("a hook of another origin there"),
    }),
  ),
});

const launch: Launch = { node: process.execPath, program: packagePath("dist", "main.js") };

interface HooksCommand {
  readonly verb: "install" | "uninstall" | "status";
  readonly title: string;
  readonly summary: string;
  readonly annotations: Annotations;
  /** First line of the answer. */
  readonly said: (states: readonly HookState[], place: HooksFolder) => string;
  run(place: HooksFolder, hook: HookName): Promise<HookState>;
}

const hooksOperation = ({ verb, title, summary, annotations, said, run }: HooksCommand): Operation =>
  defineOperation({
    name: `hooks_${verb}`,
    title,
    summary,
    description: `${summary}.`,
    input,
    output,
    annotations,
    command: {
      command: `hooks ${verb}`,
      positionals: [],
      examples: [
        `context-broker hooks ${verb}`,
        `context-broker hooks ${verb} --hooks pre-commit`,
        ...(verb === "status" ? [] : [`context-broker hooks ${verb} claude-code`]),
      ],
    },
    toolset: null,
    run: async ({ hooks = [...HOOKS], project }, context) => {
      const root = await chooseProject(project, context);
      const place = await hooksFolderOf(root);
      const states: HookState[] = [];
      for (const hook of hooks) {
        states.push(await run(place, hook));
      }
      const isAny = verb === "uninstall" || states.some(({ state }) => state === "installed");
      return {
        structured: {
          outcome: isAny ? "found" : "empty",
          project_root: root,
          hooks: states.map((one) => ({ ...one })),
        },
        text: [said(states, place), ...states.map(lineOf)].join("\n"),
      };
    },
  });

function lineOf({ hook, file, state, other }: HookState): string {
  const beside =
    other === null
      ? ""
      : state === "installed"
        ? other === file
          ? "; after the lines that are there"
          : `; runs first: ${escapeName(other)}`
        : "; another hook is there";
  return `${hook}: ${state}, ${escapeName(file)}${beside}`;
}

export const HOOK_OPERATIONS: readonly Operation[] = [
  hooksOperation({
    verb: "install",
    title: "Install git hooks",
    summary: "Review what is committed (pre-commit) and pushed (pre-push); hooks that are there are kept",
    annotations: { readOnly: false, destructive: false, idempotent: true },
    said: (_, { isShared }) =>
      `hooks are installed; \`git commit --no-verify\` or SKIP_CONTEXT_BROKER=1 skips them once${isShared ? "\nthey are part of the project: they run the `context-broker` that is on the PATH, and review nothing where there is none" : ""}`,
    run: (place, hook) => installHook(place, hook, launch),
  }),
  hooksOperation({
    verb: "uninstall",
    title: "Remove git hooks",
    summary: "Remove the hooks; one that was there before takes its place again",
    annotations: { readOnly: false, destructive: true, idempotent: true },
    said: () => "hooks are removed",
    run: async (place, hook) => {
      await uninstallHook(place, hook);
      return stateOf(place, hook);
    },
  }),
  hooksOperation({
    verb: "status",
    title: "Git hooks",
    summary: "Show which hooks are installed, and where",
    annotations: { readOnly: true, destructive: false, idempotent: true },
    said: (states) =>
      states.some(({ state }) => state === "installed")
        ? "hooks are installed"
        : "no hooks of context-broker are installed",
    run: async (place, hook) => stateOf(place, hook),
  }),
];
