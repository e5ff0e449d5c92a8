// `config show`: each setting's value, where it came from, and which values were refused.
import type { Command } from "commander";
import { applyProjectFile, type LoadedSettings, type Origin, valueAt } from "../config/load-settings.ts";
import { SETTING_KEYS, SETTINGS, type Settings } from "../config/settings.ts";
import type { Caller } from "../operations/contract/operation.ts";
import type { Failure } from "../vocabulary/failure.ts";
import { type CommandContext, type Declare, exampleText, type Run } from "./command.ts";
import { findCurrentProject, terminalCaller } from "./current-project.ts";
import { asFailure, EXIT } from "./exit.ts";
import { renderJson } from "./render-answer.ts";
import { styleOf } from "./style.ts";
import { type Output, visible } from "./terminal.ts";

export function declareConfigShow(command: Command, context: CommandContext, declare: Declare): void {
  command
    .description("Show every setting with its value and where the value comes from")
    .option("--json", "Print one JSON object")
    .addHelpText(
      "after",
      exampleText(["context-broker config show", "context-broker config show --project ~/code/app --json"]),
    );
  const run: Run = async (user, options) => {
    const { terminal, parts, cwd } = context;
    const isJson = options["json"] === true;
    const { project, why } = await projectOrWhyNot(user.settings, terminalCaller(parts.version, cwd));
    const loaded = project === null ? user : applyProjectFile(user, project);
    terminal.out.write(
      isJson
        ? renderJson(structured(loaded, project, why), terminal.out)
        : renderSettings(loaded, project, why, terminal.out),
    );
    return EXIT.found;
  };
  declare(command, run, { shown: SETTING_KEYS });
}

/** A folder that cannot be used does not hide the table, which shows where it was set. */
async function projectOrWhyNot(
  settings: Settings,
  caller: Caller,
): Promise<{ readonly project: string | null; readonly why: Failure | null }> {
  try {
    return { project: await findCurrentProject(settings, caller), why: null };
  } catch (error) {
    return { project: null, why: asFailure(error) };
  }
}

const structured = (
  { settings, origins, refused, files }: LoadedSettings,
  project: string | null,
  why: Failure | null,
): unknown => ({
  project_root: project,
  ...(why === null ? {} : { project_error: { code: why.code, message: why.message, hint: why.hint } }),
  files,
  settings: Object.fromEntries(
    SETTING_KEYS.map((key) => [
      key,
      {
        value: valueAt(settings, key),
        origin: origins[key].kind,
        from: origins[key].name,
        description: SETTINGS[key].doc,
      },
    ]),
  ),
  refused: refused.map(({ key, origin, reason }) => ({ key, origin: origin.kind, from: origin.name, reason })),
});

function shown(value: unknown): string {
  if (typeof value === "string") {
    return value;
  }
  const text = JSON.stringify(value);
  return ["null", "[]", "{}"].includes(text) ? "none" : text;
}

const originText = ({ kind, name }: Origin): string => (kind === "default" ? kind : `${kind} ${name}`);

const firstSentence = (doc: string): string => /^.*?[.;:](?=\s|$)/.exec(doc)?.[0].replace(/[;:]$/, ".") ?? doc;

/** The settings as a table, then what was refused. */
function renderSettings(loaded: LoadedSettings, project: string | null, why: Failure | null, out: Output): string {
  const { bold, dim, yellow } = styleOf(out);
  const rows = SETTING_KEYS.map((key) => ({
    key,
    value: visible(shown(valueAt(loaded.settings, key))),
    origin: loaded.origins[key],
  }));
  const keyColumns = Math.max(...rows.map(({ key }) => key.length));
  const valueColumns = Math.min(40, Math.max(...rows.map(({ value }) => value.length)));
  const lines = rows.map(({ key, value, origin }) => {
    const text = `${key.padEnd(keyColumns)}  ${value.padEnd(valueColumns)}`;
    const row = `${origin.kind === "default" ? text : bold(text)}  ${dim(visible(originText(origin)))}`;
    return `${row}\n  ${dim(firstSentence(SETTINGS[key].doc))}`;
  });
  const refused = loaded.refused.map(({ key, origin, reason }) => {
    const where = origin.kind === "environment" ? "" : ` in ${origin.name}`;
    return `${yellow("warning:")} ${visible(`${key}${where} is ignored: ${reason}`)}`;
  });
  if (why !== null) {
    refused.push(`${yellow("warning:")} ${visible(`${why.message}: ${why.hint}`)}`);
  }
  const about = project === null ? [] : [`${dim("project")} ${visible(project)}`, ""];
  return `${[...about, ...lines, ...(refused.length === 0 ? [] : ["", ...refused])].join("\n")}\n`;
}
