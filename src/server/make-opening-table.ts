// Makes the table of first answers (src/opening/) from what a session answers with. The build writes it beside the program.
import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  LATEST_PROTOCOL_VERSION,
  PROTOCOL_VERSION_META_KEY,
  SERVER_INFO_META_KEY,
  SUPPORTED_PROTOCOL_VERSIONS,
} from "@modelcontextprotocol/server";
import { z } from "zod";
import { OF_HTTP } from "../config/http-settings.ts";
import type { Setting } from "../config/setting.ts";
import { SETTING_KEYS, SETTINGS } from "../config/settings.ts";
import type { OpeningTable, OpeningTool } from "../opening/opening-table.ts";
import type { PlainForm } from "../opening/plain-settings.ts";
import { ALL_OPERATIONS } from "../operations/all-operations.ts";
import { NAMED_REVISIONS } from "./check-requests.ts";
import { INSTRUCTIONS } from "./instructions.ts";
import { listedPrompts } from "./prompts.ts";
import { SAVED_TEMPLATE } from "./resources.ts";
import { CACHE_HINTS, CAPABILITIES, capabilitiesOf, serverInfo } from "./session.ts";
import { listedTool } from "./tool-list.ts";

/** `version`: the program's. */
export const makeOpeningTable = (version: string): OpeningTable => ({
  revisions: [
    LATEST_PROTOCOL_VERSION,
    ...SUPPORTED_PROTOCOL_VERSIONS.filter((revision) => revision !== LATEST_PROTOCOL_VERSION),
  ],
  sessionless: NAMED_REVISIONS[0],
  metaKeys: {
    revision: PROTOCOL_VERSION_META_KEY,
    client: CLIENT_INFO_META_KEY,
    capabilities: CLIENT_CAPABILITIES_META_KEY,
    server: SERVER_INFO_META_KEY,
  },
  capabilities: CAPABILITIES,
  emacsCapabilities: { beside: capabilitiesOf(["all", "emacs"]), alone: capabilitiesOf(["emacs"]) },
  server: serverInfo(version),
  instructions: INSTRUCTIONS,
  tools: tools(),
  prompts: listedPrompts(),
  templates: [SAVED_TEMPLATE],
  cacheHints: Object.fromEntries(Object.entries(CACHE_HINTS).filter(([, { ttlMs }]) => ttlMs > 0)),
  settings: Object.fromEntries(SETTING_KEYS.map((key) => [key, plainFormOf(SETTINGS[key])])),
  notAsFlag: OF_HTTP,
  defaultToolsets: SETTINGS.toolsets.default,
});

const tools = (): OpeningTool[] =>
  ALL_OPERATIONS.flatMap((operation) => {
    const { toolset, several } = operation;
    if (toolset === null) {
      return [];
    }
    const [listed, listedForSeveral] = [listedTool(operation, false), listedTool(operation, true)];
    const isSame = JSON.stringify(listed) === JSON.stringify(listedForSeveral);
    return { toolset, onlyForSeveral: several === true, listed, ...(isSame ? {} : { listedForSeveral }) };
  });

interface ValueSchema {
  readonly type?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly enum?: readonly string[];
  readonly items?: ValueSchema;
}

/** Null where the form does not say all that the setting's own check does. */
function plainFormOf(setting: Setting<unknown>): PlainForm | null {
  if (setting === SETTINGS.project) {
    return { kind: "projects" };
  }
  if (setting === SETTINGS.emacs_server || setting === SETTINGS.emacs_session) {
    return { kind: "word" };
  }
  const {
    type,
    minimum,
    maximum,
    enum: choices,
    items,
  } = z.toJSONSchema(setting.schema, {
    unrepresentable: "any",
  }) as ValueSchema;
  if (type === "integer" && minimum !== undefined && maximum !== undefined) {
    return { kind: "whole", min: minimum, max: maximum };
  }
  if (type === "boolean") {
    return { kind: "toggle" };
  }
  if (choices !== undefined) {
    return { kind: "choice", of: choices };
  }
  if (items?.enum !== undefined) {
    return { kind: "choices", of: items.enum };
  }
  if (type === "array" && items?.type === "string") {
    return { kind: setting.placeholder === "FOLDER" ? "folders" : "texts" };
  }
  return type === "string" && setting.placeholder === "FOLDER" ? { kind: "folder" } : null;
}
