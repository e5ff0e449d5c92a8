// `config set` and `config unset`: one entry of the user's settings file, checked before it is written.
import { mkdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { Argument, type Command } from "commander";
import { loadSettings, readSetting, valueAt } from "../config/load-settings.ts";
import { nearestKey, readSettingsFile } from "../config/read-settings-file.ts";
import { SETTING_KEYS, type SettingKey } from "../config/settings.ts";
import { writeNamedFile } from "../system/named-file.ts";
import { Failure, systemReason } from "../vocabulary/failure.ts";
import { type CommandContext, type Declare, exampleText, type Positional, type Run } from "./command.ts";
import { EXIT } from "./exit.ts";
import { renderJson } from "./render-answer.ts";
import { visible } from "./terminal.ts";

export function declareConfigSet(command: Command, context: CommandContext, declare: Declare): void {
  command
    .description("Write a setting into your settings file")
    .addArgument(new Argument("<key>", "the setting, as `config show` names it"))
    .addArgument(new Argument("<value...>", "its value; a list has several"))
    .option("--json", "Print one JSON object")
    .addHelpText(
      "after",
      exampleText(["context-broker config set top_k 5", "context-broker config set exclude 'docs/**' 'vendor/**'"]),
    );
  const run: Run = async (_, options, [name, value]) => {
    const key = keyOf(name);
    const checked = readSetting(key, [value ?? []].flat(), context.cwd);
    await changeEntries(context.userFile, (entries) => ({ ...entries, [key]: checked }));
    const text = `set: ${key} = ${visible(JSON.stringify(checked))} in ${context.userFile}`;
    report(context, options, { key, value: checked, text });
    return EXIT.found;
  };
  declare(command, run, { shown: [] });
}

export function declareConfigUnset(command: Command, context: CommandContext, declare: Declare): void {
  command
    .description("Remove a setting from your settings file, so that its default applies")
    .addArgument(new Argument("<key>", "the setting, as `config show` names it"))
    .option("--json", "Print one JSON object")
    .addHelpText("after", exampleText(["context-broker config unset top_k"]));
  const run: Run = async (_, options, [name]) => {
    const key = keyOf(name);
    let wasSet = false;
    await changeEntries(context.userFile, ({ [key]: before, ...others }) => {
      wasSet = before !== undefined;
      return others;
    });
    const text = wasSet ? `removed: ${key} from ${context.userFile}` : `not set: ${key} in ${context.userFile}`;
    report(context, options, { key, was_set: wasSet, text });
    return wasSet ? EXIT.found : EXIT.nothing;
  };
  declare(command, run, { shown: [] });
}

function keyOf(positional: Positional): SettingKey {
  const name = String(positional).replace(/^--/, "").replaceAll("-", "_");
  const key = SETTING_KEYS.find((known) => known === name);
  if (key === undefined) {
    const near = nearestKey(name);
    throw new Failure("INVALID_SETTING", `there is no setting ${JSON.stringify(String(positional))}`, {
      hint: near === "" ? "`context-broker config show` lists the settings" : `did you mean ${near}?`,
    });
  }
  return key;
}

/** Changes the file's entries; if the file is a link, its target changes. */
async function changeEntries(
  file: string,
  change: (entries: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>,
): Promise<void> {
  const isThere = readSettingsFile(file, "user") !== null;
  // The file was validated just now; it is parsed again to keep its order and its `$schema`.
  const before = isThere
    ? (JSON.parse(readFileSync(file, "utf8").replace(/^\uFEFF/, "")) as Record<string, unknown>)
    : {};
  try {
    mkdirSync(dirname(file), { recursive: true });
    await writeNamedFile(file, `${JSON.stringify(change(before), null, 2)}\n`);
  } catch (error) {
    throw new Failure("STORAGE_UNAVAILABLE", `${file} cannot be written: ${systemReason(error)}`, {
      hint: "make its folder writable for this user, or free some disk space; a variable such as CONTEXT_BROKER_TOP_K needs no file",
      cause: error,
    });
  }
}

interface Done {
  readonly key: SettingKey;
  readonly text: string;
  readonly value?: unknown;
  readonly was_set?: boolean;
}

/** Also tells if the environment overrides the file. */
function report(
  { terminal: { out }, userFile }: CommandContext,
  options: Readonly<Record<string, unknown>>,
  { text, ...done }: Done,
): void {
  const { settings, origins } = loadSettings({ userFile });
  const { kind, name } = origins[done.key];
  const inForce = valueAt(settings, done.key);
  const isOverridden = kind === "environment";
  if (options["json"] === true) {
    out.write(
      renderJson({ ...done, file: userFile, ...(isOverridden ? { overridden_by: name, in_force: inForce } : {}) }, out),
    );
  } else {
    out.write(`${text}${isOverridden ? `; overridden by ${visible(JSON.stringify(inForce))} from ${name}` : ""}\n`);
  }
}
