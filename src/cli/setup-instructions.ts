// `setup --instructions`: a paragraph about this server in the rules that a project gives its assistants.
import { existsSync, readFileSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { withoutParagraph, withParagraph } from "../clients/paragraph.ts";
import { CLIENTS } from "../clients/registry.ts";
import { planTextChange, refusalOf, type TextChange, writeTextChange } from "../clients/text-change.ts";
import { isInside } from "../system/platform/inside.ts";
import { Failure } from "../vocabulary/failure.ts";
import { carryOut, exitCodeOf, type Manner, notConfirmed, type State } from "./confirm-change.ts";
import { renderJson } from "./render-answer.ts";
import type { Terminal } from "./terminal.ts";

/** The file if none exists and no client is named: most clients read it. */
const USUAL_FILE = "AGENTS.md";
/** A file of a project is as public as the project. */
const NEW_FILE_MODE = 0o644;

/** Returns the exit code. `names`: of clients; if empty, the existing files are changed. Throws PROJECT_NOT_FOUND, INVALID_INPUT. */
export async function setupInstructions(
  project: string | null,
  names: readonly string[],
  manner: Manner,
  { out, err }: Terminal,
): Promise<number> {
  if (project === null) {
    throw new Failure("PROJECT_NOT_FOUND", "there is no project here whose rules could name this server", {
      hint: "go into the project, or name it with --project",
    });
  }
  const done: { readonly change: TextChange; readonly state: State }[] = [];
  for (const file of filesOf(project, names, manner.isUndo)) {
    const refuse = refusalOf(file, ", or write to it by hand");
    if (leadsOut(project, file)) {
      throw refuse("is a link that leads out of the project");
    }
    const paragraph = manner.isUndo ? withoutParagraph : withParagraph;
    const change = planTextChange(file, (text) => paragraph(text) || null, refuse);
    const write = () => writeTextChange(change, NEW_FILE_MODE, refuse);
    const state = await carryOut(change, write, manner, err);
    done.push({ change, state });
    if (!manner.isJson) {
      out.write(sentenceOf(file, state, manner.isUndo));
    }
  }
  if (manner.isJson) {
    out.write(renderJson({ files: done.map(({ change: { file, diff }, state }) => ({ file, state, diff })) }, out));
  }
  return exitCodeOf(done);
}

/** Absolute paths. A file that two names lead to is listed once. */
function filesOf(project: string, names: readonly string[], isUndo: boolean): string[] {
  const all = [...new Set(CLIENTS.flatMap(({ rulesFile }) => rulesFile ?? []))];
  const present = all.filter((name) => existsSync(join(project, name)));
  const named = names.length === 0 ? present : rulesFilesOf(names);
  const wanted = named.length > 0 || isUndo ? named : [USUAL_FILE];
  const byTarget = new Map<string, string>();
  for (const file of wanted
    .filter((name) => !importsAnother(project, name, wanted))
    .map((name) => join(project, name))) {
    const target = existsSync(file) ? realpathSync(file) : file;
    byTarget.set(target, byTarget.get(target) ?? file);
  }
  return [...byTarget.values()];
}

function rulesFilesOf(names: readonly string[]): string[] {
  const files = CLIENTS.filter(({ name }) => names.includes(name)).map(({ title, rulesFile }) => {
    if (rulesFile === null) {
      throw new Failure("INVALID_INPUT", `${title} reads no rules of a project`, {
        hint: "leave it out; the server itself tells it when to use its tools",
      });
    }
    return rulesFile;
  });
  return [...new Set(files)];
}

/** Whether the file includes another file that is changed, too (`@AGENTS.md`): its reader would get the paragraph twice. */
function importsAnother(project: string, name: string, wanted: readonly string[]): boolean {
  const file = join(project, name);
  if (!existsSync(file) || leadsOut(project, file)) {
    return false;
  }
  const lines = readFileSync(file, "utf8").split(/\r?\n/);
  return wanted.some((other) => other !== name && lines.some((line) => line.trim() === `@${other}`));
}

/** Whether a link leads out of the project: a clone may contain a link to any file of the user. */
function leadsOut(project: string, file: string): boolean {
  if (!existsSync(file)) {
    return false;
  }
  return !isInside(realpathSync(project), realpathSync(file));
}

function sentenceOf(file: string, state: State, isUndo: boolean): string {
  switch (state) {
    case "written":
      return `wrote the paragraph in ${file}\n`;
    case "removed":
      return `removed the paragraph from ${file}\n`;
    case "unchanged":
      return `${isUndo ? "there is no paragraph" : "the paragraph is as it should be"} in ${file}\n`;
    case "not confirmed":
      return `${notConfirmed(file)}\n`;
  }
}
