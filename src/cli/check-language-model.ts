// doctor's check of the language model: which one is configured, and whether its address has it.
import type { Settings } from "../config/settings.ts";
import type { Finding } from "./check-machine.ts";
import type { CommandLineParts } from "./command.ts";
import { asFailure } from "./exit.ts";

const CHECK = "language model";
/** Names in a message. */
const NAMES_MAX = 5;

/** Never throws. */
export async function checkLanguageModel(
  settings: Settings,
  { askLanguageModel }: Pick<CommandLineParts, "askLanguageModel">,
): Promise<Finding> {
  try {
    const state = await askLanguageModel(settings);
    if (state === null) {
      return { check: CHECK, state: "note", detail: "none is configured, and none is asked", cure: "" };
    }
    const { name, isKnown, names } = state;
    if (isKnown === false) {
      const detail = `${name}: the address answers, but does not have it`;
      const listed = names.slice(0, NAMES_MAX).join(", ") + (names.length > NAMES_MAX ? " …" : "");
      return {
        check: CHECK,
        state: "warning",
        detail,
        cure: `set language_model to one of: ${listed || "(it has none)"}`,
      };
    }
    const detail = isKnown === null ? `${name}: the address answers; it does not list what it has` : name;
    return { check: CHECK, state: "ok", detail, cure: "" };
  } catch (error) {
    const { message, hint } = asFailure(error);
    return { check: CHECK, state: "warning", detail: message, cure: hint };
  }
}
