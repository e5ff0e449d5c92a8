// composer.json and composer.lock.
import { asObject, parseJsonWithComments, readObject } from "../../system/parse-config.ts";
import type { DependencyFiles } from "../contract/dependency-files.ts";

/** `php` and extensions are what the machine has. */
const IS_OF_MACHINE = /^(?:php(?:-\w+)?|ext-.*|lib-.*|composer-.*)$/;

export const composerDependencies: DependencyFiles = {
  manifest: "composer.json",
  locks: ["composer.lock"],
  read(text) {
    const manifest = readObject(text, parseJsonWithComments);
    const all = ["require", "require-dev"].flatMap((section) => Object.entries(asObject(manifest?.[section]) ?? {}));
    const recorded = all.filter(([name, wanted]) => typeof wanted === "string" && !IS_OF_MACHINE.test(name));
    return manifest === null ? null : new Map(recorded.map(([name, wanted]) => [name, String(wanted)]));
  },
};
