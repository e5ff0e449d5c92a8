// What is generated from the table of settings: the reference page and the JSON Schema of settings files.
import { z } from "zod";
import type { Setting } from "../../src/config/setting.ts";
import { SETTING_KEYS, SETTINGS, type SettingKey } from "../../src/config/settings.ts";

const rows: readonly (readonly [SettingKey, Setting<unknown>])[] = SETTING_KEYS.map((key) => [key, SETTINGS[key]]);

function defaultText({ default: value, defaultDoc }: Setting<unknown>): string {
  if (defaultDoc !== "") {
    return defaultDoc;
  }
  const empty = Array.isArray(value) ? value.length === 0 : JSON.stringify(value) === "{}";
  if (typeof value === "boolean") {
    return value ? "on" : "off";
  }
  return value === null || empty ? "none" : `\`${JSON.stringify(value)}\``;
}

function shape(setting: Setting<unknown>): string {
  const { placeholder, repeats, schema } = setting;
  const { type, minimum, maximum } = z.toJSONSchema(schema, { unrepresentable: "any" });
  if (type === "integer") {
    return `${minimum}–${maximum}`;
  }
  return `${repeats ? "list of " : ""}${placeholder.replaceAll("|", "/")}`;
}

function line([key, setting]: readonly [SettingKey, Setting<unknown>]): string {
  const values = setting.placeholder.replaceAll("|", ", ");
  const rule = setting.project?.rule.replace(`: ${values}`, "");
  const own = rule === undefined ? "" : ` **Project's file:** ${rule}.`;
  const usual = defaultText(setting);
  return `- \`${key}\` (${shape(setting)}${usual === "none" ? "" : `; default ${usual}`}): ${setting.doc}${own}`;
}

const isProjects = ([, { project }]: (typeof rows)[number]): boolean => project !== null;

const INTRODUCTION = `# Configuration

<!-- Generated from src/config/settings.ts; \`npm run golden\` rewrites this page. -->

All settings are optional. The first of these that has a value decides:

1. a **flag** of the command line: \`--top-k 5\`;
2. the **environment**: \`CONTEXT_BROKER_TOP_K=5\`, which is also how a client's configuration sets it (\`env\`);
3. the **project's file**, \`.context-broker.json\` at the project's root;
4. the **user's file**: \`~/.config/context-broker/config.json\` on Linux,
   \`~/Library/Preferences/context-broker/config.json\` on macOS, \`%APPDATA%\\context-broker\\Config\\config.json\` on Windows;
5. the **default**, if there is one.

Both files are one JSON object with the keys below (\`{"top_k": 5, "exclude": ["docs/archive/"]}\`), checked against
[its schema](../../storage/schema/config.schema.json); a wrong value, or an unknown key in the user's file, is [\`INVALID_SETTING\`](errors.md). Every key is also a flag and a variable, named as \`top_k\` above.
An unknown \`CONTEXT_BROKER_…\` variable, or key in a project's file, is reported once and ignored.

**A project's file arrives with a clone, so it is not trusted.** It can set only ${rows
  .filter(isProjects)
  .map(([key]) => `\`${key}\``)
  .join(", ")}, and only to leave out more or allow less, as it says with each. **Every other setting
is ignored there**, and so is one that asks for more: \`config show\` and \`doctor\` name each, and the log. An invalid file ends the request, since
continuing would lose its restrictions.

In text (flags, environment) a list is separated by commas, or is a JSON array; a flag may be repeated. \`~/\` is the home
folder; a relative path starts at the working folder and is refused in a file.

\`context-broker config show\` prints every value, where it came from, and what was refused. \`config set KEY VALUE\` writes the user's file.

## Settings

`;

export function configurationPage(): string {
  return `${INTRODUCTION}${rows.map(line).join("\n")}\n`;
}

/** The schema as JSON has it; a table's own check is a function, which JSON Schema cannot see into. */
function propertySchema([key, setting]: readonly [SettingKey, Setting<unknown>]): [string, unknown] {
  const { $schema: _, ...schema } = z.toJSONSchema(setting.schema, {
    io: "input",
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema._zod.def.type === "custom") {
        Object.assign(jsonSchema, { type: "object", additionalProperties: { type: "string", minLength: 1 } });
      }
    },
  });
  const standing = setting.defaultDoc === "" && setting.default !== null ? { default: setting.default } : {};
  return [key, { description: setting.doc, ...schema, ...standing }];
}

export function configurationSchema(): string {
  const schema = {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    $id: "context-broker/config.schema.json",
    title: "Context Broker settings file",
    description: "The user's config.json, or a project's .context-broker.json. Generated from src/config/settings.ts.",
    type: "object",
    properties: { $schema: { type: "string" }, ...Object.fromEntries(rows.map(propertySchema)) },
    additionalProperties: false,
  };
  return `${shortLists(JSON.stringify(schema, null, 2))}\n`;
}

/** Lists of texts on one line where they fit, as the repository's formatter has them. */
function shortLists(json: string): string {
  return json.replace(/^(.*)\[\n([^[\]{}]*?)\n\s*\]/gm, (list: string, before: string, entries: string) => {
    const line = `${before}[${entries.trim().replace(/\n\s*/g, " ")}]`;
    return line.length <= 119 ? line : list;
  });
}
