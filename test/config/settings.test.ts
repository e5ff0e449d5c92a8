import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { SHARED_SETTINGS, STARTING_SETTINGS } from "../../src/config/caller-settings.ts";
import type { Setting } from "../../src/config/setting.ts";
import { environmentName, fieldName, flagName, SETTING_KEYS, SETTINGS } from "../../src/config/settings.ts";
import { HNSW_FROM } from "../../src/index/vectors/choose.ts";
import { searchFields } from "../../src/operations/search/search-request.ts";
import { HARD_MAX_FILE_BYTES } from "../../src/project/rules.ts";
import { DEFAULT_RULES } from "../support/default-rules.ts";
import { expectGolden } from "../support/golden.ts";
import { configurationPage, configurationSchema } from "./reference.ts";

const rows = SETTING_KEYS.map((key) => ({ key, setting: SETTINGS[key] as Setting<unknown> }));

describe("the table of settings", () => {
  it("makes docs/use/configuration.md", () => {
    expectGolden("../docs/use/configuration.md", configurationPage());
  });

  it("makes the JSON Schema of settings files", () => {
    expectGolden("../storage/schema/config.schema.json", configurationSchema());
  });

  it.each(rows)("has a default that is valid, words, and one name in each place: $key", ({ key, setting }) => {
    expect(setting.schema.safeParse(setting.default).success).toBe(true);
    expect(setting.doc).toMatch(/\.$/);
    expect(key).toMatch(/^[a-z]+(_[a-z]+)*$/);
    expect([environmentName(key), flagName(key)]).toEqual([
      `CONTEXT_BROKER_${key.toUpperCase()}`,
      `--${key.split("_").join("-")}`,
    ]);
    expect(fieldName(key)).toMatch(/^[a-z]+([A-Z][a-z]*)*$/);
  });

  it("has in each entry what separates shared servers, or what a caller has for itself", () => {
    // What is read at each call, by session.settings or services.settings, or by the process that a user starts.
    const callers = SETTING_KEYS.filter((key) =>
      /^(?:review|language_model|oauth|tls|http|emacs)(?:_|$)|_edits|_wait_ms$|^allow_plain/.test(key),
    );
    const others =
      `project allowed_projects toolsets log_level log_format top_k max_tokens detail answer_format first_answer_ms
      finish_index embed_up_to storage_mode share_saved protected_paths kept_edits_mb host port host_names editor_link`.split(
        /\s+/,
      );
    const all = [...SHARED_SETTINGS, ...STARTING_SETTINGS, ...callers, ...others];
    expect([...new Set(all)].sort()).toEqual([...SETTING_KEYS].sort());
    expect(SHARED_SETTINGS.filter((key) => [...callers, ...others].includes(key))).toEqual([]);
  });

  it("has the defaults that the rooms have measured and documented", () => {
    expect(SETTINGS.hnsw_from.default).toBe(HNSW_FROM);
    expect(SETTINGS.max_file_bytes.default).toBe(DEFAULT_RULES.maxFileBytes);
    expect(SETTINGS.max_file_bytes.schema.safeParse(HARD_MAX_FILE_BYTES).success).toBe(true);
    expect(SETTINGS.max_file_bytes.schema.safeParse(HARD_MAX_FILE_BYTES + 1).success).toBe(false);
    expect(SETTINGS.dockerignore.default).toBe(DEFAULT_RULES.dockerignore);
    expect(searchFields.top_k.description).toContain(`Default ${SETTINGS.top_k.default}`);
    expect(searchFields.max_tokens.description).toContain(`Default ${SETTINGS.max_tokens.default}`);
    expect(searchFields.detail.description).toContain(`Default ${SETTINGS.detail.default}`);
  });

  it.each(["a/b", "", "ü", "x".repeat(65), "../other"])("has no tenant %j", (tenant) => {
    const { error } = SETTINGS.index_tenants.schema.safeParse({ "/home/ada/shop": tenant });
    expect(error?.issues.map(({ message }) => message)).toEqual([
      "expected tenants of letters, digits, - and _, 64 at most",
    ]);
  });

  it.each([
    ["vscode://file/{path}:{line}", true],
    ["idea://open?file={path}&line={line}", true],
    ["vscode://file/", false],
    ["{path}", false],
    ["javascript:alert('{path}')", false],
    ["JavaScript:'{path}'", false],
    ["data:text/html,{path}", false],
    ["https://example.org/{path}", false],
    ["x:{path} y", false],
    ["", false],
  ])("may have %j as the link to an editor: %j", (link, isOne) => {
    expect(SETTINGS.editor_link.schema.safeParse(link).success).toBe(isOne);
  });

  it("agrees with its JSON Schema on what is valid", () => {
    const validate = new Ajv2020().compile(JSON.parse(configurationSchema()));
    const cases: readonly [string, unknown][] = [
      ["top_k", 10],
      ["top_k", 0],
      ["top_k", 1.5],
      ["top_k", "10"],
      ["storage_mode", "both"],
      ["storage_mode", "cloud"],
      ["share_saved", true],
      ["share_saved", "on"],
      ["exclude", ["a", "b"]],
      ["exclude", "a"],
      ["exclude", [""]],
      ["include_classes", ["lock"]],
      ["include_classes", ["secret"]],
      ["extensions", { ".inc": "php" }],
      ["extensions", { ".inc": "" }],
      ["extensions", []],
      ["model", null],
      ["model", "/models/mine"],
      ["model", ""],
    ];
    for (const [key, value] of cases) {
      const ours = rows.find((row) => row.key === key)?.setting.schema.safeParse(value).success;
      expect({ key, value, valid: validate({ [key]: value }) }).toEqual({ key, value, valid: ours });
    }
    expect(validate({ top_kk: 1 })).toBe(false);
  });
});
