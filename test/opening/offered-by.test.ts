// The offer that is known without loading the settings is the one that loading them gives, or none.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { loadSettings } from "../../src/config/load-settings.ts";
import { flagName, SETTING_KEYS, SETTINGS, type SettingKey, servesProjects } from "../../src/config/settings.ts";
import { offeredBy } from "../../src/opening/offered-by.ts";
import { makeOpeningTable } from "../../src/server/make-opening-table.ts";
import { temporaryFolder } from "../support/folder-corpus.ts";

const table = makeOpeningTable("1.2.3");
const folder = temporaryFolder();
afterAll(folder.remove);

interface Given {
  readonly flags?: readonly (readonly [SettingKey, string])[];
  readonly env?: Readonly<Record<string, string>>;
  /** The text of the settings file. */
  readonly file?: string;
}

let files = 0;
function offered({ flags = [], env = {}, file }: Given) {
  let userFile = join(folder.path, "none.json");
  if (file !== undefined) {
    files += 1;
    userFile = join(folder.path, `config-${files}.json`);
    writeFileSync(userFile, file);
  }
  const words = flags.flatMap(([key, text], at) =>
    at % 2 === 0 ? [flagName(key), text] : [`${flagName(key)}=${text}`],
  );
  return { early: offeredBy({ flags: words, env, userFile }, table), loaded: load(flags, env, userFile) };
}

/** Null where the settings are refused. */
function load(flags: NonNullable<Given["flags"]>, env: NonNullable<Given["env"]>, userFile: string) {
  const given: Partial<Record<SettingKey, string | readonly string[]>> = {};
  for (const [key, text] of flags) {
    const { repeats } = SETTINGS[key];
    given[key] = repeats ? [...((given[key] as readonly string[] | undefined) ?? []), text] : text;
  }
  try {
    const { settings } = loadSettings({ flags: given, env, userFile, cwd: "/work" });
    return { toolsets: settings.toolsets, isForSeveral: servesProjects(settings) };
  } catch {
    return null;
  }
}

const CERTAIN: readonly (readonly [string, Given])[] = [
  ["nothing", {}],
  ["a project", { flags: [["project", "/app"]] }],
  [
    "two projects",
    {
      flags: [
        ["project", "/app"],
        ["project", "~/other"],
      ],
    },
  ],
  ["two projects in one text", { flags: [["project", "/a,b,/c"]] }],
  ["a project with a comma", { flags: [["project", "/a,b"]] }],
  ["allowed folders", { flags: [["allowed_projects", "/code"]] }],
  [
    "toolsets",
    {
      flags: [
        ["toolsets", "search, edit"],
        ["toolsets", "all"],
      ],
    },
  ],
  ["a flag before the environment", { flags: [["toolsets", "code"]], env: { CONTEXT_BROKER_TOOLSETS: "all" } }],
  ["the environment", { env: { CONTEXT_BROKER_TOOLSETS: "all,edit", CONTEXT_BROKER_PROJECT: "/a,/b" } }],
  ["an empty variable", { env: { CONTEXT_BROKER_TOOLSETS: "" } }],
  ["a variable of no setting", { env: { CONTEXT_BROKER_TOOLSETTS: "all" } }],
  ["the environment before the file", { env: { CONTEXT_BROKER_TOOLSETS: "code" }, file: '{"toolsets": ["all"]}' }],
  ["the file", { file: '{"$schema": "x", "toolsets": ["all"], "project": "/a", "allowed_projects": ["~/code"]}' }],
  ["an empty list", { file: '{"toolsets": [], "project": ["/a", "/b"]}' }],
  [
    "other settings",
    { env: { CONTEXT_BROKER_TOP_K: "5", CONTEXT_BROKER_SHARE_SAVED: "On" }, file: '{"daemon": "off"}' },
  ],
  ["tools of Emacs", { env: { CONTEXT_BROKER_TOOLSETS: "all,emacs" } }],
  [
    "the Emacs of a session",
    {
      flags: [
        ["toolsets", "emacs"],
        ["emacs_server", "/run/emacs/server"],
        ["emacs_session", "0123456789abcdef"],
      ],
    },
  ],
  ["globs", { file: '{"exclude": ["dist/**"]}', env: { CONTEXT_BROKER_INCLUDE: "a/**,b" } }],
];
it.each(CERTAIN)("is told of %s", (_name, given) => {
  const { early, loaded } = offered(given);
  expect(early).toEqual(loaded);
  expect(loaded).not.toBeNull();
});

const UNCERTAIN: readonly (readonly [string, Given])[] = [
  ["a list as JSON", { env: { CONTEXT_BROKER_TOOLSETS: '["all"]' } }],
  ["an unknown toolset", { flags: [["toolsets", "al"]] }],
  ["a flag of a server on a port", { flags: [["port", "80"]] }],
  ["a setting with a form of its own", { env: { CONTEXT_BROKER_EXTENSIONS: ".inc=php" } }],
  ["a number that is too large", { env: { CONTEXT_BROKER_TOP_K: "101" } }],
  ["a number that is none", { file: '{"top_k": "5"}' }],
  ["a switch that is none", { env: { CONTEXT_BROKER_SHARE_SAVED: "maybe" } }],
  ["a choice that is none", { env: { CONTEXT_BROKER_DETAIL: "all" } }],
  ["a file that is no JSON", { file: "{" }],
  ["a file that is a list", { file: "[]" }],
  ["a file with an unknown setting", { file: '{"toolset": ["all"]}' }],
  ["a file with a relative folder", { file: '{"project": "app"}' }],
  ["a file with a wide list", { file: JSON.stringify({ exclude: Array.from({ length: 1001 }, String) }) }],
  ["a file with an empty glob", { file: '{"exclude": [""]}' }],
];
it.each(UNCERTAIN)("is not told of %s", (_name, given) => {
  expect(offered(given).early).toBeNull();
});

it.each([
  ["--http"],
  ["--help"],
  ["extra"],
  ["--project"],
  ["--project", "--http"],
  ["--no-such", "x"],
  ["--top-k", "5", "--top-k", "6"],
])("is not told of the arguments %s %s", (...flags) => {
  expect(offeredBy({ flags, env: {}, userFile: join(folder.path, "none.json") }, table)).toBeNull();
});

describe("each setting", () => {
  const TEXTS = [
    "",
    " ",
    "0",
    "1",
    "-1",
    "3",
    "1e3",
    "99999999999",
    "on",
    "auto",
    "off",
    "a,b",
    "{a,b}",
    "[",
    "~/x",
    "./x",
    "/x",
    "a\0b",
    "search",
    "x".repeat(5000),
  ];
  const VALUES = [
    null,
    0,
    1,
    -1,
    3,
    1.5,
    1e12,
    true,
    "",
    "on",
    "auto",
    "off",
    "a",
    "~/x",
    "/x",
    "~",
    [],
    [""],
    ["a"],
    ["/x"],
    ["~/x", 1],
    {},
    { a: "b" },
  ];

  it.each(SETTING_KEYS)("%s is refused here wherever loading it is", (key) => {
    const name = `CONTEXT_BROKER_${key.toUpperCase()}`;
    const givens: Given[] = [
      ...TEXTS.flatMap((text) => [{ env: { [name]: text } }, { flags: [[key, text]] as const }]),
      ...VALUES.map((value) => ({ file: JSON.stringify({ [key]: value }) })),
    ];
    for (const given of givens) {
      const { early, loaded } = offered(given);
      expect({ given, offered: early ?? loaded }).toEqual({ given, offered: loaded });
    }
  });
});
