// `config set` and `config unset`: one entry of the user's settings file, checked before it is written.
import { mkdirSync, readFileSync, realpathSync } from "node:fs";
import { dirname } from "node:path";
import { Argument, type Command } from "commander";
import { USER_FILE } from "../config/folders.ts";
import { loadSettings, readSetting, valueAt } from "../config/load-settings.ts";
import { nearestKey, readSettingsFile } from "../config/read-settings-file.ts";
import { SETTING_KEYS, type SettingKey } from "../config/settings.ts";
import { writeFileAtomically } from "../system/atomic-file.ts";
import { Failure } from "../vocabulary/failure.ts";
import { type CommandContext, type Declare, exampleText, type Positional, type Run } from "./command.ts";
import { EXIT } from "./exit.ts";
import { visible } from "./terminal.ts";

export function declareConfigSet(command: Command, context: CommandContext, declare: Declare): void {
  command
    .description("Write a setting into your settings file")
    .addArgument(new Argument("<key>", "the setting, as `config show` names it"))
    .addArgument(new Argument("<value...>", "its value; a list has several"))
    .addHelpText(
      "after",
      exampleText(["context-broker config set top_k 5", "context-broker config set exclude 'docs/**' 'vendor/**'"]),
    );
  const run: Run = async (_, __, [name, value]) => {
    const key = keyOf(name);
    const checked = readSetting(key, [value ?? []].flat(), context.cwd);
    await writeUserFile((entries) => ({ ...entries, [key]: checked }));
    context.terminal.out.write(`set: ${key} = ${visible(JSON.stringify(checked))} in ${USER_FILE}${inForce(key)}\n`);
    return EXIT.found;
  };
  declare(command, run, { shown: [] });
}

export function declareConfigUnset(command: Command, context: CommandContext, declare: Declare): void {
  command
    .description("Remove a setting from your settings file, so that its default applies")
    .addArgument(new Argument("<key>", "the setting, as `config show` names it"))
    .addHelpText("after", exampleText(["context-broker config unset top_k"]));
  const run: Run = async (_, __, [name]) => {
    const key = keyOf(name);
    let wasSet = false;
    await writeUserFile(({ [key]: before, ...others }) => {
      wasSet = before !== undefined;
      return others;
    });
    const what = wasSet ? `removed: ${key} from ${USER_FILE}` : `not set: ${key} in ${USER_FILE}`;
    context.terminal.out.write(`${what}${inForce(key)}\n`);
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

/** Changes the file's entries and writes it in one step; if the file is a link, its target changes. */
async function writeUserFile(
  change: (entries: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>,
): Promise<void> {
  const isThere = readSettingsFile(USER_FILE, { followLinks: true }) !== null;
  const path = isThere ? realpathSync(USER_FILE) : USER_FILE;
  // The file was validated just now; it is parsed again to keep its order and its `$schema`.
  const before = isThere
    ? (JSON.parse(readFileSync(path, "utf8").replace(/^\uFEFF/, "")) as Record<string, unknown>)
    : {};
  mkdirSync(dirname(path), { recursive: true });
  await writeFileAtomically(path, `${JSON.stringify(change(before), null, 2)}\n`, { overwrite: true });
}

/** Says so if another place overrides the file. */
function inForce(key: SettingKey): string {
  const { settings, origins } = loadSettings();
  const { kind, name } = origins[key];
  return kind === "environment"
    ? `; overridden by ${visible(JSON.stringify(valueAt(settings, key)))} from ${name}`
    : "";
}
