// doctor's check of watching: without it every query checks each file itself, which only costs time.
import { watchingOutlook } from "../operations/index/watching-outlook.ts";
import type { Finding } from "./check-machine.ts";

/** `folder`: the project, or where projects would be. */
export function checkWatching(setting: "auto" | "off", folder: string): Finding {
  const check = "watching";
  if (setting === "off") return { check, state: "note", detail: "turned off by the setting `watch`", cure: "" };
  try {
    const { possible, detail } = watchingOutlook(folder);
    return { check, state: possible ? "ok" : "note", detail, cure: "" };
  } catch (error) {
    return { check, state: "note", detail: `${folder} cannot be read: ${String(error)}`, cure: "" };
  }
}
